import { capitalised, checkEach, checkedOptions, checkShape } from "../../core/index.js";
import type { EvidenceUnit } from "../api.js";
import { attainment, evidenceUnits, type MetricInfo, metricInfo } from "../metrics/metric-info.js";
import type { EvaluationReport, StrategyReport } from "./make-report.js";

/** How to write a report. */
export interface MarkdownOptions {
  /** The strategy that all others are compared with, in a separate table. */
  readonly baseline?: string | undefined;
}

/** A report as Markdown: what was run, the tables, and what was left out. Shares are in percent. */
export function reportMarkdown(report: EvaluationReport, options: MarkdownOptions = {}): string {
  checkReport(report);
  checkedOptions(options);
  const { dataSet, skipped, notes, replayed } = report;
  const lines = [
    `## ${dataSet}`,
    "",
    `${runDescription(report)} Shares are in percent, with 95 % intervals: in brackets Wilson's (1927) where a question counts or does not, after ± half of a normal one.`,
  ];
  for (const table of reportTables(report, options)) lines.push("", ...tableLines(table));
  for (const { strategy, chosen } of report.strategies) {
    if (chosen) lines.push("", `${strategy} chose ${choices(chosen)}.`);
  }
  if (
    options.baseline &&
    report.strategies.every(({ strategy }) => strategy !== options.baseline)
  ) {
    lines.push("", `The baseline ${options.baseline} was not run.`);
  }
  if (replayed) {
    const all = replayed.same + replayed.different.length;
    lines.push("", `Replayed: ${replayed.same} of ${all} questions ran as recorded.`);
    lines.push(...replayed.different.map((one) => `- ${one.question}: ${one.difference}`));
  }
  if (skipped.length > 0) {
    lines.push("", "Not run:", "");
    lines.push(...skipped.map(({ strategy, reason }) => `- ${strategy}: ${reason}`));
  }
  if (notes.length > 0) lines.push("", "Notes:", "", ...notes.map((note) => `- ${oneLine(note)}`));
  return `${lines.join("\n")}\n`;
}

function runDescription({
  questions,
  documents,
  pages,
  model,
  judge,
  embedder,
}: EvaluationReport): string {
  const parts = [
    `${counted(questions, "question")} over ${counted(documents, "document")} with ${counted(pages, "page")};`,
    model === null ? "no model." : `model ${model}.`,
  ];
  if (judge !== null) parts.push(`Judge ${judge}.`);
  if (embedder !== null) parts.push(`Vectors by ${embedder}.`);
  return parts.join(" ");
}

/** "tools for 12 questions, retrieve for 1 question". */
function choices(chosen: NonNullable<StrategyReport["chosen"]>): string {
  return Object.entries(chosen)
    .map(([name, count]) => `${name} for ${counted(count, "question")}`)
    .join(", ");
}

