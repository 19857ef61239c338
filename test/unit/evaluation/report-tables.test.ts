import { expect, test } from "vitest";
import { noUsage } from "../../../src/agent/answer.js";
import type { EvaluationQuestion } from "../../../src/evaluation/api.js";
import { makeReport, type ReportParts } from "../../../src/evaluation/report/make-report.js";
import { reportMarkdown } from "../../../src/evaluation/report/report-markdown.js";
import type { ScoredRecord, Scores } from "../../../src/evaluation/score-record.js";

const questions = ["q1", "q2", "q3"].map(
  (id, index): EvaluationQuestion => ({
    id,
    text: id,
    answers: ["a"],
    unanswerable: false,
    evidence: [],
    documents: null,
    kind: index === 2 ? "rare | odd" : "plain",
  }),
);

function scored(strategy: string, question: string, scores: Scores): ScoredRecord {
  const record = { recordVersion: 1, dataSet: "set", question, strategy, model: null } as const;
  const failure = scores.failed ? { code: "internal", message: "Broken." } : null;
  return { record: { ...record, outcome: null, failure, exchanges: [] }, scores };
}

function report(records: readonly ScoredRecord[], more: Partial<ReportParts> = {}) {
  return makeReport({
    dataSet: { name: "set", questions },
    documents: 1,
    pages: 1200,
    model: null,
    embedder: null,
    judge: null,
    skipped: [],
    notes: [],
    replayed: null,
    records,
    ...more,
  });
}

const answers = [
  scored("tools", "q3", { correct: 0, "rouge-l": 0.25, calls: 3, time: 1500 }),
  scored("tools", "q1", { correct: 1, "rouge-l": 0.75, calls: 2, time: 500 }),
  scored("rag", "q1", { correct: 1, "numeric-match": 1, time: 250 }),
  scored("rag", "q2", { failed: 1 }),
];

test("averages over the questions that a metric applies to, in their order", () => {
  const { strategies, records, questions: count } = report(answers);
  expect(count).toBe(3);
  expect(records.map(({ record }) => record.question)).toEqual(["q1", "q3", "q1", "q2"]);
  expect(strategies[0]?.metrics.correct).toEqual({
    mean: 0.5,
    count: 2,
    margin: 0.98,
    interval: [expect.closeTo(0.0945, 4), expect.closeTo(0.9055, 4)],
  });
  expect(strategies[0]?.metrics["rouge-l"]?.interval).toBeNull();
  expect(strategies[0]?.metrics.calls?.interval).toBeNull();
  expect(strategies[0]?.kinds["rare | odd"]).toMatchObject({ correct: 0, calls: 3 });
  expect(strategies[1]).toMatchObject({ strategy: "rag", questions: 2, failed: 2 });
  expect(strategies[1]?.metrics.correct).toMatchObject({ mean: 1, count: 1, margin: 0 });
});

test("writes tables, with empty cells for missing figures", () => {
  const skipped = [{ strategy: "vector-rag", reason: "It needs a model that makes vectors." }];
  const notes = ["b.pdf: damaged\nbeyond repair"];
  expect(reportMarkdown(report(answers, { skipped, notes, model: "openai:x#y" }))).toBe(`## set

3 questions over 1 document with 1,200 pages; model openai:x#y. Shares are in percent, with 95 % intervals: in brackets Wilson's (1927) where a question counts or does not, after ± half of a normal one.

### Answers

| Strategy | Questions |              Correct |        Numeric match | Tool calls |   Time |
| -------- | --------: | -------------------: | -------------------: | ---------: | -----: |
| tools    |         2 |    50.0 (9.5 – 90.5) |                      |        2.5 |  1.0 s |
| rag      |         1 | 100.0 (20.7 – 100.0) | 100.0 (20.7 – 100.0) |            | 250 ms |

### Sources and answers

| Strategy | Questions | ROUGE-L |
| -------- | --------: | ------: |
| tools    |         2 |    50.0 |

### Cost

| Strategy | Questions | Tool calls |   Time |               Failed |
| -------- | --------: | ---------: | -----: | -------------------: |
| tools    |         2 |        2.5 |  1.0 s |                      |
| rag      |         1 |            | 250 ms | 100.0 (20.7 – 100.0) |

### Correct, by kind of question

| Strategy | plain | rare \\| odd |
| -------- | ----: | ----------: |
| tools    | 100.0 |         0.0 |
| rag      | 100.0 |             |

Not run:

- vector-rag: It needs a model that makes vectors.

Notes:

- b.pdf: damaged beyond repair
`);
});

test("puts the units of evidence into separate tables", () => {
  const found = { "page-recall@10": 1, "page-ndcg@10": 0.5, "passage-recall@10": 0 };
  const text = reportMarkdown(report([scored("search", "q1", found)]));
  expect(text).toContain(`### Retrieval: pages

| Strategy | Questions |            Recall@10 | nDCG@10 |`);
  expect(text).toContain("### Retrieval: passages\n");
  expect(text).not.toContain("### Retrieval: documents");
});

test("reports the strategies that auto chose, most frequent first", () => {
  const chosen = ["retrieve", "tools", "tools"].map((name, index) => {
    const { record, scores } = scored("auto", `q${index + 1}`, { correct: 1 });
    const usage = { ...noUsage, total: 1 };
    const outcome = { retrieved: [], chosen: name, answer: null, calls: [], usage };
    return { scores, record: { ...record, outcome } };
  });
  const run = report([...chosen, scored("rag", "q1", { correct: 1 })]);
  expect(run.strategies.map(({ chosen }) => chosen)).toEqual([
    { tools: 2, retrieve: 1 },
    undefined,
  ]);
  expect(reportMarkdown(run)).toContain(
    "\nauto chose tools for 2 questions, retrieve for 1 question.\n",
  );
});

test("compares with a baseline, and says if it was not run", () => {
  const run = report([
    scored("base", "q1", { correct: 0.8, "rouge-l": 0 }),
    scored("other", "q1", { correct: 0.6, "rouge-l": 0.5 }),
  ]);
  expect(reportMarkdown(run, { baseline: "base" })).toContain(
    `### Attainment: percent of what base reaches

| Strategy | Correct | ROUGE-L |
| -------- | ------: | ------: |
| base     |   100.0 |         |
| other    |    75.0 |         |
`,
  );
  expect(reportMarkdown(run, { baseline: "rag" })).toContain("The baseline rag was not run.");
});

test("reports the result of a replay", () => {
  const different = [{ question: "q1 (tools)", difference: "The answer is another." }];
  const text = reportMarkdown(report(answers, { replayed: { same: 3, different } }));
  expect(text).toContain(
    "Replayed: 3 of 4 questions ran as recorded.\n- q1 (tools): The answer is another.\n",
  );
});
