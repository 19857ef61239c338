import { expect, test } from "vitest";
import { arrange } from "../../../../src/element/documents/arrangement.js";
import type { DocumentSummary } from "../../../../src/index.js";

const said = (path: string, modified: string | null, author: string | null): DocumentSummary =>
  ({ id: path, path, metadata: { created: null, modified, author } }) as unknown as DocumentSummary;

const documents = [
  said("b.pdf", "2023-04-01", "ada Byron"),
  said("a.pdf", null, null),
  said("d.pdf", "2024-01-02", "Bob\nMiller"),
  said("c.pdf", "2023-12-31T23:30:00-02:00", "Ada Byron"),
];

function rows(order: "added" | "date" | "author"): (string | null)[] {
  return arrange(documents, order).map((row) => ("group" in row ? row.group : row.path));
}

test("the list is sorted by date, newest first, under years; undated ones come last", () => {
  expect(rows("date")).toEqual(["2024", "d.pdf", "c.pdf", "2023", "b.pdf", null, "a.pdf"]);
});

test("sorts the list by author, ignoring case", () => {
  const [first, ...others] = rows("author");
  expect(first?.toLowerCase()).toBe("ada byron");
  expect(others).toEqual(["b.pdf", "c.pdf", "Bob Miller", "d.pdf", null, "a.pdf"]);
});

test("the list is in the order of adding by default", () => {
  expect(rows("added")).toEqual(["b.pdf", "a.pdf", "d.pdf", "c.pdf"]);
});
