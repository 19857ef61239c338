import type { EvaluationReport } from "./report.js";
import { type ReportTable, reportTables } from "./report-tables.js";

/** How a report is written. */
export interface MarkdownOptions {
  /** The strategy that the others are compared with, in a table of its own. */
  readonly baseline?: string | undefined;
}

/** A report as Markdown: what was run, the tables, what was left out. Shares are in percent. */
export function reportMarkdown(report: EvaluationReport, options: MarkdownOptions = {}): string {
  const { dataSet, skipped, notes, replayed } = report;
  const lines = [
    `## ${dataSet}`,
    "",
    `${whatWasRun(report)} Shares are in percent; ± is half of a 95 % interval.`,
  ];
  for (const table of reportTables(report, options)) lines.push("", ...tableLines(table));
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

function whatWasRun({
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

function counted(count: number, word: string): string {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

/** A table of a report as Markdown, with its title and a line break at its end. */
export function tableMarkdown(table: ReportTable): string {
  return `${tableLines(table).join("\n")}\n`;
}

/** A table with columns as wide as their cells, so that it can be read as it is. */
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
