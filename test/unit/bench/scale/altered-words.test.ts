import fc from "fast-check";
import { expect, test } from "vitest";
import { termsOf } from "../../../../src/core/text/terms.js";
import { inCaseOf, WordMaker } from "../../../bench/scale/altered-words.js";

const words = fc.uniqueArray(
  fc.oneof(
    fc.stringMatching(/^[a-z]{1,12}$/),
    fc.stringMatching(/^[1-9]\d{0,3}$/),
    fc.stringMatching(/^\d{1,3},\d{3}\.\d\d$/),
  ),
  { minLength: 1, maxLength: 40 },
);

test("generated words are all new, and the same for the same seed", () => {
  fc.assert(
    fc.property(words, fc.integer(), (known, seed) => {
      const make = () => {
        const maker = new WordMaker(known, seed);
        return [...known, ...known].map((word) => maker.make(word));
      };
      const made = make();
      expect(new Set([...known, ...made]).size).toBe(known.length + made.length);
      expect(make()).toEqual(made);
    }),
  );
});

test("a generated word remains a single word of its kind, with a new term", () => {
  const maker = new WordMaker(["depreciation", "1,577.00"], 1);
  const word = maker.make("depreciation");
  expect(word).toMatch(/^depreciati[a-z]{3}$/);
  expect(termsOf(word)).not.toEqual(termsOf("depreciation"));
  expect(maker.make("1,577.00")).toMatch(/^[1-9],\d{3}\.\d\d$/);
});

test("lengthens numbers if all numbers of their length are taken", () => {
  const maker = new WordMaker(
    Array.from({ length: 10 }, (_, digit) => String(digit)),
    1,
  );
  expect(maker.make("7")).toMatch(/^\d{2,}$/);
});

test("a generated word has the case of the original", () => {
  expect(inCaseOf("revenue", "revenkop")).toBe("revenkop");
  expect(inCaseOf("Revenue", "revenkop")).toBe("Revenkop");
  expect(inCaseOf("REVENUE", "revenkop")).toBe("REVENKOP");
});
