import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  answerLengthRatio,
  answerTokens,
  bestOf,
  commonSubsequence,
  cosineSimilarity,
  exactMatch,
  rougeL,
  tokenF1,
  wordTokens,
} from "../../../../src/evaluation/metrics/comparisons.js";

const sentence = fc
  .array(fc.constantFrom("ferry", "The", "a", "river,", "1,577", "crosses", "…", "海"), {
    maxLength: 12,
  })
  .map((words) => words.join(" "));

describe("words", () => {
  test("words are runs of letters and digits, and single characters in scripts without spaces", () => {
    expect(wordTokens("The Ferry’s $1,577.00")).toEqual(["the", "ferry", "s", "1", "577", "00"]);
    expect(wordTokens("渡し船 ﬁn")).toEqual(["渡", "し", "船", "fin"]);
  });

  test("words of SQuAD answers exclude punctuation and articles", () => {
    expect(answerTokens("The $1,577.00, an «anthem».")).toEqual(["157700", "anthem"]);
  });
});

test("token F1 counts a word as often as both texts contain it", () => {
  // "river bank river" and "river boat river crew" have 2 of 3 and 2 of 4 words in common:
  // 2·2/(3+4) = 4/7.
  expect(tokenF1("the river bank, River", "river boat river crew")).toBeCloseTo(4 / 7, 12);
  expect(tokenF1("the", "a")).toBe(1);
  expect(tokenF1("the", "boat")).toBe(0);
});

test("an exact match ignores capitals, articles and punctuation", () => {
  expect(exactMatch("The Ferry.", "ferry")).toBe(true);
  expect(exactMatch("ferry boat", "boat ferry")).toBe(false);
});

test("ROUGE-L uses the longest common subsequence", () => {
  // Lin's example: "police kill the gunman" has "police the gunman" in common with "police killed
  // the gunman", 3 of 4 and 3 of 4; "the gunman kill police" has 2.
  expect(rougeL("Police kill the gunman", "police killed the gunman")).toBeCloseTo(0.75, 12);
  expect(rougeL("the gunman kill police", "police killed the gunman")).toBeCloseTo(0.5, 12);
  // 2 of 6 words and 2 of 2: 2 · 1/3 · 1 / (4/3) = 1/2.
  expect(rougeL("the ferry was built in 1990", "ferry 1990")).toBeCloseTo(0.5, 12);
  expect(rougeL("", "ferry")).toBe(0);
});

test("the common subsequence is as long as in the textbook's table", () => {
  const words = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 80 });
  fc.assert(
    fc.property(words, words, (one, other) => {
      let row: number[] = Array.from({ length: other.length + 1 }, () => 0);
      for (const word of one) {
        const next = [0];
        for (const [index, against] of other.entries()) {
          next.push(
            word === against
              ? (row[index] ?? 0) + 1
              : Math.max(row[index + 1] ?? 0, next[index] ?? 0),
          );
        }
        row = next;
      }
      expect(commonSubsequence(one, other)).toBe(row.at(-1));
    }),
  );
});

test("F1 and ROUGE-L are symmetric, from 0 to 1, and 1 for identical texts", () => {
  fc.assert(
    fc.property(sentence, sentence, (one, other) => {
      for (const metric of [tokenF1, rougeL]) {
        expect(metric(one, other)).toBeCloseTo(metric(other, one), 12);
        expect(metric(one, other)).toBeGreaterThanOrEqual(0);
        expect(metric(one, other)).toBeLessThanOrEqual(1);
      }
      expect(tokenF1(one, one)).toBe(1);
      expect(rougeL(one, one)).toBe(wordTokens(one).length === 0 ? 0 : 1);
    }),
  );
});

test("the length ratio is in words", () => {
  // 6 words to 4.
  expect(answerLengthRatio("It was built in May 1990.", "built in May 1990")).toBe(1.5);
  expect(answerLengthRatio("May", "…")).toBeNull();
});

test("counts the best match of several gold answers", () => {
  expect(bestOf(["ferry", "river boat"], (gold) => tokenF1("boat", gold))).toBeCloseTo(2 / 3, 12);
  expect(bestOf([], () => 1)).toBeNull();
});

test("cosine similarity depends only on the directions", () => {
  // (1·2 + 2·1) / (√5 · √5) = 4/5.
  expect(cosineSimilarity([1, 2], [2, 1])).toBeCloseTo(0.8, 12);
  expect(cosineSimilarity([1, 2], [-2, -4])).toBeCloseTo(-1, 12);
  expect(cosineSimilarity([0, 0], [1, 2])).toBe(0);
});
