import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Language } from "../../../src/core/document.js";
import { termsOf } from "../../../src/core/text/terms.js";
import { editDistance, Vocabulary } from "../../../src/search/index/vocabulary.js";
import { correctTypo } from "../../../src/search/query/query-words.js";
import { expandPrefix } from "../../../src/search/query/to-index-query.js";

const vocabularyOf = (text: string): Vocabulary => new Vocabulary(() => new Set(termsOf(text)));
const once = (): number => 1;

/** The textbook definition, without the optimisations of the real one. */
function plainDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) =>
      row === 0 ? column : column === 0 ? row : 0,
    ),
  );
  const at = (row: number, column: number): number => table[row]?.[column] ?? Number.NaN;
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const steps = [
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
      ];
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        steps.push(at(row - 2, column - 2) + 1);
      }
      (table[row] as number[])[column] = Math.min(...steps);
    }
  }
  return at(a.length, b.length);
}

describe("editDistance", () => {
  it.each([
    ["recieve", "receive", 1],
    ["cash", "cash", 0],
    ["cash", "cas", 1],
    ["cash", "crash", 1],
    ["kitten", "sitting", 3],
  ])("the edit distance of %s and %s is %i", (a, b, distance) => {
    expect(editDistance(a, b, 3)).toBe(distance);
  });

  it("the edit distance is the number of edits, up to the limit", () => {
    const word = fc.stringMatching(/^[abc]{0,8}$/);
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(plainDistance(a, b), limit + 1));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("Vocabulary", () => {
  it("requests the terms once, when they are needed", () => {
    let calls = 0;
    const vocabulary = new Vocabulary(() => {
      calls++;
      return ["b", "a"];
    });
    expect(calls).toBe(0);
    expect([vocabulary.has("a"), vocabulary.has("c"), vocabulary.has("b")]).toEqual([
      true,
      false,
      true,
    ]);
    expect(calls).toBe(1);
  });

  it("returns the terms that begin with a prefix", () => {
    const terms = fc.uniqueArray(fc.stringMatching(/^[abäß]{1,5}$/u), { maxLength: 40 });
    fc.assert(
      fc.property(
        terms,
        fc.stringMatching(/^[abäß]{0,3}$/u),
        fc.integer({ min: 1, max: 8 }),
        (list, prefix, limit) => {
          const expected = list
            .filter((term) => term.startsWith(prefix))
            .sort()
            .slice(0, limit);
          expect(new Vocabulary(() => list).startingWith(prefix, limit)).toEqual(expected);
        },
      ),
    );
  });

  it("returns every term within the requested distance, nearest first, then by frequency", () => {
    const terms = fc.uniqueArray(fc.stringMatching(/^[abc]{3,10}$/), { maxLength: 40 });
    fc.assert(
      fc.property(terms, fc.stringMatching(/^[abc]{4,10}$/), (list, term) => {
        const reach = term.length < 8 ? 1 : 2;
        const expected = list
          .map((candidate) => ({ term: candidate, distance: plainDistance(candidate, term) }))
          .filter(({ distance }) => distance > 0 && distance <= reach)
          .sort(
            (a, b) =>
              a.distance - b.distance ||
              b.term.charCodeAt(0) - a.term.charCodeAt(0) ||
              (a.term < b.term ? -1 : 1),
          );
        const found = new Vocabulary(() => list).nearest(term, 100, (each) => each.charCodeAt(0));
        expect(found).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("does not correct numbers, short words, or scripts without spaces", () => {
    const vocabulary = new Vocabulary(() => ["2019", "fy2019", "cat", "人口統計表", "cash"]);
    for (const term of ["2018", "fy2018", "cap", "人口統計票"]) {
      expect(vocabulary.nearest(term, 10, once)).toEqual([]);
    }
    expect(vocabulary.nearest("bash", 10, once)).toEqual([{ term: "cash", distance: 1 }]);
  });
});

describe("expandPrefix", () => {
  const inLanguage = (language: Language, vocabulary: Vocabulary) => {
    return { vocabulary, languages: new Set([language]) };
  };

  it.each([
    ["deprec", "depreciation", true],
    ["depreciat", "depreciation", true],
    ["depreciatio", "depreciated", true],
    ["company", "companies", true],
    ["policie", "policies", true],
    ["international", "internationally", true],
    ["Revenue", "revenues", true],
    ["statement", "state", false],
    ["carpet", "carp", false],
    ["deprec", "deposit", false],
  ])("the prefix %s finds %s: %s", (prefix, word, isFound) => {
    const found = expandPrefix(prefix, inLanguage("en", vocabularyOf(word)), 100);
    expect(termsOf(word).some((term) => found.includes(term))).toBe(isFound);
  });

  it("uses the endings of the requested languages", () => {
    const vocabulary = new Vocabulary(() => termsOf("Abschreibungen", "de"));
    expect(expandPrefix("Abschreibung", inLanguage("de", vocabulary), 10)).toEqual(["abschreib"]);
    expect(expandPrefix("Abschreibung", inLanguage("en", vocabulary), 10)).toEqual([]);
  });

  it("returns no more terms than requested", () => {
    expect(expandPrefix("ca", inLanguage("en", vocabularyOf("cash car care cat")), 2)).toHaveLength(
      2,
    );
  });
});

describe("correctTypo", () => {
  const vocabulary = vocabularyOf(
    "depreciation receive restructuring acquisitions cash 2019 revenue",
  );
  it.each([
    ["depriciation", "depreci"],
    ["depreciaton", "depreci"],
    ["recieve", "receiv"],
    ["restructring", "restructur"],
    ["acquisiton", "acquisit"],
    ["Revnue", "revenu"],
  ])("corrects %s to %s", (word, term) => {
    const expected = termsOf(term === "acquisit" ? "acquisitions" : term)[0];
    expect(correctTypo(word, vocabulary, ["en"], 5, once)[0]?.term).toBe(
      term === "acquisit" ? expected : term,
    );
  });

  it("leaves numbers and unlike words alone", () => {
    expect(correctTypo("2018", vocabulary, ["en"], 5, once)).toEqual([]);
    expect(correctTypo("zebra", vocabulary, ["en"], 5, once)).toEqual([]);
  });
});
