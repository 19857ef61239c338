import { describe, expect, test } from "vitest";
import {
  Arranger,
  arrangementOf,
  isDocument,
  isFolder,
} from "../../../../src/element/documents/arrangement.js";
import type { DocumentSummary } from "../../../../src/index.js";

const described = (path: string, modified: string | null, author: string | null): DocumentSummary =>
  ({ id: path, path, metadata: { created: null, modified, author } }) as unknown as DocumentSummary;

const documents = [
  described("b.pdf", "2023-04-01", "ada Byron"),
  described("a.pdf", null, null),
  described("d.pdf", "2024-01-02", "Bob\nMiller"),
  described("c.pdf", "2023-12-31T23:30:00-02:00", "Ada Byron"),
];

function rows(order: "added" | "date" | "author"): (string | null)[] {
  const arranged = arrangementOf(documents, { order, toggled: null }).rows;
  return arranged.map((row) =>
    isDocument(row) ? row.path : "group" in row ? row.group : row.name,
  );
}

test("sorts the list by date under years, with the newest first and undated documents last", () => {
  expect(rows("date")).toEqual(["2024", "d.pdf", "c.pdf", "2023", "b.pdf", null, "a.pdf"]);
});

test("sorts the list by author, ignoring case", () => {
  const [first, ...others] = rows("author");
  expect(first?.toLowerCase()).toBe("ada byron");
  expect(others).toEqual(["b.pdf", "c.pdf", "Bob Miller", "d.pdf", null, "a.pdf"]);
});

test("lists documents in the order in which they were added by default", () => {
  expect(rows("added")).toEqual(["b.pdf", "a.pdf", "d.pdf", "c.pdf"]);
});

describe("documents in folders", () => {
  const files = (...paths: string[]) =>
    paths.map((path) => ({ id: path, path, source: null }) as unknown as DocumentSummary);
  const listed = (paths: readonly string[], toggled: readonly string[] = []) =>
    arrangementOf(files(...paths), { order: "folder", toggled: new Set(toggled) }).rows.map(
      (row) =>
        isFolder(row) ? `${row.depth} ${row.name} (${row.count})` : isDocument(row) ? row.path : "",
    );

  test("sorts folders into a tree, folders first, with names sorted by their numbers", () => {
    const paths = ["b.txt", "x/10.txt", "x/9.txt", "x/y/1.txt", "a/z.txt", "A.txt"];
    expect(listed(paths)).toEqual([
      ...["0 a (1)", "a/z.txt", "0 x (3)", "1 y (1)", "x/y/1.txt", "x/9.txt", "x/10.txt"],
      ...["A.txt", "b.txt"],
    ]);
    expect(listed(paths, ["x"])).toEqual(["0 a (1)", "a/z.txt", "0 x (3)", "A.txt", "b.txt"]);
  });

  test("collapses documents below the top-level folders if there are many", () => {
    const paths = Array.from({ length: 300 }, (_, at) => `x/${at % 3}/${at}.txt`);
    expect(listed(paths)).toEqual(["0 x (300)", "1 0 (100)", "1 1 (100)", "1 2 (100)"]);
    expect(listed(paths, ["x/1"])).toHaveLength(104);
  });
});

test("sorts thousands of documents in slices, keeping the old list until they are done", async () => {
  const many = Array.from({ length: 3_000 }, (_, at) =>
    described(`x/${3_000 - at}.txt`, null, null),
  );
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const arranger = new Arranger(() => finish());
  const options = { order: "folder", toggled: null } as const;
  const few = arranger.arrange(documents, options);
  expect(few.rows).toHaveLength(4);
  expect(arranger.arrange(many, options)).toBe(few);
  await done;
  const { rows, at } = arranger.arrange(many, options);
  expect(rows).toHaveLength(3_001);
  expect(rows.slice(1, 4).map((row) => (isDocument(row) ? row.path : ""))).toEqual([
    "x/1.txt",
    "x/2.txt",
    "x/3.txt",
  ]);
  expect(at.get("x/3000.txt")).toBe(3_000);
});
