import { expect, test } from "vitest";
import {
  countsOf,
  type JudgedStatement,
  misjudgedText,
  verifierJson,
} from "../../../bench/verifier/report.js";

const judged: readonly JudgedStatement[] = (
  [
    [null, true, "development"],
    [null, false, "counted"],
    ["column", true, "counted"],
    ["column", false, "development"],
    ["digit", true, "development"],
  ] as const
).map(([kind, accepted, half], index) => ({
  ...{ source: "TAT-QA", half, kind, accepted, reason: "", text: `statement ${index}` },
  ...{ truth: "the true one", question: "?", row: ["Net sales", "1"], document: "one.html" },
  isTruthAccepted: index !== 3,
}));

test("counts accepted true statements, and rejected changed ones", () => {
  const { true: truths, changed } = countsOf(judged);
  expect(truths).toEqual({ accepted: 1, total: 2 });
  expect(changed.column).toEqual({ rejected: 1, total: 2, told: { rejected: 0, total: 1 } });
  expect(changed.digit).toMatchObject({ rejected: 0, total: 1 });
  expect(changed.all).toMatchObject({ rejected: 1, total: 3 });
  expect(verifierJson(judged)).toMatchObject({
    true: { accepted: 1, total: 2 },
    groups: { counted: { changed: { column: { rejected: 0, total: 1 } } } },
  });
});

test("prints misjudged statements of the development half only", () => {
  const text = misjudgedText(judged);
  expect(text).toContain("digit, accepted\nstatement 4\nthe true one");
  expect(text).not.toContain("statement 1");
  expect(text).not.toContain("statement 2");
});
