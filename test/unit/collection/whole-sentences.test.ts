import { expect, it } from "vitest";
import { withWholeSentences } from "../../../src/collection/retrieval/whole-sentences.js";
import {
  documentId,
  evidenceId,
  type Heading,
  type Line,
  type Page,
  wholeMarks,
  wholeText,
} from "../../../src/core/index.js";
import { cutPassages } from "../../../src/readers/passages.js";
import type { SearchHit } from "../../../src/search/index.js";
import { packPassages } from "../../../src/store/index.js";

/** A page of blocks, each of lines. */
function pageOf(number: number, blocks: readonly (readonly string[])[]): Page {
  const lines: Line[] = [];
  let text = "";
  blocks.forEach((block, index) => {
    if (index > 0) text += "\n";
    for (const content of block) {
      const kind = content.includes("\t") ? "row" : "text";
      const place = { start: text.length, end: text.length + content.length, block: index };
      lines.push({ ...place, kind, level: 0, size: 10, bold: false, top: 0, bottom: 0 });
      text += `${content}\n`;
    }
  });
  const label = `p-${number}`;
  return { number, label, state: "text", width: 0, height: 0, text, lines, geometry: null };
}

/** The hits for all passages of a document, with the parts of their sentences on other pages. */
async function hitsOf(
  pages: readonly Page[],
  {
    headings = [],
    terms = [],
    margins = [],
  }: {
    headings?: readonly Heading[];
    terms?: readonly string[];
    /** Lines of each page that are margins. */
    margins?: readonly (readonly number[])[];
  } = {},
): Promise<SearchHit[]> {
  const passages = pages.flatMap((page, index) =>
    cutPassages(page, margins[index] ?? [], headings, { findable: margins[index] ?? [] }),
  );
  const id = documentId(1);
  const hits = passages.map((passage): SearchHit => {
    const { page, ordinal, start, end } = passage;
    const text = pages[page - 1]?.text.slice(start, end) ?? "";
    return {
      ...{ id: evidenceId(id, page, ordinal), document: id, path: "walk.pdf", page },
      ...{ pageLabel: null, pageUnit: "page", span: { start, end }, text, marks: [] },
      ...{ excerpt: { text, marks: [] }, heading: null, score: 1 },
    };
  });
  const document = { content: 7 };
  return withWholeSentences(hits, terms, {
    texts: { pages: async (keys) => keys.map(([, number]) => pages[number - 1]) },
    index: { languageOf: () => "en" },
    find: () => ({ document, passages: { entries: packPassages(passages) } }) as never,
  });
}

const whole = (hit: SearchHit | undefined): string =>
  hit ? wholeText(hit).text.replaceAll("\n", " ") : "";

it("adds the rest of a sentence from the next page, and its start from the page before", async () => {
  const pages = [
    pageOf(1, [["The path climbs to the ridge.", "It is closed when the"]]),
    pageOf(2, [["snow lies deep. Dogs are", "welcome."]]),
  ];
  const [first, second] = await hitsOf(pages, { terms: ["snow"] });
  expect(whole(first)).toBe("The path climbs to the ridge. It is closed when the snow lies deep.");
  expect(first?.sentenceStart).toBeUndefined();
  expect(first?.sentenceEnd).toMatchObject({
    page: 2,
    pageLabel: "p-2",
    span: { start: 0, end: 15 },
  });
  expect(first?.sentenceEnd?.marks).toEqual([{ start: 0, end: 4 }]);
  expect(whole(second)).toBe("It is closed when the snow lies deep. Dogs are welcome.");
});

it.each([
  ["a sentence that ends with its page", ["The path is closed."], ["and so is the hut."]],
  [
    "a new sentence after a short line",
    ["The path climbs to the ridge", "and ends"],
    ["Dogs are welcome here."],
  ],
  ["a list", ["You need warm"], ["- boots for the snow"]],
  ["what another speaker says", ["Ann: Is the hut the"], ["Ben: It is open."]],
  ["rows of a table", ["Ridge\t3 hours"], ["valley\t2 hours"]],
  ["a title at the foot of a page", ["Opening hours"], ["The hut is open all year."]],
])("adds nothing to %s", async (_what, before, next) => {
  const hits = await hitsOf([pageOf(1, [before]), pageOf(2, [next])]);
  expect(hits.map(whole)).toEqual([before, next].map((lines) => lines.join(" ")));
});

it.each([
  ["a name after a function word", ["They walked to the hut of"], ["Anna Berg. It was closed."]],
  [
    "a number after a full line",
    ["They walked to the hut, which is at", "a height of nearly half a mile, in"],
    ["1982 with a guide. It was late."],
  ],
])("continues with %s", async (_what, before, next) => {
  const [first] = await hitsOf([pageOf(1, [before]), pageOf(2, [next])]);
  expect(whole(first)).toBe(`${before.join(" ")} ${next[0]?.split(".")[0]}.`);
});

it("passes over margins, but not over headings", async () => {
  const pages = [
    pageOf(1, [["It is closed when the"], ["Page one"]]),
    pageOf(2, [["Walks in snow"], ["snow lies deep."]]),
  ];
  const [first] = await hitsOf(pages, { margins: [[1], [0]] });
  expect(whole(first)).toBe("It is closed when the snow lies deep.");
  const span = { start: 0, end: 13 };
  const headings: Heading[] = [{ text: "Walks in snow", level: 1, page: 2, span }];
  const [other] = await hitsOf(pages, { margins: [[1], []], headings });
  expect(whole(other)).toBe("It is closed when the");
});

it("covers the whole sentence with a mark at the edge of a passage", () => {
  const part = {
    page: 2,
    pageLabel: null,
    span: { start: 0, end: 10 },
    text: "snow lies.",
    marks: [],
  };
  const passage = { text: "Yes. Closed when the", sentenceEnd: part };
  const marked = [{ start: 5, end: 20 }];
  expect(wholeMarks({ ...passage, marked })).toEqual([{ start: 5, end: 31 }]);
  expect(wholeMarks({ ...passage, marked: [{ start: 0, end: 4 }] })).toEqual([
    { start: 0, end: 4 },
  ]);
});
