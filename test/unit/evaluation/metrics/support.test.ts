import { expect, test } from "vitest";
import type { AnswerSentence, Citation } from "../../../../src/core/answer.js";
import type { DocumentId } from "../../../../src/core/document.js";
import {
  citationAccuracy,
  citationPrecision,
  citedSentences,
} from "../../../../src/evaluation/metrics/evidence.js";

import { supportedNumbers } from "../../../../src/evaluation/metrics/numeric-match.js";

function citation(page: number): Citation {
  return {
    evidence: `d1.p${page}.s1`,
    document: "one" as DocumentId,
    path: "a.pdf",
    page,
    pageLabel: null,
    pageUnit: "page",
    span: { start: 0, end: 5 },
    quote: "ferry",
  };
}

function sentence(text: string, more: Partial<AnswerSentence> = {}): AnswerSentence {
  return {
    text,
    supported: true,
    citations: [],
    calculations: [],
    unsupportedNumbers: [],
    dropped: [],
    ...more,
  };
}

test("faithfulness is the share of the sentences with a citation", () => {
  const cited = sentence("One.", { citations: [citation(1), citation(2)] });
  expect(citedSentences([cited, sentence("Two."), sentence("Three.")])).toBeCloseTo(1 / 3, 12);
  expect(citedSentences([])).toBeNull();
});

test("counts numbers as often as they are stated, minus unsupported ones", () => {
  // "$4.2 million", "2019" and "14"; the day of "March 14" is unsupported: 2 of 3.
  const first = sentence("On March 14 it had $4.2 million, as in 2019.", {
    unsupportedNumbers: ["March 14"],
  });
  expect(supportedNumbers([first])).toBeCloseTo(2 / 3, 12);
  // Plus one number in words, which is unsupported as well: 2 of 4.
  const second = sentence("Eleven billion dollars.", {
    unsupportedNumbers: ["Eleven billion dollars"],
  });
  expect(supportedNumbers([first, second])).toBe(0.5);
  expect(supportedNumbers([sentence("No number.")])).toBeNull();
});

test("citation precision is the share of claimed citations that hold", () => {
  const sentences = [
    sentence("One.", { citations: [citation(1), citation(2)] }),
    sentence("Two.", { citations: [citation(3)], dropped: ["The quote is not there."] }),
  ];
  expect(citationPrecision(sentences)).toBe(0.75);
  expect(citationPrecision([sentence("One.")])).toBeNull();
});

test("citation accuracy is the share of the citations on pages of the evidence", () => {
  const sentences = [sentence("One.", { citations: [citation(1), citation(2), citation(3)] })];
  const page = { unit: "page", document: "a.pdf", page: 2, text: "" } as const;
  expect(citationAccuracy(sentences, [page])).toBeCloseTo(1 / 3, 12);
  expect(citationAccuracy(sentences, [{ ...page, document: "b.pdf" }])).toBe(0);
  expect(citationAccuracy(sentences, [])).toBeNull();
  expect(citationAccuracy([sentence("One.")], [page])).toBeNull();
});
