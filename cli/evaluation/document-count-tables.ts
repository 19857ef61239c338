import type { EvaluationReport } from "../../src/evaluation/report/make-report.js";
import {
  metricCell,
  type ReportTable,
  unitOfMost,
  unitTitles,
} from "../../src/evaluation/report/report-markdown.js";

/**
 * For each data set that was run with several numbers of documents, a table of retrieval at each
 * number, in the form of AU-RAG's: strategies in rows, and each metric once per number. Sources are
 * counted in the unit that most questions are judged in.
 */
export function documentCountTables(reports: readonly EvaluationReport[]): ReportTable[] {
  const families = new Map<string, { count: number; report: EvaluationReport }[]>();
  for (const report of reports) {
    const [, name = "", count = ""] = /^(.+)-(\d+)$/.exec(report.dataSet) ?? [];
    if (name === "") continue;
    families.set(name, [...(families.get(name) ?? []), { count: Number(count), report }]);
  }
  return [...families].flatMap(([name, runs]) => {
    if (runs.length < 2) return [];
    const unit = unitOfMost(runs.flatMap(({ report }) => report.strategies));
    const shown = [
      [`${unit}-precision`, "Precision"],
      [`${unit}-recall`, "Recall"],
      [`${unit}-f1`, "F1"],
      ["rouge-l", "ROUGE-L"],
      ["length-ratio", "Length ratio"],
    ] as const;
    const columns = shown.flatMap(([metric, label]) =>
      runs.some(({ report }) => report.strategies.some(({ metrics }) => metric in metrics))
        ? runs.map(({ count, report }) => ({ head: `${label}, ${count}`, metric, report }))
        : [],
    );
    const strategies = new Set(
      runs.flatMap(({ report }) => report.strategies.map(({ strategy }) => strategy)),
    );
    const counts = runs.map(({ count }) => count).join(", ");
    return {
      title: `${name} with ${counts} documents: ${unitTitles[unit]}`,
      head: ["Strategy", ...columns.map(({ head }) => head)],
      rows: [...strategies].map((strategy) => [
        strategy,
        ...columns.map(({ metric, report }) => {
          const found = report.strategies.find((one) => one.strategy === strategy);
          return metricCell(metric, found?.metrics[metric]?.mean);
        }),
      ]),
    };
  });
}
