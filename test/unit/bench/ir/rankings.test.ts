import { expect, test } from "vitest";
import {
  asDocuments,
  otherDocumentRanking,
  ourDocumentRanking,
} from "../../../bench/ir/rankings.js";

const documents = [
  { id: "d1", title: "Cats", text: "They sleep a lot & hunt <mice>." },
  { id: "d2", title: "", text: "Dogs bark.\n\nThey hunt cats." },
  { id: "d3", title: "Fish", text: "" },
];

test("our ranking reads documents as files and answers with their ids", async () => {
  const rank = await ourDocumentRanking(await asDocuments(documents));
  expect(await rank("cats")).toEqual(["d1", "d2"]);
  expect(await rank("mice")).toEqual(["d1"]);
  expect(await rank("fish")).toEqual(["d3"]);
  expect(await rank("birds")).toEqual([]);
});

test("a variation of the ranking changes the order", async () => {
  const texts = await asDocuments([
    { id: "short", title: "", text: "cat dog" },
    { id: "long", title: "", text: `cat cat ${"dog ".repeat(100)}` },
  ]);
  const ranked = async (b: number) => {
    const passage = { k1: 1, b, referenceLength: 50 };
    const rank = await ourDocumentRanking(texts, { passage, pageShare: 0, openingShare: 0 });
    return rank("cat");
  };
  expect(await ranked(0)).toEqual(["long", "short"]);
  expect(await ranked(1)).toEqual(["short", "long"]);
});

test.each(["plain BM25", "FlexSearch", "MiniSearch"] as const)(
  "%s searches text and title, and returns ids",
  async (engine) => {
    const rank = otherDocumentRanking(engine, documents);
    expect(new Set(await rank("cats"))).toEqual(new Set(["d1", "d2"]));
    expect(await rank("fish")).toEqual(["d3"]);
  },
);
