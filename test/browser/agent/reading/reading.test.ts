import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listDocuments, outline } from "../../../../src/agent/reading/lists.js";
import { tableHeads } from "../../../../src/agent/reading/passage-blocks.js";
import { neighbours, passagesById } from "../../../../src/agent/reading/passages-by-id.js";
import { preview, read } from "../../../../src/agent/reading/read.js";
import { searchText } from "../../../../src/agent/reading/search-text.js";
import { type DocumentId, type InputFile, Pagehound } from "../../../../src/index.js";
import { fixture } from "../../fixture.js";

const name = "reading-test";
const options = { name, assetsBase: "/assets/", parseWorkers: 1 };
const plenty = { limit: 100_000 };
let hound: Pagehound;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open(options);
});
afterEach(() => hound.close());

async function add(...files: InputFile[]): Promise<DocumentId[]> {
  for await (const event of hound.add(files)) {
    if (event.type === "document-refused") throw new Error(event.message);
  }
  return (await hound.documents()).map(({ id }) => id);
}

const guide: InputFile = {
  path: "notes/guide.md",
  file: new Blob([
    Array.from(
      { length: 40 },
      (_, index) =>
        `# Part ${index}\n\nThe qersu number ${index} is a boat.${" It floats.".repeat(90)}\n`,
    ).join("\n"),
  ]),
};

describe("a collection in the browser", () => {
  it("lists, outlines, searches and reads a collection in the browser", async () => {
    const [id = missing()] = await add(guide);
    expect((await listDocuments(hound, plenty)).text).toContain(
      `${id} notes/guide.md, "Part 0" (Markdown, `,
    );
    const entries = await hound.outline(id);
    expect((await outline(hound, id, plenty)).text).toContain(`${entries[7]?.id} Part 7 (part `);

    const section = await read(hound, entries[7]?.id ?? "", plenty);
    expect(section.text).toContain("The qersu number 7 is a boat.");
    expect(section.text).not.toContain("number 8");

    const found = searchText(await hound.search("qersu number 31"), { limit: 400 });
    const [first = missing()] = found.evidence;
    expect(found.text).toContain(`[${first}] guide.md, part `);
    const around = await neighbours(hound, first, plenty);
    expect(around.evidence).toContain(first);
    expect(around.evidence).toHaveLength(3);

    const [begin = missing()] = (await preview(hound, id)).evidence;
    const chosen = await passagesById(hound, [first, begin, `${id}.p1.s99`], plenty);
    expect(chosen.evidence).toEqual([first, begin]);
    expect(chosen.text).toContain(`Not there: ${id}.p1.s99`);
  });

  it("shows the years above a found row, even if its table was cut", async () => {
    const rows = Array.from({ length: 60 }, (_, row) => `| Berth ${row} | ${row + 3000} | 2,200 |`);
    rows.push("| Qersu boats | 7,001 | 8,002 |");
    const table = `# Boats\n\n(in thousands)\n\n| | 2018 | 2017 |\n|---|---|---|\n${rows.join("\n")}\n`;
    await add({ path: "boats.md", file: new Blob([table]) });
    const response = await hound.search("qersu boats");
    const heads = await tableHeads(hound, response.hits);
    const { text, evidence } = searchText(
      response,
      { limit: 200 },
      { form: "brief", tableHeads: heads },
    );
    const [first = missing()] = evidence;
    expect(first).not.toMatch(/\.s1$/);
    expect(text).toContain(`[${first}]`);
    expect(text).toContain("(table head: in thousands; 2018 | 2017)\n");
    expect(text).toMatch(/Qersu boats\t7,001\t8,002$/m);
  });

  it("returns the same passages by page, by id and all at once", async () => {
    const [id = missing()] = await add(guide);
    const all = await hound.passages(id);
    const pages = { from: 3, to: 5 };
    const some = all.filter(({ page }) => page >= 3 && page <= 5);
    expect(some.length).toBeGreaterThan(3);
    expect(await hound.passages(id, { pages })).toEqual(some);
    const ids = some.map((passage) => passage.id).reverse();
    expect(await hound.passagesById(ids)).toEqual([...some].reverse());
    expect(await hound.passagesById([`${id}.p3.s99` as never, "d99.p1.s1"])).toEqual([null, null]);
  });

  it("reads pages without their running headers and footers", async () => {
    const [id = missing()] = await add({ path: "m.pdf", file: await fixture("pdf/margins.pdf") });
    const { text: whole } = await hound.page(id, 2);
    const { pieces } = await read(hound, `${id}.p2`, plenty);
    const shown = pieces.map(({ text }) => text).join("\n");
    expect(shown).toContain("Rules for the slipway");
    for (const repeated of ["Northwind Harbour Handbook", "Confidential."]) {
      expect(whole).toContain(repeated);
      expect(shown).not.toContain(repeated);
    }
    for (const { span, text } of pieces) expect(whole.slice(span.start, span.end)).toBe(text);
  });
});

describe("coverage", () => {
  const scanned = async () => {
    await add(guide, { path: "scan.pdf", file: await fixture("pdf/scan-and-empty.pdf") });
    return (await hound.documents()).find(({ path }) => path === "scan.pdf") ?? missing();
  };

  it("names the pages without text among the searched documents only", async () => {
    const { id, gaps, pages } = await scanned();
    expect(gaps.map(({ reason }) => reason)).toContain("scanned");
    const { coverage } = await hound.search("qersu");
    expect(coverage.pagesWithoutText).toBe(pages.total - pages.text);
    expect(coverage.gaps).toEqual(gaps.map((gap) => ({ document: id, path: "scan.pdf", ...gap })));
    const [guideId = missing()] = (await hound.documents())
      .filter(({ path }) => path === "notes/guide.md")
      .map((document) => document.id);
    const narrowed = await hound.search("qersu", { documents: [guideId] });
    expect(narrowed.coverage).toMatchObject({ documents: 1, pagesWithoutText: 0, gaps: [] });
  });

  it("computes the same coverage for documents stored before gaps and words were recorded", async () => {
    await scanned();
    const before = [await hound.documents(), await hound.coverage()];
    hound.close();
    const database = await openDB(`pagehound:${name}`);
    for (const { gaps, words, ...stored } of await database.getAll("documents")) {
      expect(gaps).toBeInstanceOf(Array);
      expect(words).toBeTypeOf("number");
      const { facts, ...versions } = stored.versions;
      expect(facts).toBeTypeOf("number");
      await database.put("documents", { ...stored, versions });
    }
    database.close();
    hound = await Pagehound.open(options);
    expect([await hound.documents(), await hound.coverage()]).toEqual(before);
  });
});

function missing(): never {
  throw new Error("the test expected something to be there");
}
