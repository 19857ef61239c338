import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { GridAnswer, GridTable, Pagehound, TransferProgress } from "../../../src/index.js";
import type { ArchivedGrid } from "../../../src/store/index.js";
import { withManifest } from "../../unit/store/archive/with-manifest.js";
import { FileServer } from "../published/file-server.js";
import { inDatabase } from "./in-database.js";
import { openInPage } from "./in-page.js";
import { idOf, plants, twoCollections } from "./two-collections.js";
import { addAll, textFile } from "./watched.js";

const { names, openBoth, openTo, exportOf } = twoCollections("exported-grids");
let from: Pagehound;
let to: Pagehound;

const mirrors = "How many mirrors does the heliostat field have?";
const grid = {
  id: "plants",
  title: "Plants",
  columns: [
    { question: mirrors, name: "Mirrors", type: "number" },
    { question: "When was the plant opened?", name: "Opened", type: "date" },
  ],
} as const;

/** A grid's contents without anything that depends on the collection. */
function contentOf({ title, columns, rows }: GridTable) {
  return {
    ...{ title, columns },
    rows: rows.map(({ document, answers }) => ({ path: document.path, answers })),
  };
}

/** Answers in the first column, by document path. */
async function firstAnswers(hound: Pagehound): Promise<Record<string, GridAnswer | null>> {
  const { rows } = await hound.grids.get("plants");
  return Object.fromEntries(
    rows.map(({ document, answers }) => [document.path, answers[0] ?? null]),
  );
}

async function review(hound: Pagehound, path: string, mark: "checked" | "wrong" | null) {
  const { columns } = await hound.grids.get("plants");
  const place = { document: await idOf(hound, path), column: columns[0]?.id ?? "" };
  return hound.grids.review("plants", place, mark);
}

/** The exported file with modified grids. */
function withGrids(file: Blob, change: (grid: ArchivedGrid) => unknown, version = 1) {
  return withManifest(file, ({ grids, ...manifest }) => ({
    ...manifest,
    grids: { version, list: grids?.list?.map(change) },
  }));
}

