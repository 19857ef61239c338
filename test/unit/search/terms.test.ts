import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { termsOf, wordsOf } from "../../../src/search/terms.js";

describe("termsOf", () => {
  it.each([
    ["Running runs RUN", ["run", "run", "run"]],
    ["the company's policies", ["the", "compani", "polici"]],
    ["$1,577.00 and (1,577)", ["1577.00", "and", "1577"]],
    ["3.14 2018", ["3.14", "2018"]],
    ["Müller MÜLLER Muller", ["muller", "muller", "muller"]],
    ["ﬁnance", ["financ"]],
    ["3M_2018_10K", ["3m", "2018", "10k"]],
    ["FY2018", ["fy2018", "fy", "2018"]],
    ["2023Q2 Q22023", ["2023q2", "2023", "q2", "q22023", "q2", "2023"]],
    ["Form 10-K", ["form", "10", "k", "10k"]],
    ["COVID-19", ["covid", "19", "covid19"]],
    ["2019-2020 year-over-year", ["2019", "2020", "year", "over", "year"]],
    ["", []],
    ["— … !", []],
  ])("splits and stems %j", (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  it("splits scripts without spaces into words", () => {
    expect(termsOf("東京都の人口統計").length).toBeGreaterThan(2);
    expect(termsOf("東京都の人口統計")).toContain("人口");
    expect(termsOf("ภาษาไทย").length).toBeGreaterThan(1);
  });

  it("gives the same terms as wordsOf, whose places are those of the words", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        const words = [...wordsOf(text)];
        expect(words.map(({ term }) => term)).toEqual(termsOf(text));
        for (const { start, end, term } of words) {
          expect(end).toBeGreaterThan(start);
          expect(termsOf(text.slice(start, end))).toContain(term);
        }
      }),
    );
  });

  it("never gives an empty term or one with a line break", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        for (const term of termsOf(text)) expect(term).toMatch(/^[^\n]+$/);
      }),
    );
  });
});
