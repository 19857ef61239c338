import { expect, test } from "vitest";
import {
  correctedQuestion,
  correctsName,
  tellingCorrections,
} from "../../../src/agent/loop/corrected-question.js";
import { readQuestion } from "../../../src/figures/question.js";

test("replaces the words that were taken for typos, with their capitals", () => {
  const corrections = [
    { from: "Panthres", to: "panthers" },
    { from: "ARPNET", to: "arpanet" },
    { from: "peroid", to: "period" },
  ];
  const question = "Which peroid did the Panthres spend on ARPNET?";
  expect(correctedQuestion(question, corrections)).toBe(
    "Which period did the Panthers spend on ARPANET?",
  );
  expect(correctedQuestion(question, [])).toBe(question);
  expect(
    correctedQuestion("Why was Ploonia's hom-home sold?", [
      { from: "Ploonia's", to: "polonia" },
      { from: "hom", to: "hot" },
    ]),
  ).toBe("Why was Polonia hot-home sold?");
});

test("tells a corrected name from another corrected word", () => {
  const question = "Which peroid did the Panthres lead?";
  expect(correctsName(question, [{ from: "peroid", to: "period" }])).toBe(false);
  expect(correctsName(question, [{ from: "Panthres", to: "panthers" }])).toBe(true);
  expect(correctsName(question, [])).toBe(false);
  expect(correctsName("What are clades?", [{ from: "clades", to: "claude" }])).toBe(true);
});

test("does not mistake a question word for a typo", () => {
  const asking = { from: "quickly", to: "quick" };
  const typo = { from: "falts", to: "faults" };
  const question = readQuestion("How quickly do falts have to be fixed?");
  expect(tellingCorrections([asking, typo], question)).toEqual([typo]);
});
