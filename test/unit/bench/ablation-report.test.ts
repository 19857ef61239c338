import { expect, test } from "vitest";
import { ablationJson, ablationTable } from "../../bench/ablation-report.js";

const rankings = [
  { name: "default", measures: [{ measure: "R@10", values: [1, 0, 1, 0] }] },
  { name: "worse", measures: [{ measure: "R@10", values: [0.5, -0.5, 0.5, -0.5] }] },
];

test("compares each ranking with the default question by question", () => {
  expect(ablationJson(rankings)).toEqual([
    {
      name: "default",
      measures: [{ measure: "R@10", mean: 0.5, difference: 0, interval: [0, 0] }],
    },
    {
      name: "worse",
      measures: [{ measure: "R@10", mean: 0, difference: -0.5, interval: [-0.5, -0.5] }],
    },
  ]);
});

test("shows the default without a difference", () => {
  const [, , first, second] = ablationTable("ranking", rankings).split("\n");
  expect(first?.trim().split(/\s+/)).toEqual(["default", "0.500"]);
  expect(second).toContain("−0.500 [−0.500, −0.500]");
});
