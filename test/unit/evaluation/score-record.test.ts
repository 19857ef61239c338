import { describe, expect, test } from "vitest";
import type {
  EvaluationAnswer,
  EvaluationQuestion,
  EvaluationRecord,
  StrategyOutcome,
} from "../../../src/evaluation/api.js";
import { errorCategory } from "../../../src/evaluation/error-category.js";
import { metricInfo } from "../../../src/evaluation/metrics/metric-info.js";
import { scoreRecord } from "../../../src/evaluation/score-record.js";

const table = "Net sales\t1,577\t1,420\nOther income\t12\t9";

const question: EvaluationQuestion = {
  id: "1",
  text: "What were net sales?",
  answers: ["1,577"],
  unanswerable: false,
  evidence: [
    { unit: "document", document: "a.pdf", grade: 1 },
    { unit: "page", document: "a.pdf", page: 3, text: table },
  ],
  documents: null,
  kind: null,
};

const derived: EvaluationQuestion = {
  ...question,
  text: "By how many percent did net sales grow?",
  answers: ["11.06%"],
};

function answered(text: string, more: Partial<EvaluationAnswer> = {}): EvaluationAnswer {
  return { text, kind: "answered", reason: null, sentences: [], checked: false, ...more };
}

const notFound = answered("", { kind: "not-found" });

function outcome(
  answer: EvaluationAnswer | null,
  page = 3,
  usage: Partial<StrategyOutcome["usage"]> = {},
): StrategyOutcome {
  return {
    retrieved: [{ path: "a.pdf", page, lastPage: page, text: table }],
    answer,
    calls: [],
    usage: {
      calls: 0,
      turns: 0,
      promptTokens: 0,
      reusedTokens: 0,
      generatedTokens: 0,
      folds: 0,
      firstToken: null,
      total: 12,
      ...usage,
    },
  };
}

function record(made: StrategyOutcome | null): EvaluationRecord {
  return {
    recordVersion: 1,
    dataSet: "own",
    question: "1",
    strategy: "search",
    model: null,
    outcome: made,
    failure: made ? null : { code: "model-failed", message: "It broke." },
    exchanges: [],
  };
}

const scores = (questionToScore: EvaluationQuestion, made: StrategyOutcome | null, extras = {}) =>
  scoreRecord(questionToScore, record(made), extras);

