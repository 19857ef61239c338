import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type IngestEvent, type InputFile, itemRanges, Pagehound } from "../../../src/index.js";
import { isLong } from "../../tries.js";
import { excelFile } from "../../unit/readers/office-files.js";
import { fixture } from "../fixture.js";
import { watchChanges } from "./watched.js";

const name = "pagehound-test";
const options = { name, assetsBase: "/assets/", parseWorkers: 2 };
let hound: Pagehound;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open(options);
});
afterEach(() => hound.close());

const file = (path: string, content: BlobPart): InputFile => ({ path, file: new Blob([content]) });

async function add(...files: InputFile[]): Promise<IngestEvent[]> {
  const events: IngestEvent[] = [];
  for await (const event of hound.add(files)) events.push(event);
  return events;
}

async function reopen(more: { rebuild?: boolean } = {}): Promise<void> {
  hound.close();
  hound = await Pagehound.open({ ...options, ...more });
}

const ends = (events: readonly IngestEvent[]) =>
  events
    .filter(({ type }) => /ready|unchanged|refused|cancelled/.test(type))
    .map(({ type, path }) => `${path}: ${type}`)
    .sort();

const paths = async () => (await hound.documents()).map(({ path }) => path);
const ids = async () => (await hound.documents()).map(({ id }) => id);
const found = async (query: string) =>
  (await hound.search(query)).hits.map(({ path, page }) => `${path}:${page}`);

const boats = file("notes/boats.txt", "A qersu is a kind of boat.\n\nIt is rowed standing up.");
const trees = file(
  "notes/trees.md",
  "# Trees\n\nAn oak grows slowly. A willow likes water and boats.",
);

describe("adding files", () => {
  it("makes words of added files findable, with document, page, span and marks", async () => {
    expect(ends(await add(boats, trees))).toEqual([
      "notes/boats.txt: document-ready",
      "notes/trees.md: document-ready",
    ]);
    const { hits, matches, coverage } = await hound.search("What is a qersu?");
    expect(matches).toBe(1);
    expect(coverage).toMatchObject({ documents: 2, pages: 2, pagesWithoutText: 0, gaps: [] });
    const [hit] = hits;
    expect(hit).toMatchObject({ path: "notes/boats.txt", page: 1, pageLabel: null, heading: null });
    expect(hit?.id).toMatch(/^d\d+\.p1\.s1$/);
    expect(hit?.text).toContain("A qersu is a kind of boat.");
    const page = await hound.page(hit?.document ?? missing(), 1);
    expect(page.text.slice(hit?.span.start, hit?.span.end)).toBe(hit?.text);
    const marked = hit?.marks.map(({ start, end }) => page.text.slice(start, end));
    expect(marked).toEqual(["qersu"]);
  });

  it("reports each file's steps in order", async () => {
    const types = (await add(boats)).map(({ type }) => type);
    expect(types).toEqual([
      "document-waiting",
      "document-started",
      "document-progress",
      "document-indexing",
      "document-ready",
    ]);
  });

  it("keeps unchanged files, and replaces changed ones", async () => {
    await add(boats, trees);
    expect(ends(await add(boats))).toEqual(["notes/boats.txt: document-unchanged"]);
    const events = await add(file("notes/boats.txt", "A junk has battened sails."));
    expect(events.at(-1)).toMatchObject({
      type: "document-ready",
      replaced: expect.stringMatching(/^d\d+$/),
    });
    expect((await paths()).sort()).toEqual(["notes/boats.txt", "notes/trees.md"]);
    expect(await found("qersu")).toEqual([]);
    expect(await found("battened")).toEqual(["notes/boats.txt:1"]);
    await reopen();
    expect(await found("qersu battened")).toEqual(["notes/boats.txt:1"]);
  });

  it.runIf(isLong)("keeps two documents for the same bytes at two paths", async () => {
    await add(boats, { ...boats, path: "copy.txt" });
    expect((await paths()).sort()).toEqual(["copy.txt", "notes/boats.txt"]);
  });

  it("accepts real files, with the path inside the folder they were picked from", async () => {
    const lastModified = Date.UTC(2023, 4, 4, 12);
    const picked = new File(["plain words"], "picked.txt", { lastModified });
    for await (const event of hound.add([picked])) expect(event.path).toBe("picked.txt");
    expect(await found("plain")).toEqual(["picked.txt:1"]);
    // A document without a date in its text gets its file's date.
    expect(await found("plain after:2023-05-04 before:2023-05-05")).toEqual(["picked.txt:1"]);
    expect(await found("plain before:2023-05-04")).toEqual([]);
  });

  it("refuses a list without files", () => {
    expect(() => hound.add([])).toThrow(expect.objectContaining({ code: "nothing-to-read" }));
  });
});

