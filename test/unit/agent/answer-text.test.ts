import { expect, it } from "vitest";
import { answerText, storedAnswer } from "../../../src/agent/answer.js";
import type { BestPassage } from "../../../src/core/answer.js";
import { answer, sentence } from "../element/state/answers.js";

it("joins the sentences of an answer, starting a new line for each subject", () => {
  const sentences = [
    sentence({ text: "Profit rose." }),
    sentence({ text: "Costs fell.", supported: false }),
    sentence({ text: "Sales: $4 million.", ownLine: true }),
  ];
  expect(answerText({ sentences, passages: [] })).toBe(
    "Profit rose. Costs fell.\nSales: $4 million.",
  );
});

it("takes the marked part of the best passage if an answer has no sentences", () => {
  const text = "Leave is granted. The notice period is twelve weeks. It may be extended.";
  const best = { text, marked: [{ start: 18, end: 52 }] } as unknown as BestPassage;
  expect(answerText({ sentences: [], passages: [best] })).toBe(
    "The notice period is twelve weeks.",
  );
  expect(answerText({ sentences: [], passages: [] })).toBe("");
});

it("adds the text to answers that were stored without it", () => {
  const { text, ...stored } = answer();
  expect(storedAnswer(stored).text).toBe(text);
});