describe("a grid of an exported collection", () => {
  beforeEach(async () => {
    [from, to] = await openBoth();
  });

  it("an imported grid is the same as before, with every answer at its location", async () => {
    await addAll(from, ...plants);
    const before = await from.grid(grid);
    await review(from, "plants/1.txt", "wrong");
    const file = await from.collection.export();
    const seen: TransferProgress[] = [];
    const imported = await to.collection.import(file, { onProgress: (one) => seen.push(one) });
    expect(imported.grids).toEqual({ added: 1, merged: 0, changed: [], leftOut: [] });
    expect(seen.at(-1)).toEqual({ step: "placing", done: 6, total: 6 });
    const after = await to.grids.get("plants");
    expect(contentOf(after)).toEqual(contentOf(await from.grids.get("plants")));
    expect(after).toMatchObject({ running: false, createdAt: before.createdAt });
    for (const { document, answers } of after.rows) {
      const [citation] = answers[0]?.citations ?? [];
      if (!citation) throw new Error("There is no citation.");
      const { text } = await to.page(document.id, citation.page);
      expect(text.slice(citation.span.start, citation.span.end)).toBe(citation.quote);
    }
    // Nothing is missing, so no answer is made again.
    const run = to.grid("plants");
    for await (const { type } of run) expect(type).not.toBe("answer");
    expect(contentOf(await run)).toEqual(contentOf(after));
    const again = await to.collection.import(await to.collection.export());
    expect(again.grids).toEqual({ added: 0, merged: 1, changed: [], leftOut: [] });
    expect(again.undo).toBeUndefined();
    expect(contentOf(await to.grids.get("plants"))).toEqual(contentOf(after));
  });

  it("an export leaves grids out on request, and contains only answers about the exported documents", async () => {
    await addAll(from, ...plants);
    const [one, two] = [await idOf(from, "plants/0.txt"), await idOf(from, "plants/1.txt")];
    await from.grid(grid);
    await from.grid({ ...grid, id: "chosen", documents: [one, two] });
    await from.grids.save({ id: "empty", columns: ["Who?"] });
    const bare = await from.collection.export({ grids: false });
    expect((await to.collection.import(bare)).grids).toBeUndefined();
    expect(await to.grids.list()).toEqual([]);
    const file = await from.collection.export({ documents: [one], originals: false });
    await to.collection.import(file, { folder: "from Anna" });
    const list = await to.grids.list();
    expect(list.map(({ id }) => id).sort()).toEqual(["chosen", "plants"]);
    const chosen = await to.grids.get("chosen");
    expect(chosen.documents?.map(({ path }) => path)).toEqual(["from Anna/plants/0.txt"]);
    expect(chosen.rows[0]?.answers.map((answer) => answer?.status)).toEqual(["likely", "likely"]);
    const stored = await inDatabase(names[1], (database) => database.getAll("gridAnswers"));
    expect(stored).toHaveLength(4);
  });

  it("an import keeps later changes made here to a grid, and does not restore a removed review", async () => {
    await addAll(from, ...plants);
    await from.grid(grid);
    await review(from, "plants/0.txt", "checked");
    await review(from, "plants/1.txt", "checked");
    const file = await from.collection.export();
    await to.collection.import(file);
    await review(to, "plants/0.txt", null);
    await review(to, "plants/2.txt", "wrong");
    const removed = await to.grids.get("plants");
    const [first] = removed.columns;
    if (!first) throw new Error("There is no column.");
    await to.grids.save({ id: "plants", title: "My plants", columns: [first, "Who owns it?"] });
    const imported = await to.collection.import(file);
    expect(imported.grids).toEqual({ added: 0, merged: 1, changed: [], leftOut: [] });
    const merged = await to.grids.get("plants");
    expect(merged.title).toBe("My plants");
    expect(merged.columns.map(({ name }) => name)).toEqual(["Mirrors", "Who owns it?"]);
    const marks = Object.values(await firstAnswers(to)).map((answer) => answer?.review);
    expect(marks).toEqual([null, "checked", "wrong"]);
    // A review set elsewhere after that is imported.
    await review(from, "plants/0.txt", "wrong");
    const later = await to.collection.import(await from.collection.export());
    expect((await firstAnswers(to))["plants/0.txt"]?.review).toBe("wrong");
    const none = { definition: false, columns: 0, newAnswers: 0 };
    expect(later.grids?.changed).toEqual([{ title: "My plants", ...none, answers: 1 }]);
  });

  it("undoing an import restores the merged grid", async () => {
    await addAll(from, ...plants);
    await addAll(to, ...plants);
    await to.grid({ ...grid, title: "Mine", columns: [grid.columns[0]] });
    await from.collection.import(await to.collection.export());
    await from.grid({ ...grid, title: "Theirs" });
    await review(from, "plants/1.txt", "wrong");
    const before = contentOf(await to.grids.get("plants"));
    const { grids, undo } = await to.collection.import(await from.collection.export());
    expect(grids?.changed).toEqual([
      { title: "Theirs", definition: true, columns: 1, answers: 1, newAnswers: 3 },
    ]);
    // A review given after the import is kept if the import did not touch the answer.
    await review(to, "plants/2.txt", "checked");
    const undone = await to.collection.undo(undo ?? "");
    expect(undone).toEqual({ grids: 1, conversations: 0, kept: [] });
    const { title, columns } = contentOf(await to.grids.get("plants"));
    expect({ title, columns }).toEqual({ title: "Mine", columns: before.columns });
    const answers = await firstAnswers(to);
    expect(answers["plants/1.txt"]).toEqual(before.rows[1]?.answers[0]);
    expect(answers["plants/2.txt"]?.review).toBe("checked");
    expect(await inDatabase(names[1], (database) => database.count("gridAnswers"))).toBe(3);
  });

  it("an import cannot be undone after ten later ones", async () => {
    await addAll(from, ...plants);
    await from.grids.save({ ...grid, id: "first" });
    const { undo: first } = await to.collection.import(await from.collection.export());
    for (let number = 0; number < 10; number++) {
      await from.grids.save({ ...grid, id: `later ${number}` });
      await to.collection.import(await from.collection.export());
    }
    await expect(to.collection.undo(first ?? "")).rejects.toMatchObject({ code: "not-found" });
    expect(await to.grids.list()).toHaveLength(11);
  });
});

