import { expect, test } from "vitest";
import type { DocumentId, DocumentSummary, Note, PageUnit } from "../../../../src/core/index.js";
import { I18n } from "../../../../src/element/i18n/i18n.js";
import { namedNote, placesOfNote } from "../../../../src/element/notes/note-places.js";
import { summaryOf } from "./summary-of.js";

const words = new I18n("en");

function noteOn(pages: readonly number[], document: DocumentId | null, path: string): Note {
  const places = pages.map((page) => ({
    ...{ hash: "", path, page, span: null, quote: null, document },
    state: document === null ? ("absent" as const) : ("found" as const),
  }));
  return { id: "n", text: "", question: null, places, createdAt: 1, updatedAt: 1 };
}

function listOf(document: DocumentSummary) {
  return { get: (id: string) => (id === document.id ? document : null) };
}

test.each<[PageUnit, number, number[], string, string]>([
  ["page", 12, [3], "Page 3", "Page 3"],
  ["page", 12, [4, 3], "Pages 3–4", "Pages 3–4"],
  ["slide", 12, [3, 4], "Slide 3 – Slide 4", "Slide 3 – Slide 4"],
  ["part", 12, [3], "Part 3", "Part 3"],
  ["section", 12, [3], "Part 3", "Part 3"],
  // A text in one piece has no place to name.
  ["part", 1, [1], "", "talk.txt"],
  ["sheet", 1, [1], "", "talk.txt"],
])("names the place of a note by the unit %s of %i", (pageUnit, total, pages, place, name) => {
  const document = summaryOf({ total }, { pageUnit, path: "meetings/talk.txt" });
  const note = noteOn(pages, document.id, document.path);
  expect(placesOfNote(words, listOf(document), note)).toBe(place);
  expect(namedNote(words, listOf(document), note)).toBe(name);
});

test("names pages of an absent document only if its file has pages", () => {
  const list = listOf(summaryOf({ total: 1 }));
  expect(placesOfNote(words, list, noteOn([3], null, "a/report.pdf"))).toBe("Page 3");
  expect(placesOfNote(words, list, noteOn([1], null, "a/talk.txt"))).toBe("");
});
