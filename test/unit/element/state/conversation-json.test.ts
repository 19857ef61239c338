import { expect, test } from "vitest";
import { conversationJson } from "../../../../src/element/ask/save-conversation.js";
import { answer, citation, sentence } from "./answers.js";

test("a conversation is written with its version, its sources by number, and unanswered questions", () => {
  const other = citation({ page: 7, pageLabel: "v", quote: "Net sales" });
  const first = answer({
    sentences: [sentence(), sentence({ citations: [other, citation()] })],
  });
  const written = conversationJson({ title: "What was the profit?", at: 0 }, [
    { question: first.question, answer: first, trace: null },
    { question: "And then?", answer: null, trace: null },
  ]);
  expect(JSON.parse(JSON.stringify(written))).toEqual({
    version: 1,
    title: "What was the profit?",
    savedAt: "1970-01-01T00:00:00.000Z",
    turns: [
      {
        question: "What was the profit?",
        answer: first,
        sources: [
          {
            number: 1,
            path: "reports/annual_report.pdf",
            page: 6,
            pageLabel: null,
            pageUnit: "page",
            quote: "Operating profit\t14,150",
          },
          {
            number: 2,
            path: "reports/annual_report.pdf",
            page: 7,
            pageLabel: "v",
            pageUnit: "page",
            quote: "Net sales",
          },
        ],
        trace: null,
      },
      { question: "And then?", answer: null, sources: [], trace: null },
    ],
  });
});
