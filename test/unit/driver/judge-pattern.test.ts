import fc from "fast-check";
import { expect, test } from "vitest";
import { judgePattern } from "../../../scripts/judge-pattern.js";
import { tries } from "../../tries.js";
import { countSteps, type Small, sourceOf } from "./backtracking.js";

const small = fc.letrec<{ node: Small; inner: Small }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom("a", "b", "[ab]", "[^]").map((text): Small => ({ kind: "character", text })),
    fc.constantFrom("start", "end").map((kind): Small => ({ kind })),
    fc
      .record({
        kind: fc.constantFrom("ahead", "behind"),
        text: fc.constantFrom("a", "[ab]"),
        negated: fc.boolean(),
      })
      .map((each): Small => each),
    fc
      .array(tie("node"), { minLength: 2, maxLength: 3 })
      .map((parts): Small => ({ kind: "sequence", parts })),
    fc
      .array(tie("node"), { minLength: 2, maxLength: 3 })
      .map((parts): Small => ({ kind: "choice", parts })),
    fc
      .record({ part: tie("node"), least: fc.constantFrom(0, 1), lazy: fc.boolean() })
      .map((each): Small => ({ kind: "repeat", ...each })),
    tie("node").map((part): Small => ({ kind: "optional", part })),
    fc
      .record({ part: tie("node"), negated: fc.boolean() })
      .map((each): Small => ({ kind: "look", ...each })),
  ),
  inner: tie("node"),
})).node;

const words = ["a", "b", "c", "aa", "ab", "ba", "ac", "bc", "aab", "abb", "abc"];
const texts = words.flatMap((word) =>
  ["", "a", "b", "c"].map((end) => (count: number) => `${"c"}${word.repeat(count)}${end}`),
);
const most = 100_000;

/** A text that proves a pattern to be slower than linear. */
function slowText(pattern: Small, isRepeated: boolean): string | null {
  for (const text of texts) {
    const counts = [24, 48, 96].map((count) => countSteps(pattern, text(count), isRepeated, most));
    const [one = 0, two = 0, four = 0] = counts;
    if (four === most || (two > 2.9 * one && four > 2.9 * two)) return text(3);
  }
  return null;
}

test("never calls a pattern linear if some text proves the opposite", () => {
  fc.assert(
    fc.property(small, fc.boolean(), (pattern, isRepeated) => {
      const { growth } = judgePattern(sourceOf(pattern), isRepeated ? "g" : "");
      if (growth !== "linear") return;
      expect(slowText(pattern, isRepeated)).toBeNull();
    }),
    { numRuns: tries(400, 20_000), seed: 72 },
  );
});

const numerals = "(?:null|ein|eins|drei|sieb|sieben|siebzehn|acht|zehn|sechs|sechzehn|und)+";

test.each([
  ["footnote marks", /(?:\s*(?:\([1-9a-z]\d?\)|[*†‡§]+))+$/u, "exponential"],
  ["leader dots", /(?::|\.{3,})+$/, "exponential"],
  ["numerals", new RegExp(`(?<!\\p{L})${numerals} (?:percent|euros?)`, "giu"), "exponential"],
  [
    "a class of a schema's pattern",
    /^\[\^?(?:[0-9A-Za-z_ ]-[0-9A-Za-z_ ]|[0-9A-Za-z_ .,:;/+-])+\]/,
    "exponential",
  ],
  ["dots of a label that is copied", /(?:\s*[.…·_]){3,}\s*$/u, "polynomial"],
  ["a fenced reply", /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/, "polynomial"],
  ["texts in JSON", /"(?:[^"\\]|\\.)*"/gs, "polynomial"],
  ["references of a formula", /\[(?:[^[\]]|\[[^\]]*\])*\]|\d+/gu, "polynomial"],
  ["white space at the end", /\s+$/, "polynomial"],
  ["a run at the end that may be empty", /\/*$/, "polynomial"],
  ["a line that is looked through at each place", /(?=.*x)y/, "polynomial"],
  ["groups of digits", /\B(?=(?:\d{3})+$)/g, "polynomial"],
  ["a look back over any white space", /(?<!\bto\s*)\[/, "polynomial"],
  ["one star in another", /^(?:a*)*$/, "exponential"],
  ["a rest that is tried behind each character", /^(?:a(?:a*b)?)*/, "polynomial"],
  ["a class of sets", { source: "[\\p{L}--[a-z]]+\\d", flags: "v" }, "polynomial"],
] as const)("reports that %s takes more than linear time", (_name, { source, flags }, growth) => {
  expect(judgePattern(source, flags)).toMatchObject({ growth, pump: expect.stringMatching(/./s) });
});

test.each([
  /(?<!\s)\s+$/,
  /^\s+|(?<!\s)\s+$/g,
  /"(?:[^"\\]|\\(?:.|$))*(?:"|$)/gs,
  /\b\w+\b/g,
  /^\d{1,3}(?:,\d{3})*(?:\.\d+)?$/,
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*(?![\p{L}\p{N}])/gu,
  { source: "[\\p{L}&&[^a-z]]", flags: "v" },
  /(["'])[^"'\n]{0,80}\1/g,
  /^(?:#.*|\w+ = .*)$/ms,
])("%s is linear", ({ source, flags }) => {
  expect(judgePattern(source, flags)).toEqual({ growth: "linear", pump: "" });
});
