import { expect, test } from "vitest";
import { isFigure } from "../../../src/collection/retrieval/figure-places.js";
import { numbersIn } from "../../../src/figures/find-numbers.js";

test.each([
  ["Our cloud revenue, which includes Office 365 Commercial, grew.", []],
  ["The plant builds the Boeing 737.", []],
  ["At the plant in Germany 365 people work.", ["365"]],
  ["Approximately 365 Germans work here.", ["365"]],
  [
    "It employs 7,300 people and Office 365 Commercial earned $12 million.",
    ["7,300", "$12 million"],
  ],
  ["(3) Includes 12 ships.", ["12"]],
  ["8 Warranty and service", []],
  ["8 Germans work here.", ["8"]],
])("tells figures from names with a number: %s", (sentence, figures) => {
  const found = numbersIn(sentence).filter((number) => isFigure(number, sentence));
  expect(found.map(({ text }) => text)).toEqual(figures);
});
