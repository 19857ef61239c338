import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { completeColumns } from "../../../../src/core/grid.js";
import { openArchive } from "../../../../src/store/archive/archive.js";
import {
  type ArchivedGrid,
  type ArchivedGridAnswer,
  requireReadableGrid,
} from "../../../../src/store/archive/archived-grids.js";
import { BlobSource } from "../../../../src/store/archive/source.js";
import { anyDocuments, type WholeDocument, written } from "./random-archive.js";
import { withManifest } from "./with-manifest.js";

let one: WholeDocument;
let file: Blob;

beforeAll(async () => {
  const many = await Promise.all(fc.sample(anyDocuments, { seed: 11, numRuns: 60 }));
  const [document] = many.find((documents) => documents.length === 1) ?? [];
  if (!document) throw new Error("No sample has one document.");
  one = document;
  file = await written([one]);
});

async function readWith(grids: unknown) {
  const changed = await withManifest(file, (manifest) => ({ ...manifest, grids }));
  const { manifest } = await openArchive(
    new BlobSource(changed, "a.pagehound"),
    new AbortController().signal,
  );
  return manifest.grids;
}

const columns = completeColumns([
  { id: "c1", question: "How much?", name: "Amount", type: "number", unit: "EUR" },
  { id: "c2", question: "Which?", name: "Which?", type: "choice", choices: ["red", "blue"] },
] as Parameters<typeof completeColumns>[0]);

function answer(changes: Partial<ArchivedGridAnswer> = {}): ArchivedGridAnswer {
  return {
    column: "c1",
    hash: one.document.hash,
    status: "likely",
    text: "12 euros",
    value: { type: "number", number: "12", unit: "EUR" },
    remark: null,
    citations: [{ page: 1, pageLabel: null, span: { start: 0, end: 3 }, quote: "abc" }],
    model: null,
    reason: null,
    review: "checked",
    reviewedAt: 5,
    madeAt: 4,
    ...changes,
  };
}

function grid(changes: Partial<ArchivedGrid> = {}): ArchivedGrid {
  const dates = { createdAt: 1, updatedAt: 2 };
  return {
    id: "g",
    title: "Amounts",
    columns,
    documents: null,
    ...dates,
    answers: [answer()],
    ...changes,
  };
}

describe("the grids of a collection file", () => {
  it("reads grids as written, and none from files of earlier versions", async () => {
    const documents = [{ path: one.document.path, hash: one.document.hash }];
    const list = [grid({ documents, removedColumns: ["c3"] })];
    expect(await readWith({ version: 1, list })).toEqual({ version: 1, list });
    expect(await readWith(undefined)).toBeUndefined();
  });

  it("skips grids that a newer version wrote, whatever they contain", async () => {
    expect(await readWith({ version: 2, list: "?", more: [] })).toEqual({ version: 2, list: null });
  });

  it("keeps only rows and answers for the file's own documents", async () => {
    const hash = "0".repeat(64);
    const documents = [
      { path: one.document.path, hash },
      { path: "elsewhere.txt", hash: one.document.hash },
    ];
    const list = [grid({ documents, answers: [answer(), answer({ hash })] })];
    expect(await readWith({ version: 1, list })).toEqual({
      version: 1,
      list: [grid({ documents: [] })],
    });
  });

  it("keeps no characters that change the direction of the text around them", async () => {
    const [first, second] = columns;
    const list = [
      grid({ title: "\u202eA", columns: [{ ...first, name: "B\u0007" }, second] as never }),
    ];
    const read = await readWith({ version: 1, list });
    expect(read?.list?.[0]).toMatchObject({
      title: "\ufffdA",
      columns: [{ name: "B\ufffd", question: "How much?" }, {}],
    });
  });

  const [first, second] = columns;
  it.each<[what: string, grids: () => unknown]>([
    ["no version", () => ({ list: [] })],
    ["version 0", () => ({ version: 0, list: [] })],
    ["no list", () => ({ version: 1 })],
    ["text", () => "grids"],
    ["null", () => null],
    ["a grid twice", () => ({ version: 1, list: [grid(), grid()] })],
    ["a grid without an id", () => ({ version: 1, list: [grid({ id: "" })] })],
    ["a grid without columns", () => ({ version: 1, list: [grid({ columns: [] })] })],
    [
      "two columns of the same id",
      () => ({ version: 1, list: [grid({ columns: [first, first] as never })] }),
    ],
    [
      "more than 100 columns",
      () => {
        const many = Array.from({ length: 101 }, (_, index) => ({ ...first, id: `c${index}` }));
        return { version: 1, list: [grid({ columns: many as never, answers: [] })] };
      },
    ],
    [
      "a column of a type that does not exist",
      () => ({ version: 1, list: [grid({ columns: [{ ...first, type: "formula" }] as never })] }),
    ],
    [
      "an empty question",
      () => ({ version: 1, list: [grid({ columns: [{ ...first, question: " " }] as never })] }),
    ],
    [
      "a question that is too long",
      () => {
        const question = "x".repeat(10_001);
        return { version: 1, list: [grid({ columns: [{ ...first, question }] as never })] };
      },
    ],
    [
      "a choice of one",
      () => ({
        version: 1,
        list: [grid({ columns: [first, { ...second, choices: ["red"] }] as never })],
      }),
    ],
    ["a time that is none", () => ({ version: 1, list: [grid({ updatedAt: Number.NaN })] })],
    ["rows that are no list", () => ({ version: 1, list: [grid({ documents: {} as never })] })],
    ...Object.entries<Partial<Record<keyof ArchivedGridAnswer, unknown>>>({
      "an answer to no column": { column: "c9" },
      "an answer about no file": { hash: "d1" },
      "an answer of no status": { status: "certain" },
      "a number that is none": { value: { type: "number", number: "1e5", unit: null } },
      "a number to choose from": { column: "c2" },
      "a choice that is none of the column's": {
        column: "c2",
        value: { type: "choice", choice: "green" },
      },
      "a value of another type": { value: { type: "date", date: "2024" } },
      "a mark that does not exist": { review: "sold" },
      "a place on no page": {
        citations: [{ page: 0, pageLabel: null, span: { start: 0, end: 1 }, quote: "a" }],
      },
      "a time of review that is text": { reviewedAt: "5" },
    }).map(([what, changes]): [string, () => unknown] => [
      what,
      () => ({ version: 1, list: [grid({ answers: [answer(changes as never)] })] }),
    ]),
    [
      "an answer twice",
      () => ({ version: 1, list: [grid({ answers: [answer(), answer({ madeAt: 9 })] })] }),
    ],
  ])("refuses grids with %s", async (_, grids) => {
    await expect(readWith(grids())).rejects.toMatchObject({ code: "damaged-file" });
  });

  it("does not write grids that an import would reject", () => {
    expect(() => requireReadableGrid(grid())).not.toThrow();
    const odd = grid({ answers: [answer({ madeAt: Number.NaN })] });
    expect(() => requireReadableGrid(odd)).toThrow(
      expect.objectContaining({
        code: "invalid-argument",
        message: expect.stringContaining("“Amounts”"),
      }),
    );
  });
});
