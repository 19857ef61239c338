import { expect, test } from "vitest";
import {
  countPages,
  extent,
  pagesWords,
  partialReason,
  recognisedReason,
  searchableShare,
} from "../../../../src/element/documents/document-words.js";
import {
  deletedWords,
  replacedWords,
  restoredWords,
} from "../../../../src/element/documents/documents.js";
import { I18n } from "../../../../src/element/i18n/i18n.js";
import { textMetadata } from "../../../../src/readers/parts.js";
import { summaryOf } from "./summary-of.js";

const words = new I18n("en");

test("a completely searchable document gets no mark", () => {
  expect(partialReason(words, summaryOf({ total: 12, empty: 2 }))).toBeNull();
  expect(recognisedReason(words, summaryOf({ total: 12 }))).toBeNull();
});

test.each([
  [{ total: 1, scanned: 1 }, "Its only page is a scan; its text cannot be searched."],
  [{ total: 1430, scanned: 1430 }, "All 1,430 pages are scans; their text cannot be searched."],
  [{ total: 430, scanned: 18 }, "412 of 430 pages searchable; 18 scanned."],
  [{ total: 1, unreadable: 1 }, "0 of 1 page searchable; 1 could not be read."],
  [
    { total: 10, scanned: 2, unreadable: 1, empty: 3 },
    "4 of 10 pages searchable; 2 scanned, 1 could not be read, 3 empty.",
  ],
])("describes pages %o as: %s", (pages, sentence) => {
  expect(partialReason(words, summaryOf(pages))).toBe(sentence);
});

test("does not call parts pages", () => {
  const book = summaryOf({ total: 5, unreadable: 1 }, { pageUnit: "part" });
  expect(partialReason(words, book)).toBe("4 of 5 parts searchable; 1 could not be read.");
});

test("a document's length uses the reader's unit", () => {
  const long = (about: Parameters<typeof summaryOf>[1]) =>
    extent(words, summaryOf({ total: 7 }, about));
  const metadata = textMetadata(1, { units: 4 });
  expect(long({})).toBe("7 pages");
  expect(long({ format: "pptx", pageUnit: "slide" })).toBe("7 slides");
  expect(long({ format: "xlsx", pageUnit: "sheet", metadata })).toBe("4 sheets");
  expect(long({ format: "docx", pageUnit: "section", metadata })).toBe("4 sections");
  expect(long({ format: "epub", pageUnit: "section", metadata })).toBe("4 chapters");
  expect(
    long({ format: "mail", pageUnit: "section", metadata: textMetadata(1, { units: 1 }) }),
  ).toBe("1 message");
  // Read by an earlier version, or without headings.
  expect(long({ format: "xlsx", pageUnit: "sheet" })).toBe("7 parts");
  expect(extent(words, summaryOf({ total: 1 }, { format: "text", pageUnit: "part" }))).toBe("");
});

test("formats numbers for the language", () => {
  const german = new I18n("de");
  expect(searchableShare(german, summaryOf({ total: 1430, scanned: 18 }))).toBe(
    "1.412 of 1.430 searchable",
  );
});

test("says that recognised text may contain errors, and how much of it there is", () => {
  expect(recognisedReason(words, summaryOf({ total: 3, recognised: 3 }))).toBe(
    "The text of all its pages was recognised in scans; it may have mistakes.",
  );
  expect(recognisedReason(words, summaryOf({ total: 30, recognised: 3 }))).toBe(
    "The text of 3 of 30 pages was recognised in scans; it may have mistakes.",
  );
});

test("names one deleted document, and counts several", () => {
  const one = summaryOf({ total: 1 });
  expect(deletedWords(words, [one])).toBe("annual.pdf deleted. You can undo this for ten seconds.");
  expect(deletedWords(words, [one, one])).toBe(
    "2 documents deleted. You can undo this for ten seconds.",
  );
  expect(replacedWords(words, [one])).toBe(
    "annual.pdf was replaced by its new version. You can undo this for twenty seconds.",
  );
  expect(replacedWords(words, [one, one])).toBe(
    "2 documents were replaced. You can undo this for twenty seconds.",
  );
  expect(restoredWords(words, [one])).toBe("annual.pdf is back.");
  expect(restoredWords(words, [one, one])).toBe("2 documents are back.");
});

test("counts the pages of a list as a search does, and names those without text", () => {
  const report = summaryOf({ total: 598, empty: 3 });
  const texts = summaryOf({ total: 320 }, { pageUnit: "part", format: "text" });
  expect(countPages([report, texts])).toEqual({ count: 918, searchable: 915 });
  expect(pagesWords(words, [report, texts])).toBe("918 pages; 3 empty");
  expect(pagesWords(words, [texts])).toBe("320 pages");
  expect(pagesWords(words, [])).toBe("");
  expect(pagesWords(words, [summaryOf({ total: 9, scanned: 2, unreadable: 1 })])).toBe(
    "9 pages; 2 scanned, 1 unreadable",
  );
});

test("a document's row names its empty pages", () => {
  expect(extent(words, summaryOf({ total: 18, empty: 2 }))).toBe("18 pages; 2 empty");
  expect(extent(words, summaryOf({ total: 18 }))).toBe("18 pages");
});
