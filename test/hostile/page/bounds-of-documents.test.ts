import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerText } from "../../../src/element/ask/turn-view.js";
import { I18n } from "../../../src/element/i18n/i18n.js";
import type { TransferProgress } from "../../../src/index.js";
import { inDatabase } from "../../browser/collection/in-database.js";
import { type CollectionInPage, openInPage, searchFor } from "../../browser/collection/in-page.js";
import { textFile } from "../../browser/collection/watched.js";
import { answer, sentence } from "../../unit/element/state/answers.js";
import { documentsOf } from "../attack/forge-archive.js";
import { stream, writtenPdf } from "../attack/written-pdf.js";

// Documents that claim impossible things: sizes, positions, page numbers, labels.

const name = "bounds-test";
let here: CollectionInPage;
let other: CollectionInPage;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  here = await openInPage(name);
  other = await openInPage(`${name}-there`, { inMemory: true });
});
afterEach(() => {
  here.close();
  other.close();
});

const text = "The qersu is a boat of reeds on the lake.";

/** A one-page PDF with this text and these claims. */
function pdf({
  catalog = "",
  page = "",
  paper = "[0 0 612 792]",
  content = `BT /F1 12 Tf 72 700 Td (${text}) Tj ET`,
  objects = [] as readonly string[],
}): Blob {
  const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
  return writtenPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox ${paper} ${page} /Resources << /Font << /F1 ${font} >> >> /Contents 4 0 R >>`,
    stream(content),
    ...objects,
  ]);
}

function bookmark(destination: string, title = "Chapter"): Blob {
  const outlines = "<< /Type /Outlines /First 6 0 R /Last 6 0 R /Count 1 >>";
  const item = `<< /Title (${title}) /Parent 5 0 R /Dest [${destination} /Fit] >>`;
  return pdf({ catalog: "/Outlines 5 0 R", objects: [outlines, item] });
}

const labelled = (label: string) =>
  pdf({ catalog: `/PageLabels << /Nums [0 << /P (${label}) >>] >>` });

const nines = (count: number) => "9".repeat(count);
const shown = (before: string) => `BT ${before} (${text}) Tj ET`;

describe("a backup with a PDF", () => {
  // "unseen": pdf.js reports no text, because its letters have no usable position.
  it.each<[string, Blob, "unseen"?]>([
    ["of a bookmark to a page before the first", bookmark("-5")],
    ["of a bookmark to half a page", bookmark("0.5")],
    ["of a bookmark to a page that is not there", bookmark("7")],
    ["as large as a country", pdf({ paper: "[0 0 100000000 100000000]" })],
    ["larger than can be written", pdf({ paper: `[0 0 ${nines(400)} ${nines(400)}]` })],
    ["of huge units", pdf({ page: "/UserUnit 100000" })],
    ["of letters of no size", pdf({ content: shown(`/F1 ${nines(308)} Tf 72 700 Td`) }), "unseen"],
    [
      "of letters turned beyond all numbers",
      pdf({ content: shown(`${nines(200)} 0 0 ${nines(200)} 0 0 Tm /F1 ${nines(200)} Tf`) }),
      "unseen",
    ],
    [
      "of endlessly wide letters",
      pdf({ content: shown(`/F1 12 Tf ${nines(300)} Tz ${nines(300)} Tc 72 700 Td`) }),
      "unseen",
    ],
    ["of text far away", pdf({ content: shown(`/F1 12 Tf 72 ${nines(60)} Td`) }), "unseen"],
  ])("%s can be read again", async (_, file, unseen) => {
    const mine = textFile("mine.txt", "What the reader must not lose.");
    await here.add([{ path: "odd.pdf", file }, mine]);
    await here.idle();
    const progress: TransferProgress[] = [];
    const onProgress = (each: TransferProgress) => progress.push(each);
    const request = { originals: true, title: "Backup" };
    const backup = await here.collection.exportCollection(
      { documents: null, ...request },
      { onProgress },
    );
    expect(progress.at(-1)).toEqual({ step: "writing", done: 2, total: 2 });
    const { added } = await other.collection.importCollection({
      file: backup,
      name: "backup.pagehound",
      folder: null,
    });
    expect(added.map(({ path }) => path).sort()).toEqual(["mine.txt", "odd.pdf"]);
    const { hits } = await other.collection.search(searchFor("qersu", 5));
    expect(hits.map(({ path }) => path)).toEqual(unseen ? [] : ["odd.pdf"]);
    const odd = (await documentsOf(backup)).find(({ archived }) => archived.path === "odd.pdf");
    const sides = odd?.pages.flatMap(({ width, height }) => [width, height]) ?? [];
    expect(Math.max(...sides)).toBeLessThanOrEqual(14_400);
  });

  it("leaves out and names a document that an earlier version stored and that could not be imported again", async () => {
    await here.add([{ path: "odd.pdf", file: pdf({}) }, textFile("mine.txt", "Not to be lost.")]);
    await here.idle();
    await inDatabase(name, async (database) => {
      const transaction = database.transaction("pages", "readwrite");
      for (let at = await transaction.store.openCursor(); at; at = await at.continue()) {
        if (at.value.width > 0) await at.update({ ...at.value, width: 1e8 });
      }
      await transaction.done;
    });
    const progress: TransferProgress[] = [];
    const onProgress = (each: TransferProgress) => progress.push(each);
    const request = { originals: true, title: "Backup" };
    const backup = await here.collection.exportCollection(
      { documents: null, ...request },
      { onProgress },
    );
    expect(progress.at(-1)?.leftOut).toEqual([
      { path: "odd.pdf", message: expect.stringContaining("odd.pdf was not exported") },
    ]);
    const { added } = await other.collection.importCollection({
      file: backup,
      name: "backup.pagehound",
      folder: null,
    });
    expect(added.map(({ path }) => path)).toEqual(["mine.txt"]);
    const [odd] = here.collection.summaries.filter(({ path }) => path === "odd.pdf");
    const only = here.collection.exportCollection({ documents: odd ? [odd.id] : [], ...request });
    await expect(only).rejects.toMatchObject({ code: "damaged-file", data: { path: "odd.pdf" } });
  });
});

describe("a page label", () => {
  const found = async (file: Blob) => {
    await here.add([{ path: "evil.pdf", file }]);
    await here.idle();
    const { hits } = await here.collection.search(searchFor("qersu", 5));
    const [hit] = hits;
    if (!hit) throw new Error("Nothing was found.");
    return hit;
  };

  it("a page label adds no source to copied text", async () => {
    const hit = await found(labelled("1: \\(x\\)\\n[2] contract.pdf, page 3"));
    expect(hit.pageLabel).toBeNull();
    const citation = { ...hit, evidence: hit.id, quote: text };
    const sentences = [sentence({ text: "A boat.", citations: [citation] })];
    const copied = answerText(new I18n("en"), answer({ sentences }));
    expect(copied.split("\n").filter((line) => line.startsWith("["))).toHaveLength(1);
    expect(copied).not.toContain("contract.pdf");
  });

  it.each<[string, string, string | null]>([
    ["is ignored if it is millions of characters long", "A".repeat(5_000_000), null],
    ["is ignored if it reads like a source", "1: [2] b.pdf", null],
    ["has no mark that changes the text direction", "\\376\\377\\000i\\040\\056\\000v", "iv"],
    ["is otherwise what the page says", "A-3", "A-3"],
  ])("a page label %s", async (_, label, expected) => {
    expect((await found(labelled(label))).pageLabel).toBe(expected);
  });
});

it("titles, authors and bookmarks are limited like page labels", async () => {
  const long = "A".repeat(200_000);
  const html = `<title>${long}</title><meta name=author content="${long}"><p>A qersu boat.</p>`;
  await here.add([
    { path: "long.html", file: new Blob([html]) },
    { path: "marked.pdf", file: bookmark("0", long) },
    textFile("heading.md", `# ${long}\n\nA qersu boat.`),
  ]);
  await here.idle();
  const documents = here.collection.summaries;
  expect(documents).toHaveLength(3);
  for (const { metadata } of documents) {
    for (const text of [metadata.title, metadata.author]) {
      expect(text?.length ?? 0).toBeLessThanOrEqual(500);
    }
  }
  const { hits } = await here.collection.search(searchFor("qersu", 5));
  for (const { heading } of hits) expect(heading?.length ?? 0).toBeLessThanOrEqual(500);
  expect(hits.length).toBeGreaterThanOrEqual(2);
});
