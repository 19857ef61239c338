import { expect, test } from "vitest";
import { fitHeaps, vocabularyAt } from "../../../bench/scale/heaps.js";
import { Vocabulary } from "../../../bench/scale/words.js";

test("fits Heaps' law to the points of a growing vocabulary", () => {
  const growth = [1_000, 5_000, 20_000, 300_000].map((words) => {
    return { words, vocabulary: 12 * words ** 0.6 };
  });
  const { k, beta } = fitHeaps(growth);
  expect(beta).toBeCloseTo(0.6, 10);
  expect(k).toBeCloseTo(12, 8);
});

test("the vocabulary continues from known values", () => {
  const known = { words: 1_000, vocabulary: 500 };
  expect(vocabularyAt({ k: 1, beta: 0.5 }, known, 4_000)).toBe(1_000);
  expect(vocabularyAt({ k: 1, beta: 0.5 }, known, 1_000)).toBe(500);
});

test("counts words regardless of case, and numbers with their separators", () => {
  const vocabulary = new Vocabulary();
  vocabulary.add("Cats, cats! $1,577.00 (10-K)");
  expect([...vocabulary.frequencies]).toEqual([
    ["cats", 2],
    ["1,577.00", 1],
    ["10", 1],
    ["k", 1],
  ]);
  expect([vocabulary.words, vocabulary.size]).toEqual([5, 4]);
});
