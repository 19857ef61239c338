import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type GrepOptions,
  type GrepProgress,
  type GrepResponse,
  type InputFile,
  Pagehound,
} from "../../../../src/index.js";
import { formatGrep } from "../../../../src/search/grep/format-grep.js";
import { isLong } from "../../../tries.js";
import { fixture } from "../../fixture.js";

const name = "pagehound-grep-test";
const options = { name, assetsBase: "/assets/", parseWorkers: 2 };
let hound: Pagehound;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open(options);
});
afterEach(() => hound.close());

const file = (path: string, content: string): InputFile => ({ path, file: new Blob([content]) });
const pdf = async (name: string): Promise<InputFile> => {
  return { path: `pdf/${name}.pdf`, file: await fixture(`pdf/${name}.pdf`) };
};

async function add(...files: InputFile[]): Promise<void> {
  for await (const event of hound.add(files)) {
    if (event.type === "document-refused") throw new Error(event.message);
  }
}

const grep = (pattern: string | readonly string[], how?: GrepOptions) => hound.grep(pattern, how);
const places = ({ hits }: GrepResponse) =>
  hits.map(({ path, page, line }) => `${path}:${page}:${line}`).sort();
const idOf = async (path: string) => {
  const document = (await hound.documents()).find((each) => each.path === path);
  if (!document) throw new Error(`${path} is not there.`);
  return document.id;
};

const boats = file("notes/boats.txt", "A qersu is a kind of boat.\nIt is rowed standing up.");
const trees = file("notes/trees.txt", "An oak grows slowly.\n\nA willow likes water and boats.");
/** Matching `(a+)+$` takes longer than anybody would wait. */
const trap = file("trap.txt", `Before.\n${"a".repeat(60)}!\nAfter.`);

