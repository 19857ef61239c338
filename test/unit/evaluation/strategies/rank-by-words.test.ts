import { describe, expect, it } from "vitest";
import {
  bestScores,
  bm25,
  ChunkPostings,
  tfIdf,
} from "../../../../src/evaluation/strategies/rank-by-words.js";

function postingsOf(...texts: string[]): ChunkPostings {
  const postings = new ChunkPostings();
  for (const text of texts) postings.add(text);
  return postings;
}
const all = () => true;
const { signal } = new AbortController();

describe("bm25", () => {
  // Worked by hand, with k1 0.9 and b 0.4; "the" is left out, so the lengths are 2, 4 and 3, 3 on
  // average. ship: idf ln(1 + 1.5/2.5) = 0.470; in text 0 of length 2: 1/(1 + 0.9(0.6 + 0.4 × 2/3))
  // = 0.562, in text 1 of length 4, twice: 2/(2 + 0.9(0.6 + 0.4 × 4/3)) = 0.662. anchor: ln(1 +
  // 2.5/1.5) = 0.981.
  const postings = postingsOf("the ship sails", "ship ships harbour pilot", "anchor chain rope");

  it("ranks by frequency, length and rarity as worked out by hand", async () => {
    // 0.311 for text 1, 0.264 for text 0.
    expect(await bm25(postings)("ships", 10, all, signal)).toEqual([1, 0]);
    // Only anchor: 0.981/(1 + 0.9) = 0.516.
    expect(await bm25(postings)("ship or anchor", 10, all, signal)).toEqual([2, 1, 0]);
    // With "ship" counted three times: 0.934 and 0.793.
    expect(await bm25(postings)("ship ship ship anchor", 10, all, signal)).toEqual([1, 0, 2]);
  });

  it("finds only the requested texts, up to the limit", async () => {
    expect(await bm25(postings)("ship anchor", 10, (text) => text !== 2, signal)).toEqual([1, 0]);
    expect(await bm25(postings)("ship anchor", 1, all, signal)).toEqual([2]);
    expect(await bm25(postings)("the whale", 10, all, signal)).toEqual([]);
  });
});

describe("tfIdf", () => {
  it("ranks by the cosine: a text with only the word comes first, however short", async () => {
    const postings = postingsOf("ship ship harbour pilot rope chain", "ship", "anchor");
    const rank = await tfIdf(postings, signal);
    expect(await rank("ship", 10, all, signal)).toEqual([1, 0]);
  });
});

describe("bestScores", () => {
  it("keeps the best, and the first in case of a tie", () => {
    const scores = [5, 7, 7, 1, 9, 7].map((score, text) => [text, score] as const);
    expect(bestScores(scores, 4)).toEqual([4, 1, 2, 5]);
    expect(bestScores(scores.toReversed(), 3)).toEqual([4, 1, 2]);
  });
});
