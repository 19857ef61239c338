import { metricInfo } from "pagehound/evaluation";
import type { MetricInfo, StrategyReport } from "./evaluation-types.js";
import { number } from "./words.js";

/** A column of the results. */
export interface MetricColumn extends MetricInfo {
  readonly name: string;
}

/** Columns that are shown together. */
export interface ColumnGroup {
  readonly label: string;
  readonly columns: readonly MetricColumn[];
}

/**
 * The heading of each group of columns; for retrieval metrics, each unit of evidence is a group.
 */
const groupLabels: Readonly<Record<string, string>> = {
  "retrieval document": "Documents that were found",
  "retrieval page": "Pages that were found",
  "retrieval passage": "Passages that were found",
  "retrieval cell": "Table cells that were found",
  "retrieval context": "Text that was found",
  answer: "What was answered",
  support: "What answers rest on",
  cost: "What it took",
  errors: "What went wrong",
};

const shares = new Intl.NumberFormat(undefined, {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const ratios = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const seconds = new Intl.NumberFormat(undefined, {
  style: "unit",
  unit: "second",
  maximumSignificantDigits: 3,
});
const milliseconds = new Intl.NumberFormat(undefined, {
  style: "unit",
  unit: "millisecond",
  maximumFractionDigits: 0,
});

/** The columns for which any strategy has a value, in groups. */
export function metricColumns(strategies: readonly StrategyReport[]): readonly ColumnGroup[] {
  const columns = Object.entries(metricInfo).flatMap(([name, info]) => {
    const means = strategies.flatMap(({ metrics }) => metrics[name]?.mean ?? []);
    // Categories of errors that never occurred are omitted.
    const counts = info.group === "errors" ? means.some((mean) => mean > 0) : means.length > 0;
    return counts ? { ...info, name } : [];
  });
  return Object.entries(groupLabels).flatMap(([group, label]) => {
    const groupColumns = columns.filter((column) => groupOf(column) === group);
    return groupColumns.length > 0 ? { label, columns: groupColumns } : [];
  });
}

function groupOf({ group, name }: MetricColumn): string {
  return group === "retrieval" ? `${group} ${name.split("-", 1)[0]}` : group;
}

/** The name of a metric, as the heading of a column. */
export function metricLabel(name: string): string {
  return metricInfo[name]?.label ?? name;
}

/** A value as people write it, in the metric's unit. */
export function figure(name: string, value: number): string {
  switch (metricInfo[name]?.unit) {
    case "share":
      return shares.format(value);
    case "ratio":
      return ratios.format(value);
    case "ms":
      return value < 1000 ? milliseconds.format(value) : seconds.format(value / 1000);
    default:
      return number(value);
  }
}

/** The best of some values of a metric, as displayed; null if none is better than the others. */
export function bestOf(name: string, values: readonly number[]): string | null {
  const better = metricInfo[name]?.better ?? "neither";
  const written = new Set(values.map((value) => figure(name, value)));
  if (better === "neither" || written.size < 2) return null;
  return figure(name, better === "higher" ? Math.max(...values) : Math.min(...values));
}
