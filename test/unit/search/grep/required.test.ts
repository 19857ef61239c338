import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { PatternOptions } from "../../../../src/search/grep/api.js";
import { compilePattern } from "../../../../src/search/grep/compile-pattern.js";
import { tries } from "../../../tries.js";
import { found } from "./found.js";

const words = (pattern: string, options: PatternOptions = {}) =>
  compilePattern(pattern, options).words;
const required = (pattern: string, ignoreCase = false) => {
  const { compiled } = compilePattern(pattern, { ignoreCase });
  return compiled.type === "literal" ? compiled.texts : compiled.required;
};

describe("texts that every match contains", () => {
  test.each<[string, readonly string[]]>([
    ["income", ["income"]],
    ["cat|dog", ["cat", "dog"]],
    ["(?:cat|dog)s?", ["cat", "dog"]],
    ["net income", ["income"]],
    ["\\w+ization\\b", ["ization"]],
    ["\\$[\\d,]+ million", ["million"]],
    ["(?:ab)+c?", ["ab"]],
    ["a(?:bc)d", ["abcd"]],
    ["x*", []],
    ["a|\\d", []],
    ["[ab]c", []],
    ["\\(\\d+\\)", ["("]],
  ])("texts that every match contains are recognised in %s", (pattern, texts) => {
    expect(required(pattern)).toEqual(texts);
  });

  it("requires no letters with case if case is ignored", () => {
    expect(required("fy2019 q", true)).toEqual(["2019"]);
    expect(required("income", true)).toEqual([]);
  });
});

describe("whole words that every match contains", () => {
  test.each<[string, readonly string[]]>([
    ["net income tax", ["income"]],
    ["^Total revenue$", ["Total", "revenue"]],
    [" the net\\s+income ", ["the", "net", "income"]],
    ["(cost) of sales,", ["sales"]],
    [" cost|sales ", []],
    [" cost? ", []],
    [" don't ", []],
    [" 日本語 ", []],
    [" x1abc abc2 ", []],
    ["[ -/]tax[ -/]", []],
    ["[ -&]tax[ -&]", ["tax"]],
  ])("whole words that every match contains are recognised in %s", (pattern, expected) => {
    expect(words(pattern)).toEqual(expected);
  });

  it("requires no words whose case depends on the language", () => {
    expect(words(" income tax ", { ignoreCase: true })).toEqual(["tax"]);
    expect(words(" NETTİ TAX income ", { ignoreCase: true })).toEqual(["TAX"]);
    expect(words(" income (?i)income\\b tax ")).toEqual(["income", "tax"]);
  });

  it("requires words without diacritics if these are folded", () => {
    expect(words(" café İş Łódź ", { foldDiacritics: true })).toEqual(["cafe", "Lodz"]);
    expect(words(" café ")).toEqual(["café"]);
  });

  it("requires only words that every page with a match contains", () => {
    const pieces = fc.constantFrom(
      "net",
      "tax",
      "income",
      "a",
      " ",
      " ",
      "-",
      ",",
      "\\s+",
      "^",
      "$",
      "s?",
      "1",
    );
    const text = fc.constantFrom(
      "net",
      "tax",
      "income",
      "a",
      " ",
      "\n",
      "\t",
      "-",
      ",",
      "s",
      "1",
      "é",
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { minLength: 1 }),
        fc.array(text, { maxLength: 30 }),
        (parts, page) => {
          const pattern = parts.join("").replace(/^\s*$/, "net");
          const content = page.join("");
          fc.pre(!/[\^$]{2}|^[?]|\+\+/.test(pattern));
          if (found(pattern, content).length === 0) return;
          const onPage = new Set(content.match(/[\p{L}\p{M}\p{N}_]+/gu));
          for (const word of words(pattern)) expect(onPage).toContain(word);
        },
      ),
      { numRuns: tries(1_500, 20_000) },
    );
  });
});
