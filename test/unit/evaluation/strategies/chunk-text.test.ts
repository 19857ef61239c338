import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LineKind } from "../../../../src/core/page.js";
import { loadWordCounter } from "../../../../src/evaluation/strategies/chunk-index.js";
import {
  type Chunk,
  chunksOf,
  type PageLines,
  piecesOf,
} from "../../../../src/evaluation/strategies/chunk-text.js";

/** A page with lines of the given kinds. */
function page(number: number, lines: readonly (readonly [LineKind, string])[]): PageLines {
  let text = "";
  const placed = lines.map(([kind, line]) => {
    const start = text.length;
    text += `${line}\n`;
    return { kind, start, end: start + line.length };
  });
  return { number, text, lines: placed };
}

/** A word has one token per letter, which makes sizes easy to calculate. */
const letters = (word: string): number => word.length;
const cut = (pages: readonly PageLines[], size: number, overlap: number): Chunk[] => [
  ...chunksOf(
    "a.pdf",
    pages.flatMap((one) => [...piecesOf(one, letters)]),
    { size, overlap },
  ),
];
const texts = (chunks: readonly Chunk[]): string[] => chunks.map(({ text }) => text);

describe("chunksOf", () => {
  it("fills chunks with whole words, each starting with the end of the previous one", () => {
    const chunks = cut([page(1, [["text", "aa bb cc dd ee ff"]])], 6, 2);
    expect(texts(chunks)).toEqual(["aa bb cc", "cc dd ee", "ee ff"]);
    expect(chunks.map(({ tokens }) => tokens)).toEqual([6, 6, 4]);
  });

  it("keeps rows whole, even one that is longer than a chunk", () => {
    const chunks = cut(
      [
        page(1, [
          ["text", "aa bb"],
          ["row", "long\trow\tof\ttable"],
          ["row", "cc\tdd"],
        ]),
      ],
      6,
      2,
    );
    expect(texts(chunks)).toEqual(["aa bb", "long\trow\tof\ttable", "cc\tdd"]);
  });

  it("continues a chunk over pages, and records its pages", () => {
    const chunks = cut([page(3, [["text", "aa bb"]]), page(4, [["text", "cc dd"]])], 6, 0);
    expect(chunks).toMatchObject([
      { path: "a.pdf", page: 3, lastPage: 4, text: "aa bb\n\ncc" },
      { page: 4, lastPage: 4, text: "dd" },
    ]);
  });

  it("splits runs without white space", () => {
    const chunks = cut([page(1, [["text", "字".repeat(200)]])], 100, 0);
    expect(texts(chunks).map(({ length }) => length)).toEqual([64, 64, 72]);
  });

  it("returns nothing for pages without words", () => {
    expect(cut([page(1, []), page(2, [["text", "  "]])], 10, 2)).toEqual([]);
  });

  it("covers all text in order, within the size and the overlap, with no row split", () => {
    const word = fc.stringMatching(/^[a-z]{1,9}$/);
    const line = fc.tuple(
      fc.constantFrom<LineKind>("text", "row"),
      fc.array(word, { minLength: 1, maxLength: 8 }),
    );
    const pages = fc.array(fc.array(line, { maxLength: 6 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(pages, fc.integer({ min: 15, max: 60 }), fc.nat(5), (lines, size, overlap) => {
        // Each word contains its number, which shows in which chunks it is.
        let count = 0;
        const rows: string[] = [];
        const numbered = lines.map((lines, index) =>
          page(
            index + 1,
            lines.map(([kind, words]) => {
              const text = words.map((one) => `${one}${count++}`).join(kind === "row" ? "\t" : " ");
              if (kind === "row") rows.push(text);
              return [kind, text] as const;
            }),
          ),
        );
        const chunks = cut(numbered, size, overlap);
        let next = 0;
        for (const { text, tokens } of chunks) {
          const words = text.split(/\s+/);
          const numbers = words.map((one) => Number(/\d+$/.exec(one)?.[0]));
          const [first = 0] = numbers;
          expect(numbers).toEqual(numbers.map((_, index) => first + index));
          expect(first).toBeLessThanOrEqual(next);
          const shared = words.slice(0, next - first).join("");
          expect(shared.length).toBeLessThanOrEqual(overlap);
          next = first + numbers.length;
          expect(words.join("").length).toBe(tokens);
          expect(tokens <= size || rows.includes(text)).toBe(true);
        }
        expect(next).toBe(count);
        for (const row of rows) expect(chunks.some(({ text }) => text.includes(row))).toBe(true);
      }),
    );
  });
});

describe("loadWordCounter", () => {
  it("counts a text word by word almost like a tokenizer", async () => {
    const count = await loadWordCounter();
    const words = "Net sales rose by 12.5 percent to $1,234 million in the year".split(" ");
    const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
    const whole = countTokens(words.join(" "));
    const sum = words.reduce((total, word) => total + count(word), 0);
    expect(Math.abs(sum - whole)).toBeLessThanOrEqual(2);
    expect(count("<|endoftext|>")).toBeGreaterThan(1);
  });
});