describe("an exported file with a grid", () => {
  let file: Blob;

  beforeAll(async () => {
    file = await exportOf(async (filled) => {
      await addAll(filled, ...plants);
      await filled.grid(grid);
    });
  });
  beforeEach(async () => {
    to = await openTo();
  });

  it("an import adds missing answers and columns, up to 100 columns", async () => {
    const columns = Array.from({ length: 99 }, (_, index) => `What is number ${index}?`);
    await to.grids.save({ id: "plants", title: "Full", columns });
    const imported = await to.collection.import(file);
    expect(imported.grids).toMatchObject({
      added: 0,
      merged: 1,
      changed: [{ title: "Full", definition: false, columns: 1, answers: 0, newAnswers: 3 }],
      leftOut: [{ title: "Plants", reason: "too-many-columns", columns: ["Opened"] }],
    });
    const merged = await to.grids.get("plants");
    expect(merged.title).toBe("Full");
    expect(merged.columns.map(({ name }) => name)).toEqual([...columns, "Mirrors"]);
    expect(merged.rows.map(({ answers }) => answers[99]?.value)).toEqual(
      [4000, 4001, 4002].map((number) => ({ type: "number", number: `${number}`, unit: null })),
    );
    expect(await inDatabase(names[1], (database) => database.count("gridAnswers"))).toBe(3);
    // The merged grid can be saved again.
    await to.grids.save({ ...merged, documents: null });
  });

  it("an imported grid cites only text that is in the document, at its place there", async () => {
    const forged = await withGrids(file, (one) => ({
      ...one,
      answers: one.answers.map((answer, index) => ({
        ...answer,
        citations: answer.citations.map((citation) =>
          index === 0
            ? { ...citation, quote: "The plant was closed in 2020, and sold." }
            : { ...citation, page: 7, span: { start: 900, end: 901 } },
        ),
      })),
    }));
    await to.collection.import(forged);
    const { rows } = await to.grids.get("plants");
    const answers = rows.flatMap(({ document, answers }) =>
      answers.map((answer) => ({ document, answer })),
    );
    const without = answers.filter(({ answer }) => answer?.citations.length === 0);
    expect(without.map(({ answer }) => answer?.status)).toEqual(["possible"]);
    for (const { document, answer } of answers) {
      for (const { page, span, quote } of answer?.citations ?? []) {
        expect((await to.page(document.id, page)).text.slice(span.start, span.end)).toBe(quote);
      }
    }
  });

  it("an import skips and reports a grid of a newer version, and adds its documents", async () => {
    const { added, grids } = await to.collection.import(await withGrids(file, (one) => one, 2));
    expect(added).toHaveLength(3);
    expect(grids).toMatchObject({
      ...{ added: 0, merged: 0 },
      leftOut: [{ title: null, reason: "newer-version", columns: [] }],
    });
    expect(await to.grids.list()).toEqual([]);
  });

  it("an import refuses a malformed grid before storing anything", async () => {
    const malformed = await withGrids(file, (one) => {
      return { ...one, columns: one.columns.slice(1) };
    });
    await expect(to.collection.import(malformed)).rejects.toMatchObject({ code: "damaged-file" });
    expect(await to.documents()).toEqual([]);
    expect(await to.grids.list()).toEqual([]);
  });

  it("an import stores grids a few answers at a time, reports progress, and continues after an abort", async () => {
    const columns = Array.from({ length: 100 }, (_, index) => ({
      ...{ id: `c${index}`, question: `What is number ${index}?`, name: `${index}` },
      type: "text" as const,
    }));
    const list = Array.from({ length: 34 }, (_, index) => `many${index}`);
    const large = await withManifest(file, ({ grids, ...manifest }) => {
      const [one] = grids?.list ?? [];
      const [answer] = one?.answers ?? [];
      const hashes = manifest.documents.map(({ hash }) => hash);
      const answers = columns.flatMap(({ id }) =>
        hashes.map((hash) => ({ ...answer, column: id, hash, value: null, citations: [] })),
      );
      const many = list.map((id) => ({ ...one, id, columns, answers }));
      return { ...manifest, grids: { version: 1, list: many } };
    });
    const total = 34 * 300;
    const stop = new AbortController();
    const seen: TransferProgress[] = [];
    const onProgress = (progress: TransferProgress) => {
      if (progress.step === "placing") seen.push(progress);
      if (progress.step === "placing" && progress.done > 1_000) stop.abort();
    };
    const aborted = to.collection.import(large, { signal: stop.signal, onProgress });
    await expect(aborted).rejects.toMatchObject({ name: "AbortError" });
    expect(seen.length).toBeGreaterThan(4);
    expect(seen.every((progress) => progress.total === total)).toBe(true);
    const stored = () => inDatabase(names[1], (database) => database.count("gridAnswers"));
    expect(await stored()).toBeLessThan(total);
    expect(await to.documents()).toHaveLength(3);
    const { grids } = await to.collection.import(large);
    expect((grids?.added ?? 0) + (grids?.merged ?? 0)).toBe(34);
    expect(await stored()).toBe(total);
  });

  it("undoing an import removes the grid it added, and keeps the documents", async () => {
    const { undo } = await to.collection.import(file);
    await expect(to.collection.undo("unknown")).rejects.toMatchObject({ code: "not-found" });
    const undone = await to.collection.undo(undo ?? "");
    expect(undone).toEqual({ grids: 1, conversations: 0, kept: [] });
    expect(await to.grids.list()).toEqual([]);
    expect(await inDatabase(names[1], (database) => database.count("gridAnswers"))).toBe(0);
    expect(await to.documents()).toHaveLength(3);
    await expect(to.collection.undo(undo ?? "")).rejects.toMatchObject({ code: "not-found" });
  });

  it.each<[string, () => Promise<unknown>]>([
    ["renamed", () => to.grids.save({ ...grid, title: "Renamed" })],
    ["reviewed", () => review(to, "plants/1.txt", "checked")],
    [
      "asked about another document",
      async () => {
        await addAll(to, textFile("plants/3.txt", "The heliostat field of Dogwood has 7 mirrors."));
        await to.grid("plants");
      },
    ],
  ])("undoing an import keeps a grid that was %s since", async (_, change) => {
    const { undo } = await to.collection.import(file);
    await change();
    const before = contentOf(await to.grids.get("plants"));
    const undone = await to.collection.undo(undo ?? "");
    expect(undone).toMatchObject({ grids: 0, conversations: 0, kept: { length: 1 } });
    expect(contentOf(await to.grids.get("plants"))).toEqual(before);
  });

  it("a published collection contains no grids", async () => {
    const server = new FileServer({ ranges: true, etags: true });
    // In this page, because the fake server only answers here.
    to.close();
    const here = await openInPage(names[1]);
    try {
      server.publish(file);
      await here.collection.published.addPublished({ url: server.url });
      expect(await here.collection.documents(null)).toHaveLength(3);
      expect(await here.collection.grids.grids()).toEqual([]);
      const stored = await inDatabase(names[1], (database) => database.getAll("publications"));
      expect(stored).toHaveLength(1);
      expect(JSON.stringify(stored)).not.toContain(mirrors);
    } finally {
      here.close();
      server.close();
    }
  });
});
