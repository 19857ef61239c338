import { expect, test } from "vitest";
import { documentCountTables } from "../../../cli/evaluation/document-count-tables.js";
import type { EvaluationReport } from "../../../src/evaluation/report/make-report.js";

/** A report with the means of some metrics over this many questions. */
function report(
  dataSet: string,
  strategies: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>>,
): EvaluationReport {
  return {
    reportVersion: 1,
    dataSet,
    documents: 1,
    pages: 1,
    questions: 1,
    model: null,
    embedder: null,
    judge: null,
    skipped: [],
    notes: [],
    replayed: null,
    records: [],
    strategies: Object.entries(strategies).map(([strategy, metrics]) => ({
      strategy,
      questions: 1,
      failed: 0,
      kinds: {},
      metrics: Object.fromEntries(
        Object.entries(metrics).map(([name, [mean, count]]) => [
          name,
          { mean, count, margin: 0, interval: null },
        ]),
      ),
    })),
  };
}

test("prints each metric once for each number of documents, in the unit of most questions", () => {
  const found = (mean: number) =>
    ({
      "cell-precision": [0.9, 3],
      "cell-f1": [0.9, 3],
      "document-precision": [mean, 9],
      "document-f1": [mean / 2, 9],
    }) as const;
  const tables = documentCountTables([
    report("set-30", { search: found(0.4), "rag-300": { ...found(0.2), "rouge-l": [0.5, 9] } }),
    report("set-90", { search: found(0.3) }),
    report("other-10", { search: found(0.3) }),
    report("plain", { search: found(0.3) }),
  ]);
  expect(tables).toEqual([
    {
      title: "set with 30, 90 documents: documents",
      head: [
        ...["Strategy", "Precision, 30", "Precision, 90", "F1, 30", "F1, 90"],
        ...["ROUGE-L, 30", "ROUGE-L, 90"],
      ],
      rows: [
        ["search", "40.0", "30.0", "20.0", "15.0", "", ""],
        ["rag-300", "20.0", "", "10.0", "", "50.0", ""],
      ],
    },
  ]);
});
