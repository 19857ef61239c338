import { table } from "./table.js";

export interface Row {
  readonly measure: string;
  /** Our value and the one it is compared with, in `unit`. */
  readonly ours: number;
  readonly other: number;
  readonly unit: string;
  /** What our value is compared with. */
  readonly against: string;
  /** How much better ours is; higher is always better. Null where a ratio makes no sense. */
  readonly ratio: number | null;
  /** The minimum ratio required, or null. */
  readonly demanded: number | null;
}

/** True if a row meets its requirement; null if it has none. */
function isMet({ ours, ratio, demanded }: Row): boolean | null {
  // A measurement of zero has no ratio, and stays within any limit.
  if (demanded !== null && ratio === null) return ours === 0;
  return demanded === null || ratio === null ? null : ratio >= demanded;
}

/**
 * A row for the longest main-thread task, compared with the 50 ms above which a page feels slow.
 */
export function longestTaskRow(measure: string, milliseconds: number): Row {
  const limit = 50;
  return {
    measure,
    ours: milliseconds,
    other: limit,
    unit: "ms",
    against: milliseconds === 0 ? "limit (none reached it)" : "limit",
    ratio: milliseconds === 0 ? null : limit / milliseconds,
    demanded: 1,
  };
}

/** Rows as a table, or as one JSON object. */
export function rowsText(rows: readonly Row[], json: boolean): string {
  return json
    ? `${JSON.stringify({ rows: rows.map((row) => ({ ...row, met: isMet(row) })) }, null, 2)}\n`
    : benchTable(rows);
}

function benchTable(rows: readonly Row[]): string {
  const header = ["measure", "Pagehound", "against", "", "ratio", "demanded", "met"];
  return table(
    header,
    rows.map((row) => {
      const met = isMet(row);
      return [
        row.measure,
        `${figure(row.ours)} ${row.unit}`,
        `${figure(row.other)} ${row.unit}`,
        row.against,
        row.ratio === null ? "" : `${figure(row.ratio)} ×`,
        row.demanded === null ? "" : `${row.demanded} ×`,
        met === null ? "" : met ? "yes" : "no",
      ];
    }),
  );
}

function figure(value: number): string {
  if (Number.isNaN(value)) return "?";
  if (!Number.isFinite(value)) return "∞";
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
}
