import { expect, it } from "vitest";
import type { DocumentId, Note } from "../../../src/index.js";
import { englishNoteWords, notesMarkdown } from "../../../src/notes/note-file.js";

const place = {
  ...{ hash: "ab", path: "leases/town_hall.pdf", page: 3, span: { start: 4, end: 9 } },
  ...{ quote: { exact: "a *bold*\nclaim", prefix: "", suffix: "" }, state: "found" as const },
  document: "d1" as DocumentId,
};
const note = { id: "n", text: "", question: null, places: [place], createdAt: 1, updatedAt: 1 };
const written = (...notes: Note[]): string =>
  notesMarkdown(notes, {
    words: englishNoteWords,
    link: ({ page }) => `https://example.org/#page=${page}`,
  });

it("writes notes by document and place, with their quotes unchanged", () => {
  const first = { ...note, id: "m", text: "Check **this**.", places: [{ ...place, page: 1 }] };
  expect(written(note, first)).toBe(`# Notes

## leases/town_hall.pdf

> a \\*bold\\* claim

Check **this**.

[Page 1](<https://example.org/#page=1>)

---

> a \\*bold\\* claim

[Page 3](<https://example.org/#page=3>)
`);
});

it("writes a passage on two pages as one note with a link to each", () => {
  const next = { ...place, page: 4, quote: { exact: "and its end", prefix: "", suffix: "" } };
  expect(written({ ...note, places: [place, next] })).toBe(`# Notes

## leases/town_hall.pdf

> a \\*bold\\* claim and its end

[Page 3](<https://example.org/#page=3>), [Page 4](<https://example.org/#page=4>)
`);
});

it("reports lost places, and numbers the sources of an answer", () => {
  const lost = { ...place, state: "lost" as const };
  const answer = { ...note, question: "Who?", text: "Ada [1], Jane [2].", places: [place, lost] };
  expect(written(answer)).toBe(`# Notes

## Answers

### Who?

Ada [1], Jane [2].

1. [town_hall.pdf, Page 3](<https://example.org/#page=3>): “a \\*bold\\* claim”
2. town_hall.pdf, Page 3 (The place is no longer in the document.): “a \\*bold\\* claim”
`);
});

it("names the file where the page has no name", () => {
  const answer = { ...note, question: "Who?", text: "Ada [1].", places: [place] };
  const file = notesMarkdown([note, answer], {
    words: { ...englishNoteWords, page: () => "" },
    link: () => "https://example.org/",
  });
  expect(file).toContain("\n[town_hall.pdf](<https://example.org/>)\n");
  expect(file).toContain("1. [town_hall.pdf](<https://example.org/>): “");
});
