import { expect, test } from "vitest";
import { PlainBm25 } from "../../../bench/ir/plain-bm25.js";

function search(query: string, ...documents: string[]): number[] {
  const index = new PlainBm25();
  for (const document of documents) index.add(document);
  return index.search(query, 10);
}

test("ranks by rarity, frequency and length", () => {
  expect(search("cat", "dog", "cat dog", "cat cat")).toEqual([2, 1]);
  expect(search("cat", "cat dog bird fish", "cat dog")).toEqual([1, 0]);
  expect(search("dog cat", "dog", "cat", "dog")).toEqual([1, 0, 2]);
});

test("leaves out stop words, and stems words", () => {
  expect(search("the", "the cat")).toEqual([]);
  expect(search("Sleeping", "cats sleep")).toEqual([0]);
});

test("a repeated word of the query counts twice", () => {
  expect(search("cat dog dog", "cat", "dog")).toEqual([1, 0]);
});