function counted(count: number, word: string): string {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

/** A table of a report as Markdown, with its title and a final line break. */
export function tableMarkdown(table: ReportTable): string {
  return `${tableLines(table).join("\n")}\n`;
}

/** A table whose columns are as wide as their cells, so that the source is readable. */
function tableLines({ title, head, rows }: ReportTable): string[] {
  const escaped = [head, ...rows].map((row) =>
    row.map((cell) => oneLine(cell).replaceAll("|", "\\|")),
  );
  const widths = head.map((_, column) =>
    Math.max(3, ...escaped.map((row) => row[column]?.length ?? 0)),
  );
  const [first = [], ...others] = escaped.map((row) => {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${cells.join(" | ")} |`;
  });
  const rule = widths.map((width, column) => "-".repeat(width - 1) + (column === 0 ? "-" : ":"));
  return [`### ${title}`, "", String(first), `| ${rule.join(" | ")} |`, ...others];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A table of a report; an empty cell has no value. */
export interface ReportTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Metrics that are shown with their intervals. */
const withInterval =
  /^(?:correct|judge|numeric-match|exact-match|.{0,99}abst.{0,99}|failed|error-.*|.*-recall@10|.*-ndcg@10)$/;

/** The main measure in tables by kind: the first one that most questions have. */
const chief = [
  "correct",
  "judge",
  // The same depth as in the published baselines.
  ...["passage", "cell", "page", "document"].map((unit) => `${unit}-recall@5`),
  "context-recall",
];
/** With more kinds than this, they are rows instead of columns. */
const maxColumns = 8;

/**
 * The tables of a report, with strategies in rows and metrics in columns, in the form of the
 * published ones: answers with calls and time; precision, recall and F1 of retrieval next to
 * ROUGE-L and length; retrieval in each unit; support; kinds of errors; cost; kinds of questions;
 * and results relative to a baseline. Metrics that no strategy has are left out, as are tables
 * without metrics.
 */
function reportTables(
  { strategies }: EvaluationReport,
  { baseline }: MarkdownOptions,
): ReportTable[] {
  const has = (name: string) => strategies.some(({ metrics }) => name in metrics);
  const unit = unitOfMost(strategies);
  const tables: (ReportTable | null)[] = [
    has("correct") || has("abstained")
      ? metricTable("Answers", strategies, [
          ...namesOf("answer").filter((name) => !/rouge|length/.test(name)),
          "calls",
          "time",
        ])
      : null,
    has("rouge-l")
      ? metricTable("Sources and answers", strategies, [
          ...["precision", "recall", "f1"].map((name) => `${unit}-${name}`),
          "rouge-l",
          "length-ratio",
        ])
      : null,
    ...evidenceUnits.map((one) =>
      metricTable(
        `Retrieval: ${unitTitles[one]}`,
        strategies,
        namesOf("retrieval").filter((name) => name.startsWith(`${one}-`)),
        `${one} `,
      ),
    ),
    metricTable("Retrieved text", strategies, ["context-recall", "context-precision"]),
    metricTable("Support of answers", strategies, namesOf("support")),
    metricTable(
      "Errors, as shares of the wrong answers",
      strategies,
      namesOf("errors").filter((name) => name !== "failed"),
    ),
    metricTable("Cost", strategies, [...namesOf("cost"), "failed"]),
    kindTable(strategies),
    baseline === undefined ? null : attainmentTable(strategies, baseline),
  ];
  return tables.filter((table) => table !== null);
}

export const unitTitles: Readonly<Record<EvidenceUnit, string>> = {
  document: "documents",
  page: "pages",
  passage: "passages",
  cell: "table cells",
};

/** The unit of evidence that most questions are judged in; the smallest in case of a tie. */
export function unitOfMost(strategies: readonly StrategyReport[]): EvidenceUnit {
  const countOf = (unit: EvidenceUnit) =>
    Math.max(0, ...strategies.map(({ metrics }) => metrics[`${unit}-f1`]?.count ?? 0));
  return evidenceUnits
    .toReversed()
    .reduce((most, one) => (countOf(one) > countOf(most) ? one : most));
}

function namesOf(group: MetricInfo["group"]): string[] {
  return Object.keys(metricInfo).filter((name) => metricInfo[name]?.group === group);
}

function metricTable(
  title: string,
  strategies: readonly StrategyReport[],
  names: readonly string[],
  lead = "",
): ReportTable | null {
  const shown = names.filter((name) => strategies.some(({ metrics }) => name in metrics));
  if (shown.length === 0) return null;
  const rows = strategies.filter(({ metrics }) => shown.some((name) => name in metrics));
  return {
    title,
    head: ["Strategy", "Questions", ...shown.map((name) => withoutLead(labelOf(name), lead))],
    rows: rows.map(({ strategy, metrics }) => {
      const counts = shown.flatMap((name) => metrics[name]?.count ?? []);
      const cells = shown.map((name) => {
        const found = metrics[name];
        if (!found) return "";
        const { mean, margin, count, interval } = found;
        const text = figure(name, mean);
        if (!withInterval.test(name)) return text;
        if (interval) return `${text} (${interval.map((end) => figure(name, end)).join(" – ")})`;
        return count > 1 ? `${text} ±${figure(name, margin)}` : text;
      });
      return [strategy, String(Math.max(...counts)), ...cells];
    }),
  };
}

function kindTable(strategies: readonly StrategyReport[]): ReportTable | null {
  const metric = chiefOf(strategies);
  if (metric === null) return null;
  const kinds = [
    ...new Set(
      strategies.flatMap((one) =>
        Object.keys(one.kinds).filter((kind) => metric in (one.kinds[kind] ?? {})),
      ),
    ),
  ].sort();
  if (kinds.length < 2) return null;
  const title = `${labelOf(metric)}, by kind of question`;
  const cell = (one: StrategyReport, kind: string) => {
    const value = one.kinds[kind]?.[metric];
    return value === undefined ? "" : figure(metric, value);
  };
  const names = strategies.map(({ strategy }) => strategy);
  return kinds.length > maxColumns
    ? {
        title,
        head: ["Kind", ...names],
        rows: kinds.map((kind) => [kind, ...strategies.map((one) => cell(one, kind))]),
      }
    : {
        title,
        head: ["Strategy", ...kinds],
        rows: strategies.map((one) => [one.strategy, ...kinds.map((kind) => cell(one, kind))]),
      };
}

/** Measures of answers come first, whatever was retrieved for them. */
function chiefOf(strategies: readonly StrategyReport[]): string | null {
  const countOf = (name: string) =>
    Math.max(0, ...strategies.map(({ metrics }) => metrics[name]?.count ?? 0));
  const answers = chief.slice(0, 2).find((name) => countOf(name) > 0);
  const most = Math.max(...chief.map(countOf));
  return answers ?? (most === 0 ? null : (chief.find((name) => countOf(name) === most) ?? null));
}

function attainmentTable(
  strategies: readonly StrategyReport[],
  baseline: string,
): ReportTable | null {
  const reference = strategies.find(({ strategy }) => strategy === baseline);
  if (!reference) return null;
  const names = [...namesOf("answer"), ...namesOf("support"), ...namesOf("retrieval")].filter(
    (name) => name in reference.metrics && metricInfo[name]?.better === "higher",
  );
  if (names.length === 0) return null;
  return {
    title: `Attainment: percent of what ${baseline} reaches`,
    head: ["Strategy", ...names.map(labelOf)],
    rows: strategies.map(({ strategy, metrics }) => [
      strategy,
      ...names.map((name) => {
        const [ours, theirs] = [metrics[name]?.mean, reference.metrics[name]?.mean];
        const share = ours === undefined || theirs === undefined ? null : attainment(ours, theirs);
        return share === null ? "" : (share * 100).toFixed(1);
      }),
    ]),
  };
}

/** A heading without the word that the title already has. */
function withoutLead(label: string, lead: string): string {
  if (lead === "" || !label.toLowerCase().startsWith(lead)) return label;
  const rest = label.slice(lead.length);
  // Names such as nDCG keep their case.
  return /^[a-z]+(?![A-Z])\b/.test(rest) ? capitalised(rest) : rest;
}

function labelOf(name: string): string {
  return metricInfo[name]?.label ?? name;
}

/** The mean of a metric as a table cell: shares in percent, and empty if there is none. */
export function metricCell(name: string, mean: number | undefined): string {
  return mean === undefined ? "" : figure(name, mean);
}

/** A value as shown: shares in percent. */
function figure(name: string, value: number): string {
  switch (metricInfo[name]?.unit) {
    case "share":
      return (value * 100).toFixed(1);
    case "ms":
      return value < 1000 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(1)} s`;
    case "ratio":
      return value.toFixed(2);
    default:
      return value.toFixed(1);
  }
}

function checkReport(report: EvaluationReport): void {
  const members = { dataSet: "string", skipped: "list", notes: "list", records: "list" } as const;
  checkShape("A report", report, members);
  checkEach("The strategies of a report", report.strategies, {
    strategy: "string",
    metrics: "object",
  });
}
