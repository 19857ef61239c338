import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  goldNumber,
  lastNumber,
  numericMatch,
  statedResult,
} from "../../../../src/evaluation/metrics/numeric-match.js";

test("takes the last amount of an answer, but not years and names", () => {
  expect(lastNumber("Of $4.2 million, 1.9 % in Q4 of 2019.")?.value).toBe(1.9);
  expect(lastNumber("It was founded in 1990.")?.value).toBe(1990);
  expect(lastNumber("See the 10-K.")).toBeNull();
});

test("takes a gold answer as a number if it contains little else", () => {
  expect(goldNumber("about 4.2 times")?.value).toBe(4.2);
  expect(goldNumber("from 4.2 to 5.1")).toBeNull();
  expect(goldNumber("Yes, since the quick ratio rose to 1.2")).toBeNull();
  expect(goldNumber("the harbour master")).toBeNull();
});

describe("the result stated in an answer", () => {
  const sentence = (text: string) => ({
    text,
    supported: true,
    citations: [],
    calculations: [],
    unsupportedNumbers: [],
    dropped: [],
  });
  const stated = (...texts: string[]) =>
    lastNumber(
      statedResult({ text: texts.join(" "), sentences: texts.map(sentence), checked: true }),
    )?.value;

  test("takes the result from the first sentence with an amount if a strategy answers first", () => {
    expect(stated("Net sales were $1,577 million.", "In 2018 they were $1,420 million.")).toBe(
      1_577_000_000,
    );
    expect(stated("Yes, they grew in 2019.", "By 11 %.", "Costs were 5.")).toBe(11);
    expect(stated("It opened in 1990.")).toBe(1990);
    expect(stated("It is not said.")).toBeUndefined();
  });

  test("does not take the amount that the result is compared with", () => {
    expect(stated("They were $1,577 million, up from $1,420 million.")).toBe(1_577_000_000);
    expect(stated("They were higher than in 2018, at $1,577.")).toBe(1577);
    expect(stated("They rose from 1,420 to 1,577.")).toBe(1577);
  });

  test("takes the result from the end of an answer of any other strategy", () => {
    const text = "Sales were 1,577. Costs were 1,420. The margin is 157.";
    expect(statedResult({ text, sentences: [], checked: false })).toBe(text);
    expect(numericMatch(text, "157")).toBe(true);
  });
});

describe("numeric match", () => {
  test("allows a deviation of 1 % and no more", () => {
    // 1 % of 200 is 2.
    expect(numericMatch("It is 202.", "200")).toBe(true);
    expect(numericMatch("It is 198.", "200")).toBe(true);
    expect(numericMatch("It is 202.1.", "200")).toBe(false);
    expect(numericMatch("0.001", "0")).toBe(false);
    expect(numericMatch("It is not said.", "200")).toBe(false);
    expect(numericMatch("It is 200.", "the harbour master")).toBeNull();
  });

  test("accepts percent as a fraction", () => {
    expect(numericMatch("The rate is 1.9 %.", "0.019")).toBe(true);
    expect(numericMatch("The rate is 0.019.", "1.9%")).toBe(true);
    expect(numericMatch("The rate is 1.9 percent.", "1.9")).toBe(true);
    expect(numericMatch("The rate is 19 %.", "1.9%")).toBe(false);
  });

  test("accepts scale words, brackets and words for a decrease", () => {
    expect(numericMatch("It is $1.58 billion.", "$1,580 million")).toBe(true);
    expect(numericMatch("It is (1,580) thousand.", "-1.58 million")).toBe(true);
    expect(numericMatch("Sales decreased by 25.2 %.", "-25.2%")).toBe(true);
    expect(numericMatch("Sales grew by 25.2 %.", "-25.2%")).toBe(false);
    expect(numericMatch("It is $1.58 million.", "$1,580 million")).toBe(false);
    expect(numericMatch("Sales rose by 5 %.", "a decrease of 5 %")).toBe(false);
    expect(numericMatch("Sales fell by 5 %.", "an increase of 5 %")).toBe(false);
    expect(numericMatch("The increase in the loss was 5 %.", "a loss of 5 %")).toBe(true);
  });

  test("uses the scale in the question", () => {
    const question = "What were net sales (in USD millions)?";
    expect(numericMatch("They were $1.577 billion.", "$1577.00", question)).toBe(true);
    expect(numericMatch("They were $1,577 million.", "$1577.00", question)).toBe(true);
    expect(numericMatch("They were $1,577 thousand.", "$1577.00", question)).toBe(false);
    expect(numericMatch("They were $1,577 thousand.", "$1577.00")).toBe(true);
  });

  test("compares years exactly", () => {
    expect(numericMatch("It opened in 1990.", "1990")).toBe(true);
    expect(numericMatch("It opened in 1991.", "1990")).toBe(false);
  });

  test("does not depend on how the number is written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 999_999_999 }), fc.boolean(), (whole, down) => {
        const grouped = whole.toLocaleString("en-US");
        const written = down
          ? [`-${whole}`, `(${grouped})`, `-$${grouped}.00`, `$(${grouped})`, `fell by ${grouped}`]
          : [`${whole}`, grouped, `$${grouped}.00`, `${whole / 1e6} million`, `US$ ${grouped}`];
        const gold = down ? `-${whole}` : `${whole}`;
        for (const form of written) expect([form, numericMatch(form, gold)]).toEqual([form, true]);
        expect(numericMatch(down ? grouped : `-${grouped}`, gold)).toBe(false);
      }),
    );
  });
});