describe("grep", () => {
  it("finds the same lines in a large text that several workers share", async () => {
    const line = (text: string, index: number) => `${text} number ${index} of the log.\n`;
    const log = (text: string) =>
      Array.from({ length: 60_000 }, (_, index) => line(text, index % 100)).join("");
    await add(
      file("ferry.log", log("A ferry left with")),
      file("lorry.log", log("A lorry came as")),
    );
    const found = await grep("(?:ferry|lorry) .*number 7 ", { limit: 1_300 });
    expect(found).toMatchObject({ matches: 1_200, lines: 1_200, left: 0, stopped: null });
    expect(found.documents.map(({ path, lines }) => [path, lines])).toEqual([
      ["ferry.log", 600],
      ["lorry.log", 600],
    ]);
    const places = found.hits.map(({ path, page, line }) => ({ path, page, line }));
    expect(places).toHaveLength(1_200);
    const rest = await grep("(?:ferry|lorry) .*number 7 ", { offset: 590, limit: 20 });
    expect(rest.hits.map(({ path, page, line }) => ({ path, page, line }))).toEqual(
      places.slice(590, 610),
    );
  });

  it("finds lines in PDFs: page, line, marks in the page's text, passage, counts", async () => {
    await add(await pdf("margins"), await pdf("table"), boats);
    const found = await grep("nobody works");
    expect(found).toMatchObject({ matches: 4, lines: 4, left: 0, stopped: null, notes: [] });
    const document = await idOf("pdf/margins.pdf");
    expect(found.documents).toEqual([
      {
        document,
        path: "pdf/margins.pdf",
        matches: 4,
        lines: 4,
        pages: [1, 2, 3, 4].map((page) => ({ page, matches: 1, lines: 1 })),
      },
    ]);
    expect(found.without.map(({ path }) => path).sort()).toEqual([
      "notes/boats.txt",
      "pdf/table.pdf",
    ]);
    expect(found.coverage).toMatchObject({ documents: 3, pages: 6, pagesWithoutText: 0 });
    for (const hit of found.hits) {
      const { text } = await hound.page(document, hit.page);
      expect(text.split("\n")[hit.line - 1]).toBe(hit.text);
      expect(hit.marks.map(({ start, end }) => text.slice(start, end))).toEqual(["nobody works"]);
      const passages = await hound.passages(document);
      const passage = passages.find(({ id }) => id === hit.id);
      expect(passage?.text).toContain("nobody works");
    }
    expect(found.hits.map(({ pageLabel }) => pageLabel)).toEqual(["i", "ii", "1", "2"]);
  });

  it("finds running headers where they first appear", async () => {
    await add(await pdf("margins"));
    const { hits } = await grep("Harbour Handbook");
    expect(hits.map(({ page, id }) => [page, id !== null])).toEqual([
      [1, true],
      [2, false],
      [3, false],
      [4, false],
    ]);
  });

  it("finds matches across a line break, and never across columns", async () => {
    await add(await pdf("two-columns"));
    const [hit] = (await grep("wrote down the weather")).hits;
    expect(hit?.text.split("\n")).toHaveLength(2);
    expect((await grep("long-term record")).matches).toBe(2);
    // The two texts are side by side, in different columns.
    expect((await grep("coast was.*Fog")).matches).toBe(0);
  });

  it("narrows by globs, documents and pages, and reports that in its coverage", async () => {
    await add(await pdf("margins"), boats, trees);
    expect(places(await grep("boat", { include: "*.txt", exclude: "trees*" }))).toEqual([
      "notes/boats.txt:1:1",
    ]);
    const only = await grep("boat", { documents: [await idOf("notes/trees.txt")] });
    expect(only.hits.map(({ path }) => path)).toEqual(["notes/trees.txt"]);
    expect(only.coverage).toMatchObject({ documents: 1, pages: 1 });
    const some = await grep("reads", { pages: "2-3,7", include: "pdf/**" });
    expect(some.hits.map(({ page }) => page)).toEqual([2, 3]);
    expect(some.coverage).toMatchObject({ documents: 1, pages: 2 });
  });

  it("returns a part, says how much is left, and continues from there", async () => {
    await add(await pdf("margins"), await pdf("two-columns"));
    const all = await grep("the");
    const first = await grep("the", { limit: 3 });
    expect(first.hits).toEqual(all.hits.slice(0, 3));
    expect(first).toMatchObject({ lines: all.lines, matches: all.matches, left: all.lines - 3 });
    const rest = await grep("the", { offset: 3 });
    expect(rest.hits).toEqual(all.hits.slice(3));
    expect(formatGrep(first)).toContain(`[${all.lines - 3} more matching lines`);
  });

  it("accepts several patterns, and every option that affects how they match", async () => {
    await add(boats, trees);
    expect(places(await grep(["QERSU", "oak"], { ignoreCase: true }))).toEqual([
      "notes/boats.txt:1:1",
      "notes/trees.txt:1:1",
    ]);
    expect((await grep("boat", { wholeWord: true })).matches).toBe(1);
    expect((await grep("boat.", { fixed: true })).matches).toBe(1);
    expect((await grep("böat", { foldDiacritics: true })).matches).toBe(2);
    const [hit] = (await grep("willow", { context: 1 })).hits;
    expect(hit?.before).toEqual([{ number: 1, text: "An oak grows slowly." }]);
  });

  it("stays in sync with added and removed documents, and across reloads", async () => {
    await add(boats);
    expect(places(await grep("boat"))).toEqual(["notes/boats.txt:1:1"]);
    await add(trees, file("notes/boats.txt", "Sails.\nAnother boat."));
    expect(places(await grep("boat"))).toEqual(["notes/boats.txt:1:2", "notes/trees.txt:1:3"]);
    const removed = await idOf("notes/trees.txt");
    await hound.remove([removed]);
    expect(places(await grep("boat"))).toEqual(["notes/boats.txt:1:2"]);
    await hound.restore([removed]);
    expect(places(await grep("boat"))).toEqual(["notes/boats.txt:1:2", "notes/trees.txt:1:3"]);
    hound.close();
    hound = await Pagehound.open(options);
    expect(places(await grep("boat"))).toEqual(["notes/boats.txt:1:2", "notes/trees.txt:1:3"]);
  });

  it.runIf(isLong)("reports its progress", async () => {
    await add(boats, trees);
    const seen: GrepProgress[] = [];
    await hound.grep("\\w+", { onProgress: (progress) => seen.push(progress) });
    expect(seen[0]).toEqual({ phase: "loading", done: 0, total: 2 });
    expect(seen.at(-1)).toEqual({ phase: "matching", done: 2, total: 2 });
  });

  it("names and rejects invalid arguments, and continues working", async () => {
    await add(boats);
    const refused: [string | string[], GrepOptions, string][] = [
      ["net income (loss", {}, "not closed"],
      [[], {}, "at least one"],
      ["x", { pages: "3-1" }, "3-1"],
      ["x", { limit: 0 }, "limit"],
      ["x", { deadline: 1 }, "deadline"],
    ];
    for (const [pattern, how, part] of refused) {
      await expect(grep(pattern, how), part).rejects.toMatchObject({
        code: "invalid-argument",
        message: expect.stringContaining(part),
      });
      expect((await grep("qersu")).matches, part).toBe(1);
    }
    const documents = ["d999" as Awaited<ReturnType<typeof idOf>>];
    await expect(grep("x", { documents })).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("a pattern that takes forever", () => {
  it("stops a slow pattern at the deadline, names it, and returns earlier findings", async () => {
    await add(boats);
    await add(trap);
    await add(trees);
    const found = await grep(["qersu", "(a+)+$"], { deadline: 300 });
    expect(found.stopped).toMatchObject({
      patterns: ["(a+)+$"],
      document: await idOf("trap.txt"),
      path: "trap.txt",
      pages: { from: 1, to: 1 },
    });
    expect(found.stopped?.message).toContain("(a+)+$");
    expect(places(found)).toEqual(["notes/boats.txt:1:1"]);
    expect(found.coverage.documents).toBe(1);
    expect(formatGrep(found)).toContain("was stopped");
    // The next grep runs at once, over everything.
    expect(places(await grep("[Bb]oat|Before"))).toEqual([
      "notes/boats.txt:1:1",
      "notes/trees.txt:1:3",
      "trap.txt:1:1",
    ]);
  });

  it.runIf(isLong)("keeps what was found earlier in the same document", async () => {
    const parts = Array.from(
      { length: 40 },
      (_, at) => `Part ${at + 1}.\n\n${"reed ".repeat(600)}\n`,
    );
    await add(file("long.md", `${parts.join("\n")}\n${"a".repeat(60)}!\n`));
    const found = await grep(["Part 1\\.", "(a+)+$"], { deadline: 500 });
    expect(found.hits.map(({ page }) => page)).toEqual([1]);
    expect(found.documents).toMatchObject([{ path: "long.md", matches: 1 }]);
    expect(found.without).toEqual([]);
    const from = found.stopped?.pages.from ?? 0;
    expect(from).toBeGreaterThan(1);
    expect(found.coverage).toMatchObject({ documents: 1, pages: from - 1 });
  });

  it("stops a slow pattern when the signal aborts", async () => {
    await add(trap);
    const controller = new AbortController();
    const running = hound.grep("(a+)+$", {
      signal: controller.signal,
      onProgress: ({ phase }) => {
        if (phase === "matching") controller.abort();
      },
    });
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
    expect((await grep("After")).matches).toBe(1);
  });

  it("delays only other greps, which wait for their turn, but no other calls", async () => {
    await add(boats, trap);
    const stuck = grep("(a+)+$", { deadline: 600 });
    const waiting = grep("qersu");
    expect((await hound.search("qersu")).hits).toHaveLength(1);
    expect((await stuck).stopped).not.toBeNull();
    expect((await waiting).matches).toBe(1);
  });
});
