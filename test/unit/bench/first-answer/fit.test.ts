import { expect, it } from "vitest";
import { fitChoices } from "../../../bench/first-answer/fit.js";

it("learns which features distinguish the right option from the other options of its question", () => {
  const choices = Array.from({ length: 20 }, (_, question) => ({
    weight: 1,
    options: [
      // The first feature is informative; the second is the same for all options of a question.
      { features: [1, question], isRight: true },
      { features: [0, question], isRight: false },
      { features: [question % 4 === 0 ? 1 : 0, question], isRight: false },
    ],
  }));
  const [telling = 0, same = 1] = fitChoices(choices, 0.1);
  expect(telling).toBeGreaterThan(1);
  expect(same).toBeCloseTo(0);
});

it("learns nothing from questions without a right option", () => {
  const options = [{ features: [1], isRight: false }];
  expect(fitChoices([{ weight: 1, options }], 1)).toEqual([]);
});
