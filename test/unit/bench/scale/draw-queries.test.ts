import { expect, test } from "vitest";
import { drawQueries } from "../../../bench/scale/draw-queries.js";

const words = Array.from(
  { length: 400 },
  (_, index) => `word${"abcdefghijklmnopqrst"[index % 20]}`,
);
const paragraphs = [`${words.join(" ")} 1,577.00`, "the cat sleeps"];

test("draws queries of one, four and twenty terms, the same ones every time", () => {
  const drawn = drawQueries(paragraphs, 6);
  expect(drawn.map(({ terms, queries }) => [terms, queries.length])).toEqual([
    [1, 6],
    [4, 6],
    [20, 6],
  ]);
  for (const { terms, queries } of drawn.slice(0, 2)) {
    for (const query of queries) expect(query.split(" ")).toHaveLength(terms);
  }
  expect(drawQueries(paragraphs, 6)).toEqual(drawn);
});

test("uses twenty consecutive words of the text as terms", () => {
  const [, , long] = drawQueries(paragraphs.slice(0, 1), 6);
  for (const query of long?.queries ?? []) {
    expect(query.split(" ")).toHaveLength(20);
    expect(paragraphs[0]).toContain(query);
  }
});
