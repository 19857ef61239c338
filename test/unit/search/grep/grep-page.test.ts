import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GrepLine, PatternOptions } from "../../../../src/search/grep/api.js";
import { compilePattern, foldText } from "../../../../src/search/grep/compile-pattern.js";
import { findersOf } from "../../../../src/search/grep/finders.js";

import { grepPage } from "../../../../src/search/grep/grep-session.js";
import { tries } from "../../../tries.js";

interface Match {
  readonly start: number;
  readonly end: number;
}

/** Every match found in the simplest way: no filters, no blocks, one position after the other. */
function naiveMatches(patterns: readonly string[], text: string, options: PatternOptions): Match[] {
  const regexps = patterns.map((pattern) => {
    const { compiled } = compilePattern(pattern, options);
    if (compiled.type === "regexp") return new RegExp(compiled.source, `${compiled.flags}y`);
    const body = compiled.texts
      .map((each) => each.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&"))
      .join("|");
    const edge = "[\\p{L}\\p{M}\\p{N}_]";
    return new RegExp(compiled.wholeWord ? `(?<!${edge})(?:${body})(?!${edge})` : body, "uy");
  });
  const matches: Match[] = [];
  for (let start = 0; start <= text.length; ) {
    let end = start;
    for (const regexp of regexps) {
      regexp.lastIndex = start;
      if (end === start && regexp.test(text)) end = regexp.lastIndex;
    }
    if (end > start) matches.push({ start, end });
    const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
    start = Math.max(end, start + character.length);
  }
  return matches;
}

function grep(
  patterns: readonly string[],
  text: string,
  options: PatternOptions = {},
  wanted: Partial<Parameters<typeof grepPage>[2]> = {},
) {
  const finders = patterns.flatMap((pattern) =>
    findersOf(compilePattern(pattern, options).compiled),
  );
  const all = { skip: 0, take: Number.POSITIVE_INFINITY, before: 0, after: 0, ...wanted };
  return grepPage(text, finders, all, options.foldDiacritics ? foldText(text) : null);
}

const words = ["net", "income", "ne", "tax", "é", "10-K", "(1,577)", "ß", "x", "😀", "𝔸"];
const page = fc
  .array(fc.constantFrom(...words, "\n", "\n\n", " ", "\t", "\n\n\n"), { maxLength: 40 })
  .map((pieces) => pieces.join(""));

/** Patterns with all kinds of parts, most of which match something in the pages above. */
const single = fc.constantFrom(
  ...[
    "net",
    "income",
    "x",
    "tax",
    "e",
    "1",
    "\\(",
    "é",
    " ",
    "-",
    "\\w",
    "\\d",
    "[a-n]",
    "[^e\\d]",
  ],
  ...[
    "😀",
    "[😀x]",
    ".",
    "\\s",
    "\\b",
    "^",
    "$",
    "\\S",
    "\\n",
    "(?s:.)",
    "[\\s\\S]",
    "(?=t)",
    "(?<!n)",
    "\\A",
  ],
  ...["(?i:NET)", "(?>n)", "(x|e)"],
);
/** Repetitions are not nested, because a test that takes exponential time proves nothing. */
const repeated = fc
  .tuple(
    fc.array(single, { minLength: 1, maxLength: 2 }),
    fc.constantFrom("*", "+", "?", "{2}", "+?", "++"),
  )
  .map(([body, times]) => `(?:${body.join("")})${times}`);
const row = fc
  .array(fc.oneof({ weight: 3, arbitrary: single }, repeated), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(""));
const alternatives = fc.array(row, { minLength: 1, maxLength: 3 }).map((rows) => rows.join("|"));
const pattern = fc
  .tuple(row, fc.option(alternatives), fc.option(row))
  .map(([first, group, last]) => `${first}${group === null ? "" : `(?:${group})`}${last ?? ""}`);
const options: fc.Arbitrary<PatternOptions> = fc.record({
  ignoreCase: fc.boolean(),
  wholeWord: fc.boolean(),
});
const patterns = fc.array(pattern, { minLength: 1, maxLength: 3 });

describe("grepPage", () => {
  it("finds exactly what matching at every position finds, whatever filters it uses", () => {
    fc.assert(
      fc.property(patterns, page, options, (pattern, text, how) => {
        const marks = grep(pattern, text, how).found.flatMap((line) => line.marks);
        expect(marks).toEqual(naiveMatches(pattern, text, how));
      }),
      { numRuns: tries(40, 1000) },
    );
  });

  it("counts matches and the lines in which they begin", () => {
    fc.assert(
      fc.property(patterns, page, (pattern, text) => {
        const { matches, lines, found } = grep(pattern, text);
        expect(matches).toBe(naiveMatches(pattern, text, {}).length);
        expect(found.reduce((sum, { marks }) => sum + marks.length, 0)).toBe(matches);
        const starts = naiveMatches(pattern, text, {}).map(({ start }) => lineOf(text, start));
        expect(found.map(({ line }) => line)).toEqual([...new Set(starts)]);
        expect(lines).toBe(found.length);
      }),
    );
  });

  it("returns whole lines whose span, number, text and marks agree", () => {
    fc.assert(
      fc.property(patterns, page, (pattern, text) => {
        const all = text.split("\n");
        for (const { line, span, text: shown, marks } of grep(pattern, text).found) {
          expect(text.slice(span.start, span.end)).toBe(shown);
          const count = shown.split("\n").length;
          expect(all.slice(line - 1, line - 1 + count).join("\n")).toBe(shown);
          for (const { start, end } of marks) {
            expect(start).toBeGreaterThanOrEqual(span.start);
            // A match of the line break itself ends after its line.
            expect(end).toBeLessThanOrEqual(span.end + 1);
            expect(lineOf(text, start)).toBe(line);
          }
        }
      }),
    );
  });

  it("returns the requested lines, and still counts the rest", () => {
    const some = fc.nat({ max: 6 });
    fc.assert(
      fc.property(patterns, page, some, some, (pattern, text, skip, take) => {
        const all = grep(pattern, text);
        const part = grep(pattern, text, {}, { skip, take });
        expect(part.found).toEqual(all.found.slice(skip, skip + take));
        expect([part.matches, part.lines]).toEqual([all.matches, all.lines]);
      }),
    );
  });

  it("returns the nearest non-empty lines as context", () => {
    fc.assert(
      fc.property(page, fc.nat({ max: 3 }), fc.nat({ max: 3 }), (text, before, after) => {
        const numbered = text.split("\n").map((line, index) => ({ number: index + 1, text: line }));
        const withText = numbered.filter((line) => line.text.trim() !== "");
        for (const found of grep(["income"], text, {}, { before, after }).found) {
          const earlier = withText.filter(({ number }) => number < found.line);
          const later = withText.filter(({ number }) => number > found.line);
          expect(found.before).toEqual(before === 0 ? [] : earlier.slice(-before));
          expect(found.after).toEqual(later.slice(0, after));
        }
      }),
    );
  });

  it("shows the position of a folded match in the original text", () => {
    const text = "Cafe\u0301 Łódź\nnai\u0308ve Straße";
    const shown = grep(["cafe lodz", "naive", "\\bstraße$"], text, {
      foldDiacritics: true,
      ignoreCase: true,
    }).found.map(({ line, marks }: Pick<GrepLine, "line" | "marks">) => {
      return [line, ...marks.map(({ start, end }) => text.slice(start, end))];
    });
    expect(shown).toEqual([
      [1, "Cafe\u0301 Łódź"],
      [2, "nai\u0308ve", "Straße"],
    ]);
  });

  it("folds all Unicode forms of a letter the same way, and marks whole characters", () => {
    const found = (pattern: string, text: string) =>
      grep([pattern], text, { foldDiacritics: true }).found.flatMap(({ marks }) =>
        marks.map(({ start, end }) => text.slice(start, end)),
      );
    expect(found("й", "мои\u0306 мой мои")).toEqual(["и\u0306", "й"]);
    expect(found("и\u0306", "мои\u0306 мой мои")).toEqual(["и\u0306", "й"]);
    expect(found("мои", "мои\u0306 мой мои")).toEqual(["мои"]);
    // Characters that decompose into two.
    expect(found("\u093c", "a\u0958b")).toEqual(["\u0958"]);
    expect(found(".", "\u0958b")).toEqual(["\u0958", "b"]);
  });

  it("shows all lines of a multi-line match, at the line where it begins", () => {
    const { found } = grep(["net income"], "The net\nincome of the\nyear, net income");
    expect(found.map(({ line, text }) => [line, text])).toEqual([
      [1, "The net\nincome of the"],
      [3, "year, net income"],
    ]);
  });
});

function lineOf(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}
