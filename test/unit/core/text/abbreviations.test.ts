import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findAbbreviations } from "../../../../src/core/text/abbreviations.js";

const pairs = (text: string): string[] =>
  findAbbreviations(text).map(({ short, long }) => `${short} = ${long}`);

describe("findAbbreviations", () => {
  it.each([
    ["We tested property, plant and equipment (PP&E).", "PP&E = property, plant and equipment"],
    ["The United Nations (UN) met.", "UN = United Nations"],
    [
      "Our earnings before interest, taxes, depreciation and amortization (“EBITDA”) rose.",
      "EBITDA = earnings before interest, taxes, depreciation and amortization",
    ],
    [
      "EBITDA (earnings before interest, taxes, depreciation and amortization) rose.",
      "EBITDA = earnings before interest, taxes, depreciation and amortization",
    ],
    [
      "filed with the Securities and Exchange Commission (the “SEC”)",
      "SEC = Securities and Exchange Commission",
    ],
    [
      "the Office of the Comptroller of the Currency (OCC)",
      "OCC = Office of the Comptroller of the Currency",
    ],
    ["the fund's net asset value (NAV)", "NAV = net asset value"],
    ["several special purpose entities (“SPEs”)", "SPEs = special purpose entities"],
    [
      "die Gesellschaft mit beschränkter Haftung (GmbH)",
      "GmbH = Gesellschaft mit beschränkter Haftung",
    ],
    ["Организация Объединённых Наций (ООН)", "ООН = Организация Объединённых Наций"],
    ["la taxe sur la valeur ajoutée (TVA)", "TVA = taxe sur la valeur ajoutée"],
    ["watch television (TV) or", "TV = television"],
    ["a human\nimmunodeficiency  virus (HIV; see below)", "HIV = human immunodeficiency virus"],
    ["the Oversight Board (United States) (OB)", "OB = Oversight Board"],
    ["the United States (U.S.)", "U.S. = United States"],
  ])("finds the definition in %j", (text, definition) => {
    expect(pairs(text)).toEqual([definition]);
  });

  it.each([
    "Acme Holding Corporation (the “Company”)",
    "as described (see Note 3)",
    "(in millions) (1) (a)",
    "Revenue fell (IBM)",
    "the Commission (COSO)",
    "Acme Limited (NYSE: ACL)",
    "He left. Costs (UN) rose",
    "The SEC (which met on Monday) agreed",
    "Net income (NET)",
    "((((",
  ])("finds none in %j", (text) => {
    expect(pairs(text)).toEqual([]);
  });

  it("returns several definitions in order, each once", () => {
    const text = "return on assets (ROA) and United Nations (UN), return on assets (ROA)";
    expect(pairs(text)).toEqual(["ROA = return on assets", "UN = United Nations"]);
  });

  it("examines a limited number of brackets, per text and in all", () => {
    const looks = { left: 3 };
    expect(findAbbreviations("x (AB) ".repeat(2), looks)).toEqual([]);
    expect(looks.left).toBe(1);
    const defined = "return on assets (ROA), United Nations (UN)";
    expect(findAbbreviations(defined, looks).map(({ short }) => short)).toEqual(["ROA"]);
    expect(findAbbreviations(defined, looks)).toEqual([]);
    // Figures in brackets are no abbreviations, and do not use up the limit.
    expect(findAbbreviations(`${"(1,234) ".repeat(9)}${defined}`, { left: 2 })).toHaveLength(2);
  });

  it("returns only short and long forms that occur in the text, regardless of the text", () => {
    const part = fc.constantFrom(
      ..."AB|(|)| |cash|Ab|“|”|U.S.|.|\n|é|and|A&B|Beta|Alpha|🙂".split("|"),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join("");
        for (const { short, long } of findAbbreviations(text)) {
          expect(text).toContain(short);
          expect(text.replace(/\s+/g, " ")).toContain(long);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
