import type { Answer, AnswerSentence, Citation } from "../../../../src/index.js";

/** A citation of a place on page 6 of a report. */
export function citation(about: Partial<Citation> = {}): Citation {
  return {
    evidence: "d1.p6.s2" as Citation["evidence"],
    document: "d1" as Citation["document"],
    path: "reports/annual_report.pdf",
    page: 6,
    pageLabel: null,
    pageUnit: "page",
    span: { start: 10, end: 40 },
    quote: "Operating profit\t14,150",
    ...about,
  };
}

/** A sentence that the report supports. */
export function sentence(about: Partial<AnswerSentence> = {}): AnswerSentence {
  return {
    text: "The operating profit was $14,150 thousand.",
    supported: true,
    citations: [citation()],
    calculations: [],
    unsupportedNumbers: [],
    dropped: [],
    ...about,
  };
}

/** An answer with one sentence. */
export function answer(about: Partial<Answer> = {}): Answer {
  return {
    kind: "answered",
    text: "The operating profit was $14,150 thousand.",
    question: "What was the profit?",
    standalone: about.question ?? "What was the profit?",
    sentences: [sentence()],
    passages: [],
    missing: "",
    tried: [],
    coverage: {
      documents: 3,
      pages: 430,
      pagesWithoutText: 18,
      gaps: [
        {
          document: "d2" as Citation["document"],
          path: "scan.pdf",
          reason: "scanned",
          pages: [{ from: 1, to: 18 }],
        },
      ],
      pagesNotNamed: 0,
    },
    calculations: [],
    reason: null,
    usage: {
      calls: 7,
      turns: 3,
      promptTokens: 100,
      reusedTokens: 0,
      generatedTokens: 50,
      folds: 0,
      firstToken: 100,
      total: 9000,
    },
    ...about,
  };
}
