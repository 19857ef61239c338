import { table } from "./table.js";

/** One line of the benchmark's table. */
export interface Row {
  readonly measure: string;
  /** Our figure and the one it is held against, in `unit`. */
  readonly ours: number;
  readonly other: number;
  readonly unit: string;
  /** The unit of the other figure. */
  readonly against: string;
  /** How much better ours is: greater is better in every line. Null where no ratio makes sense. */
  readonly ratio: number | null;
  /** The least ratio that is demanded, or null. */
  readonly demanded: number | null;
}

/** Whether a line reaches what is demanded; null where nothing is. */
export function isMet({ ours, ratio, demanded }: Row): boolean | null {
  // A measure of nothing at all has no ratio, and no limit that it breaks.
  if (demanded !== null && ratio === null) return ours === 0;
  return demanded === null || ratio === null ? null : ratio >= demanded;
}

/** A line for the longest task of a main thread, against the 50 ms from which a page feels slow. */
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

/** All lines as one table for people. */
export function benchTable(rows: readonly Row[]): string {
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
