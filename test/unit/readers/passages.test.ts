import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Line, LineKind, Page, Span } from "../../../src/core/page.js";

import { countWords, cutPassages } from "../../../src/readers/passages.js";

interface Block {
  readonly kind: LineKind;
  readonly lines: readonly string[];
}

function pageOf(blocks: readonly Block[], number = 1): Page {
  const lines: Line[] = [];
  let text = "";
  blocks.forEach(({ kind, lines: content }, block) => {
    if (block > 0) text += "\n";
    for (const line of content) {
      const start = text.length;
      text += line;
      lines.push({
        start,
        end: text.length,
        block,
        kind,
        level: 0,
        size: 10,
        bold: false,
        top: 0,
        bottom: 0,
      });
      text += "\n";
    }
  });
  return { number, label: null, state: "text", width: 0, height: 0, text, lines, geometry: null };
}

const textOf = (page: Page, { start, end }: { start: number; end: number }) =>
  page.text.slice(start, end);
const prose = (words: number, word = "word") =>
  Array.from({ length: words }, (_, i) => `${word}${i}`).join(" ");

const line = fc.array(
  fc.constantFrom("alpha", "Beta.", "gamma", "12,3", "(4)", "Ünï", "資料", "x"),
  {
    minLength: 1,
    maxLength: 40,
  },
);
const block = fc.record({
  kind: fc.constantFrom<LineKind>("text", "row", "list-item", "heading"),
  lines: fc.array(
    line.map((words) => words.join(" ")),
    { minLength: 1, maxLength: 8 },
  ),
});

describe("cutPassages", () => {
  it("puts every visible character outside margins into exactly one passage", () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), fc.array(fc.nat(20)), (blocks, margin) => {
        const page = pageOf(blocks);
        const passages = cutPassages(page, margin, [], { targetWords: 30 });
        const inside = new Uint8Array(page.text.length);
        for (const { start, end } of passages)
          for (let i = start; i < end; i++) inside[i] = (inside[i] ?? 0) + 1;
        page.lines.forEach((line, index) => {
          const expected = margin.includes(index) ? 0 : 1;
          for (let i = line.start; i < line.end; i++) {
            if (/\S/.test(page.text[i] ?? "")) expect(inside[i]).toBe(expected);
          }
        });
      }),
    );
  });

  it("makes a passage of each searchable margin line", () => {
    const page = pageOf([
      { kind: "text", lines: ["The harbour book"] },
      { kind: "text", lines: ["The quay opens at noon."] },
      { kind: "text", lines: ["12"] },
    ]);
    const passages = cutPassages(page, [0, 2], [], { findable: [0] });
    expect(passages.map(({ start, end }) => page.text.slice(start, end))).toEqual([
      "The harbour book",
      "The quay opens at noon.",
    ]);
  });

  it("keeps passages in order, numbered from 1, and near the target length", () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
        const page = pageOf(blocks, 7);
        const passages = cutPassages(page, [], [], { targetWords: 30 });
        passages.forEach((passage, index) => {
          expect(passage.ordinal).toBe(index + 1);
          expect(passage.page).toBe(7);
          expect(passage.start).toBeGreaterThanOrEqual(passages[index - 1]?.end ?? 0);
          // Two headings in a row may share a passage; nothing else exceeds 1.3 times the target.
          expect(countWords(page.text, passage.start, passage.end)).toBeLessThanOrEqual(2 * 30);
        });
      }),
    );
  });

  it("never splits a table row", () => {
    const rows = Array.from({ length: 60 }, (_, i) => `Item ${i}\t$ ${i},000\t(${i})`);
    const page = pageOf([{ kind: "row", lines: rows }]);
    const passages = cutPassages(page, [], [], { targetWords: 40 });
    expect(passages.length).toBeGreaterThan(3);
    expect(passages.flatMap((passage) => textOf(page, passage).split("\n"))).toEqual(rows);
  });

  it("splits long prose between sentences", () => {
    const sentence = "The quick brown fox jumps over the lazy dog.";
    const page = pageOf([{ kind: "text", lines: [Array(40).fill(sentence).join(" ")] }]);
    for (const passage of cutPassages(page, [], [], { targetWords: 50 })) {
      expect(textOf(page, passage)).toMatch(/^The quick.*dog\.$/s);
    }
  });

  it("starts a passage at a heading and keeps it with the text after it", () => {
    const page = pageOf([
      { kind: "text", lines: [prose(60)] },
      { kind: "heading", lines: ["Risk factors"] },
      { kind: "text", lines: [prose(60, "risk")] },
    ]);
    const [first, second] = cutPassages(page, [], [], { targetWords: 80 });
    expect(textOf(page, first as Span)).not.toContain("Risk factors");
    expect(textOf(page, second as Span)).toMatch(/^Risk factors\s+risk0/);
  });

  it("splits text without sentences or spaces, never inside a surrogate pair", () => {
    const page = pageOf([{ kind: "text", lines: ["𠮷資料".repeat(200)] }]);
    const passages = cutPassages(page, [], [], { targetWords: 50 });
    expect(passages.length).toBeGreaterThan(5);
    for (const passage of passages) expect(textOf(page, passage).isWellFormed()).toBe(true);
  });

  it("names the heading above a passage, even from an earlier page", () => {
    const page = pageOf(
      [
        { kind: "text", lines: [prose(50)] },
        { kind: "heading", lines: ["Second"] },
        { kind: "text", lines: [prose(50)] },
      ],
      3,
    );
    const start = page.text.indexOf("Second");
    const headings = [
      { text: "First", level: 1, page: 1, span: { start: 0, end: 5 } },
      { text: "Second", level: 1, page: 3, span: { start, end: start + 6 } },
      { text: "Third", level: 1, page: 4, span: null },
    ];
    const passages = cutPassages(page, [], headings, { targetWords: 60 });
    expect(passages.map(({ heading }) => heading)).toEqual([0, 1]);
  });

  it("returns no passages for a page without text", () => {
    expect(cutPassages(pageOf([]), [], [])).toEqual([]);
  });
});

it("cuts a long paragraph between its sentences, wherever its lines end", () => {
  const sentence = (number: number): string =>
    `Sentence ${number} is about the weather\non the hill, the rain in the valley and the\nwind from the sea.`;
  const text = Array.from({ length: 30 }, (_, number) => sentence(number)).join(" ");
  const page = pageOf([{ kind: "text", lines: text.split("\n") }]);
  const passages = cutPassages(page, [], []);
  expect(passages.length).toBeGreaterThan(1);
  for (const passage of passages) {
    expect(textOf(page, passage)).toMatch(/^Sentence[\s\S]*sea\.$/);
  }
});