describe("the scores of a record", () => {
  test("scores only retrieval and time for a retrieval strategy", () => {
    const found = scores(question, outcome(null));
    expect(found).toMatchObject({
      "document-recall@1": 1,
      "page-recall@1": 1,
      "page-ndcg@10": 1,
      "page-f1": 1,
      "context-recall": 1,
      "context-precision": 1,
      time: 12,
      failed: 0,
    });
    for (const name of ["correct", "abstained", "calls", "passage-recall@1", "faithfulness"]) {
      expect(found).not.toHaveProperty(name);
    }
    expect(scores(question, outcome(null, 2))).toMatchObject({
      "document-recall@1": 1,
      "page-recall@20": 0,
      "page-map": 0,
      // Covered by its words, although these are on another page.
      "context-recall": 1,
      "context-precision": 0,
    });
  });

  test("leaves documents out of the scores if a question is asked of its evidence only", () => {
    const narrowed = { ...question, documents: ["a.pdf"] };
    const found = scores(narrowed, outcome(null));
    expect(found).not.toHaveProperty("document-recall@1");
    expect(found).toHaveProperty("page-recall@1", 1);
  });

  test("omits document metrics if an oracle chose the documents", () => {
    const found = scores(question, { ...outcome(null), told: ["a.pdf"] });
    expect(found).not.toHaveProperty("document-recall@1");
    expect(found).toHaveProperty("page-recall@1", 1);
  });

  test("scores no deeper than the strategy's ranking", () => {
    const deep = scores(question, outcome(null));
    expect(deep).toMatchObject({ "document-recall@100": 1, "page-map@20": 1, "page-map": 1 });
    const names = (depth: number) =>
      Object.keys(scores(question, { ...outcome(null), depth })).filter((one) =>
        /^page-.*(?:@|map)/.test(one),
      );
    expect(names(5)).toEqual(["page-recall@1", "page-recall@5"]);
    expect(names(20)).toEqual(Object.keys(deep).filter((one) => /^page-.*@/.test(one)));
    expect(scores(question, { ...outcome(null), depth: 5 })).toHaveProperty("page-f1", 1);
  });

  test("compares an answer with gold", () => {
    const found = scores(question, outcome(answered("1,577")), { judge: 1, similarity: 0.9 });
    expect(found).toMatchObject({
      correct: 1,
      judge: 1,
      "numeric-match": 1,
      "exact-match": 1,
      "token-f1": 1,
      "rouge-l": 1,
      similarity: 0.9,
      abstained: 0,
      "wrong-abstention": 0,
      "length-ratio": 1,
    });
    expect(found).not.toHaveProperty("error-undecided");
    expect(found).not.toHaveProperty("right-abstention");
  });

  test("scores an abstention 0 if the documents answer, and 1 if they do not", () => {
    const wrong = scores(question, outcome(notFound));
    expect(wrong).toMatchObject({ correct: 0, "token-f1": 0, "wrong-abstention": 1 });
    expect(wrong).not.toHaveProperty("length-ratio");
    const unanswerable = { ...question, unanswerable: true, answers: [], evidence: [] };
    const right = scores(unanswerable, outcome(notFound));
    expect(right).toMatchObject({ correct: 1, "right-abstention": 1 });
    expect(right).not.toHaveProperty("wrong-abstention");
    expect(scores(unanswerable, outcome(answered("They were 12.")))).toMatchObject({
      correct: 0,
      "right-abstention": 0,
    });
  });

  test("treats a refusal in words as an abstention", () => {
    const text = "The context does not provide the information that is needed.";
    expect(scores(question, outcome(answered(text)))).toMatchObject({ abstained: 1, correct: 0 });
  });

  test("omits comparisons without gold", () => {
    const found = scores({ ...question, answers: [], evidence: [] }, outcome(answered("1,577")));
    expect(Object.keys(found)).toEqual(["abstained", "wrong-abstention", "time", "failed"]);
  });

  test("scores a failed answer 0, and does not score a strategy that threw", () => {
    const failed = scores(question, outcome(answered("", { kind: "failed" })));
    expect(failed).toMatchObject({ correct: 0, "token-f1": 0, abstained: 0, failed: 1 });
    expect(failed).toMatchObject({ "error-format": 1, "error-calculation": 0 });
    expect(scores(question, null)).toEqual({ failed: 1 });
  });

  test("includes the cost of a model if one was used", () => {
    const usage = { calls: 2, turns: 3, promptTokens: 400, reusedTokens: 100, firstToken: 7 };
    expect(scores(question, outcome(answered("1,577"), 3, usage))).toMatchObject({
      calls: 2,
      turns: 3,
      "prompt-tokens": 400,
      reused: 0.25,
      "first-token": 7,
    });
  });

  test("judges sentences only if they were verified", () => {
    const sentence = {
      text: "They were 1,577.",
      supported: false,
      citations: [],
      calculations: [],
      unsupportedNumbers: ["1,577"],
      dropped: ["Not there."],
    };
    const checked = answered("They were 1,577.", { checked: true, sentences: [sentence] });
    expect(scores(question, outcome(checked))).toMatchObject({
      faithfulness: 0,
      "number-support": 0,
      "citation-precision": 0,
    });
    expect(scores(question, outcome({ ...checked, checked: false }))).not.toHaveProperty(
      "faithfulness",
    );
  });

  test("names all scores with explanations, in the same order", () => {
    const names = Object.keys(metricInfo);
    const found = Object.keys(scores(question, outcome(answered("They were 12."))));
    expect(found).toEqual(names.filter((name) => found.includes(name)));
    expect(found.filter((name) => name.startsWith("error-"))).toHaveLength(6);
  });

  test("scores a record that was read back byte for byte the same", () => {
    const one = record(outcome(answered("They were 12."), 2));
    const read: EvaluationRecord = JSON.parse(JSON.stringify(one));
    expect(JSON.stringify(scoreRecord(question, read))).toBe(
      JSON.stringify(scoreRecord(question, one)),
    );
  });
});

describe("a wrong answer", () => {
  test.each([
    ["format", "has the wrong scale", question, answered("They were 1.577 million."), 3],
    ["format", "has the wrong sign", question, answered("They were -1,577."), 3],
    ["format", "has no number", question, answered("They were large."), 3],
    ["format", "is empty", question, answered(" "), 3],
    ["missing-context", "was made without the evidence", question, answered("It was 5."), 2],
    ["missing-context", "abstains without the evidence", question, notFound, 2],
    [null, "abstains over the evidence", question, notFound, 3],
    ["wrong-row", "is a number of another row", question, answered("They were 12."), 3],
    ["hallucination", "has a number from nowhere", question, answered("They were 3,333."), 3],
    ["calculation", "was worked out wrongly", derived, answered("By 14.5 %."), 3],
    [null, "has the right number", question, answered("They were 1,577."), 3],
  ] as const)(
    "classifies a wrong answer as %s when it %s",
    (category, _, questionText, answer, page) => {
      expect(errorCategory(questionText, outcome(answer, page))).toBe(category);
    },
  );

  test("classifies a wrong answer as a hallucination when nothing of it was verified", () => {
    const named = { ...question, answers: ["Ida Melling"] };
    const sentence = {
      text: "Jon Brandt.",
      supported: false,
      citations: [],
      calculations: [],
      unsupportedNumbers: [],
      dropped: [],
    };
    const checked = answered("Jon Brandt.", { checked: true, sentences: [sentence] });
    expect(errorCategory(named, outcome(checked))).toBe("hallucination");
    expect(errorCategory(named, outcome({ ...checked, checked: false }))).toBeNull();
  });
});
