import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { CompiledPattern, GrepStep, PatternOptions } from "../../../../src/search/grep/api.js";
import { compilePattern } from "../../../../src/search/grep/compile-pattern.js";
import { createGrepSession } from "../../../../src/search/grep/grep-session.js";
import { foldUnit } from "../../../../src/search/grep/page-filter.js";
import { tries } from "../../../tries.js";
import { found } from "./found.js";

/** Greps pages of one document, with the filters that a session makes. */
async function grepSteps(
  patterns: readonly CompiledPattern[],
  pages: readonly string[],
  foldDiacritics = false,
): Promise<readonly GrepStep[]> {
  const session = createGrepSession();
  const loaded = pages.map((text) => ({ label: null, text }));
  await session.load({ document: 1, pages: loaded, after: 0 });
  const steps: GrepStep[] = [];
  const documents = [{ document: 1, within: null, candidates: null }];
  const request = { patterns, foldDiacritics, documents, before: 0, after: 0 };
  const onProgress = (step: GrepStep) => steps.push(step);
  await session.grep({ ...request, offset: 0, limit: Number.POSITIVE_INFINITY }, { onProgress });
  return steps;
}

async function foundWithFilter(
  pattern: string,
  text: string,
  options: PatternOptions,
): Promise<readonly string[]> {
  const { compiled } = compilePattern(pattern, options);
  const steps = await grepSteps([compiled], [text], options.foldDiacritics);
  return steps
    .flatMap(({ findings }) => findings.flatMap((each) => each.found))
    .flatMap(({ marks }) => marks.map(({ start, end }) => text.slice(start, end)));
}

/** The pages that are searched for a pattern. */
async function searched(pattern: string, pages: readonly string[], ignoreCase = false) {
  const steps = await grepSteps([compilePattern(pattern, { ignoreCase }).compiled], pages);
  return steps.flatMap(({ next }) => next?.pages ?? []);
}

describe("filters of pages", () => {
  test.each([
    ["income", "net  income", "net worth"],
    ["INCOME|loss", "INCOME", "nothing"],
    ["net\\s+loss", "Net\n   Loss", "loss, net"],
    ["the company's", "the\u00a0company’s", "their companies"],
    ["net.*(?:loss|gain) \\d", "net of gain 1", "gain 1"],
    ["(?:ab)+cde", "ababcde", "abcd"],
    ["x{2,}\\bincome", "xx income", "xx"],
  ])("filters skip pages that lack the letters of %s", async (pattern, one, other) => {
    const none = Array.from({ length: 40 }, () => other);
    expect(await searched(pattern, [...none, one, ...none])).toEqual([{ from: 41, to: 41 }]);
  });

  test.each([
    "\\d\\d\\d\\d",
    "ab",
    "income|\\d",
    "(?:income)?x",
    "[a-z]ncom?",
    ".*",
    "(?!income)x",
  ])("filters let all pages be searched for %s", async (pattern) => {
    const range = { from: 1, to: 2 };
    expect(await searched(pattern, ["nothing here", "Income of 2019"])).toEqual([range]);
  });

  it("filters fold characters the same way as regular expressions", () => {
    const cased = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => /[^\ud800-\udfff]/u.test(character) && hasCaseOrFolds(character),
    );
    expect(cased.length).toBeGreaterThan(2_000);
    const all = cased.join("");
    for (const character of cased) {
      const same = new RegExp(`\\u{${character.charCodeAt(0).toString(16)}}`, "giu");
      const units = (all.match(same) ?? []).map((each) => foldUnit(each.charCodeAt(0)));
      expect(new Set(units)).toEqual(new Set([foldUnit(character.charCodeAt(0))]));
      for (const other of [character.toLowerCase(), character.toUpperCase()]) {
        if (other.length === 1) {
          expect(foldUnit(other.charCodeAt(0))).toBe(foldUnit(character.charCodeAt(0)));
        }
      }
    }
  });

  it("filters lose no match", async () => {
    const letters = [
      "ask",
      "loss",
      "ſ",
      "K",
      "k",
      "İ",
      "i",
      "ı",
      "I",
      "ς",
      "σ",
      "Σ",
      "ß",
      "ẞ",
      "𐐀",
    ];
    const signs = ["'", "’", "-", "–", ".", "1", "é", "e\u0301", "naïve"];
    const syntax = ["\\s+", "\\s", " ?", "\\b", "^", "(?:", ")", ")+", "|", ".*", "[a-k]", "[’']"];
    const spaces = [" ", " ", "\n", "\n  ", "\u00a0", "\t"];
    const pattern = fc
      .array(fc.constantFrom(...letters, ...signs, ...syntax, " "), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.join(""));
    const text = fc.array(fc.constantFrom(...letters, ...signs, ...spaces, "ASK", "LOSS", "𐐨"), {
      maxLength: 40,
    });
    const options = fc.record({
      fixed: fc.boolean(),
      ignoreCase: fc.boolean(),
      wholeWord: fc.boolean(),
      foldDiacritics: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(pattern, text, options, async (written, parts, chosen) => {
        fc.pre(chosen.fixed || isPattern(written));
        const page = parts.join("");
        expect(await foundWithFilter(written, page, chosen)).toEqual(found(written, page, chosen));
      }),
      { numRuns: tries(3_000, 50_000) },
    );
  });
});

function hasCaseOrFolds(character: string): boolean {
  return (
    character.toLowerCase() !== character ||
    character.toUpperCase() !== character ||
    /\p{Changes_When_Casefolded}/u.test(character)
  );
}

function isPattern(written: string): boolean {
  try {
    compilePattern(written, {});
    return true;
  } catch {
    return false;
  }
}
