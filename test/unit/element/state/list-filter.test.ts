import { expect, test, vi } from "vitest";
import { ListFilter } from "../../../../src/element/documents/list-filter.js";
import { summaryOf } from "./summary-of.js";

test("finds documents by title and path, and other files by their path", async () => {
  const changed = vi.fn();
  const filter = new ListFilter(changed);
  const documents = ["Letters/May.txt", "harbour.pdf"].map((path) => ({
    ...summaryOf({ total: 1 }),
    path,
  }));
  const files = [{ path: "Letters/scan.tif" }, { path: "damaged.pdf" }];
  expect(filter.documents(documents)).toEqual(documents);
  expect(filter.files(files)).toEqual(files);
  filter.look("LETTERS");
  filter.documents(documents);
  await vi.waitFor(() => expect(filter.documents(documents)).toEqual(documents.slice(0, 1)));
  expect(filter.files(files)).toEqual([{ path: "Letters/scan.tif" }]);
  // Drawing the list again does not search again.
  expect(filter.files(files)).toBe(filter.files(files));
  filter.look("nothing");
  expect(filter.files(files)).toEqual([]);
});