describe("a workbook", () => {
  it("finds a workbook by cell in searches and greps, and after the page is reopened", async () => {
    const cell = (place: string, text: string) =>
      `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = `<row r="7">${cell("B7", "Port")}${cell("D7", "Quays")}</row><row r="8">${cell("B8", "Bergen")}${cell("D8", "qersu")}</row>`;
    const sheet = "Harbours of the northern coast";
    const bytes = new Uint8Array(excelFile({ [sheet]: rows }));
    const [ready] = (await add(file("ports.xlsx", bytes))).slice(-1);
    expect(ready).toMatchObject({ type: "document-ready", document: { pageUnit: "sheet" } });
    await reopen();
    const [hit] = (await hound.search("Bergen")).hits;
    expect([hit?.pageUnit, hit?.pageLabel]).toEqual(["sheet", `${sheet}, B7:D8`]);
    const { hits } = await hound.grep("qersu");
    expect(hits[0]?.pageLabel).toBe(`${sheet}, D8`);
    const [table] = await hound.tables(hit?.document ?? missing(), 1);
    expect(table?.columns.map(({ heads }) => heads[0])).toEqual(["Port", "Quays"]);
  });
});

describe("bad input", () => {
  it("refuses bad input by name, and loses nothing", async () => {
    const zip = Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]);
    const bad: readonly [path: string, content: BlobPart, code: string][] = [
      ["report.pdf", "just some words", "format-mismatch"],
      ["empty.pdf", "", "empty-file"],
      ["empty.txt", "", "empty-file"],
      ["photo.jpg", Uint8Array.from([0xff, 0xd8, 0xff, 0, 1, 2]), "damaged-file"],
      ["tune.mid", Uint8Array.from([0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6]), "unsupported-format"],
      ["letter.docx", zip, "damaged-file"],
      ["stub.pdf", "%PDF-1.7\n", "damaged-file"],
    ];
    await add(boats);
    const events = await add(...bad.map(([path, content]) => file(path, content)), trees);
    for (const [path, , code] of bad) {
      const refused = events.find(
        (event) => event.type === "document-refused" && event.path === path,
      );
      expect(refused).toMatchObject({ code, message: expect.stringContaining(path) });
    }
    expect((await paths()).sort()).toEqual(["notes/boats.txt", "notes/trees.md"]);
    expect(await found("qersu")).toEqual(["notes/boats.txt:1"]);
  });

  it("keeps the old version searchable if a new one is damaged", async () => {
    await add({ path: "a.pdf", file: await fixture("pdf/table.pdf") });
    const before = await ids();
    const events = await add(file("a.pdf", "%PDF-1.7\n"));
    expect(ends(events)).toEqual(["a.pdf: document-refused"]);
    expect(await ids()).toEqual(before);
  });
});

describe("a collection", () => {
  it("keeps a collection unchanged when it is closed and reopened", async () => {
    await add(boats, trees, { path: "two.pdf", file: await fixture("pdf/two-columns.pdf") });
    const before = [await hound.documents(), await hound.search("boats water")];
    await reopen();
    expect([await hound.documents(), await hound.search("boats water")]).toEqual(before);
  });

  it("gives the same results from a rebuilt index", async () => {
    await add(boats, trees);
    const before = await hound.search("boats water");
    await reopen({ rebuild: true });
    expect(await hound.search("boats water")).toEqual(before);
  });

  it("searches only the requested documents", async () => {
    await add(boats, trees);
    const [first] = await hound.documents();
    const { hits, coverage } = await hound.search("boats", { documents: [first?.id ?? missing()] });
    expect(hits.map(({ document }) => document)).toEqual([first?.id]);
    expect(coverage.documents).toBe(1);
  });

  it("removes documents at once, restores them, and hides removed ones after reopening", async () => {
    await add(boats, trees);
    const boat =
      (await hound.documents()).find(({ path }) => path === "notes/boats.txt")?.id ?? missing();
    await hound.remove([boat]);
    expect(await found("qersu")).toEqual([]);
    expect(await paths()).toEqual(["notes/trees.md"]);
    await expect(hound.page(boat, 1)).rejects.toMatchObject({ code: "not-found" });
    await hound.restore([boat]);
    expect(await found("qersu")).toEqual(["notes/boats.txt:1"]);
    await hound.remove([boat]);
    await reopen();
    expect(await paths()).toEqual(["notes/trees.md"]);
    await hound.restore([boat]);
    expect(await found("qersu")).toEqual(["notes/boats.txt:1"]);
    const unknown = "d999" as typeof boat;
    await expect(hound.restore([unknown])).rejects.toMatchObject({ code: "not-found" });
  });

  it("restores an older version in one step, and the newer one again", async () => {
    await add(boats);
    const [older = missing()] = await ids();
    await add(file("notes/boats.txt", "The green ones are umiaqs."));
    const [newer = missing(), ...more] = await ids();
    expect(more).toEqual([]);
    expect(newer).not.toBe(older);
    expect(await found("umiaqs")).toEqual(["notes/boats.txt:1"]);
    expect(await found("qersu")).toEqual([]);

    const changes = watchChanges(hound);
    await hound.restore([older]);
    expect(await ids()).toEqual([older]);
    expect(await found("qersu")).toEqual(["notes/boats.txt:1"]);
    expect(await found("umiaqs")).toEqual([]);
    expect((await hound.grep("umiaqs")).hits).toEqual([]);
    expect((await hound.grep("qersu")).hits).toHaveLength(1);
    expect(await changes.seen(({ type }) => type === "documents-removed")).toMatchObject({
      documents: [newer],
    });
    expect(await changes.seen(({ type }) => type === "documents-restored")).toMatchObject({
      documents: [{ id: older }],
    });
    changes.stop();
    await expect(hound.restore([older])).rejects.toMatchObject({ code: "not-found" });

    await hound.restore([newer]);
    expect(await found("umiaqs")).toEqual(["notes/boats.txt:1"]);
    await reopen();
    await hound.restore([older]);
    expect(await found("qersu")).toEqual(["notes/boats.txt:1"]);
    // An id is never reused, whatever was added and removed.
    await add(file("notes/boats.txt", "They are gone."));
    expect([older, newer]).not.toContain((await ids())[0]);
  });

  it("reports missing documents and pages", async () => {
    await add(boats);
    const [id = missing()] = await ids();
    await expect(hound.page(id, 2)).rejects.toMatchObject({ code: "not-found" });
    await expect(hound.search("x", { limit: 0 })).rejects.toMatchObject({
      code: "invalid-argument",
    });
    await expect(hound.remove(["d999" as typeof id])).rejects.toMatchObject({ code: "not-found" });
  });

  it("returns the file as it was added", async () => {
    await add(boats);
    const [id = missing()] = await ids();
    expect(await (await hound.original(id)).text()).toBe(await boats.file.text());
  });

  it("rejects calls once it is closed", async () => {
    hound.close();
    await expect(hound.documents()).rejects.toMatchObject({ code: "closed" });
  });
});

describe("adding and asking", () => {
  it("starts a run at once, and lets callers await it", async () => {
    const adding = hound.add([boats, trees, file("empty.txt", "")]);
    const { added, refused, replaced, ...none } = await adding;
    expect(added.map(({ path }) => path).sort()).toEqual(["notes/boats.txt", "notes/trees.md"]);
    expect(refused).toMatchObject([{ path: "empty.txt", code: "empty-file", kept: false }]);
    expect([replaced, none]).toEqual([[], { unchanged: [], cancelled: [], missing: [] }]);
    const answer = await hound.ask("What is a qersu?");
    expect(answer).toMatchObject({ kind: "passages", passages: [{ path: "notes/boats.txt" }] });
  });

  it.runIf(isLong)("replays all events of a run to a later iteration", async () => {
    const adding = hound.add([boats, trees]);
    await adding;
    const events: IngestEvent[] = [];
    for await (const event of adding) events.push(event);
    expect(ends(events)).toHaveLength(2);
    expect(events.filter(({ type }) => type === "document-waiting")).toHaveLength(2);
    const asking = hound.ask("What is a qersu?");
    await asking;
    const types: string[] = [];
    for await (const { type } of asking) types.push(type);
    expect([types[0], types.at(-1)]).toEqual(["run-start", "answer"]);
  });

  it.runIf(isLong)(
    "continues a run without a listener, and reports replaced and missing documents",
    async () => {
      void hound.add([boats, trees]);
      await expect.poll(paths, { timeout: 60_000 }).toHaveLength(2);
      const changed = file("notes/boats.txt", "A junk has battened sails.");
      const { replaced, missing } = await hound.add([changed], { folders: ["notes"] });
      expect(replaced).toHaveLength(1);
      expect(missing.map(({ path }) => path)).toEqual(["notes/trees.md"]);
    },
  );

  it("rejects a run when the collection closes meanwhile, without unhandled rejections", async () => {
    const unhandled: unknown[] = [];
    const note = (event: PromiseRejectionEvent) => unhandled.push(event.reason);
    addEventListener("unhandledrejection", note);
    void hound.add([boats]);
    const asking = hound.ask("What is a qersu?");
    hound.close();
    await expect(asking).rejects.toMatchObject({ code: "closed" });
    // Browsers report unhandled rejections in a separate task.
    await new Promise((resolve) => setTimeout(resolve));
    removeEventListener("unhandledrejection", note);
    expect(unhandled).toEqual([]);
  });
});

describe("stopping", () => {
  const many = Array.from({ length: 40 }, (_, i) => file(`many/${i}.txt`, `number ${i} and words`));

  it("keeps what is ready and leaves nothing else behind when aborted", async () => {
    const controller = new AbortController();
    const ready: string[] = [];
    const adding = (async () => {
      for await (const event of hound.add(many, { signal: controller.signal })) {
        if (event.type === "document-ready") ready.push(event.path);
        if (ready.length === 3) controller.abort();
      }
    })();
    await expect(adding).rejects.toMatchObject({ name: "AbortError" });
    const kept = await paths();
    expect(kept.length).toBeGreaterThanOrEqual(3);
    expect(kept.length).toBeLessThan(many.length);
    await reopen();
    expect((await paths()).length).toBeGreaterThanOrEqual(kept.length);
    expect(ends(await add(...many))).toHaveLength(many.length);
    expect(await paths()).toHaveLength(many.length);
  });

  it("stops the work when the iteration is left", async () => {
    for await (const event of hound.add(many)) if (event.type === "document-ready") break;
    await expect.poll(async () => (await paths()).length).toBeLessThan(many.length);
  });
});

describe("PDFs", () => {
  const pdfs = ["two-columns", "table", "margins"];

  it("maps characters of every passage of a PDF back to boxes inside the page", async () => {
    await add(
      ...(await Promise.all(
        pdfs.map(async (pdf) => ({ path: `${pdf}.pdf`, file: await fixture(`pdf/${pdf}.pdf`) })),
      )),
    );
    for (const { id, pages } of await hound.documents()) {
      const passages = await hound.passages(id);
      expect(passages.length).toBeGreaterThan(0);
      for (let number = 1; number <= pages.total; number++) {
        const page = await hound.page(id, number);
        for (const passage of passages.filter((each) => each.page === number)) {
          const start = page.text.indexOf(passage.text);
          expect(start).toBeGreaterThanOrEqual(0);
          for (let at = start; at < start + passage.text.length; at++) {
            if (/\s/.test(page.text[at] ?? "")) continue;
            const [range] = itemRanges(page.geometry ?? missing(), { start: at, end: at + 1 });
            const { left, top, right, bottom } = boxOf(
              page.geometry ?? missing(),
              range?.item ?? missing(),
            );
            expect(left).toBeLessThanOrEqual(right);
            expect(top).toBeLessThanOrEqual(bottom);
            expect(right).toBeGreaterThan(0);
            expect(left).toBeLessThan(page.width);
            expect(bottom).toBeGreaterThan(0);
            expect(top).toBeLessThan(page.height);
          }
        }
      }
    }
  });
});

function boxOf({ boxes }: { boxes: Float32Array }, item: number) {
  const [left = 0, top = 0, right = 0, bottom = 0] = boxes.subarray(item * 4, item * 4 + 4);
  return { left, top, right, bottom };
}

function missing(): never {
  throw new Error("the test expected something to be there");
}
