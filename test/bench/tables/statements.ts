import type { Table } from "../../../src/core/table.js";

/**
 * The number of columns of amounts in statements, and for how many of them the meaning is known.
 */
export interface StatementColumns {
  readonly columns: number;
  readonly period: number;
  /** Columns whose scale is known, or that hold percentages. */
  readonly scale: number;
}

/** Titles of statements that have one period per column, as US filings print them. */
const statement =
  /^\s*(?:(?:condensed |interim |unaudited )*consolidated (?:condensed )?(?:balance sheets?|income statements?|statements? of (?:\p{L}+ )*(?:income|operations|earnings|cash flows?|loss|financial position))|(?:balance sheets|income statements|cash flows statements|comprehensive income statements))/imu;
/** Titles of statements whose columns are kinds of equity instead. */
const equity = /(?:equity|stockholders|shareholders)[’']?\s*(?:equity|investment)?\s*(?:\(|$)/imu;
/** Column headings in a statement that are not periods. */
const otherColumns = /change|%|incr|decr|^notes?$|adjust|revis|reported/iu;

/** Number of lines at the top of a page that may name the statement. */
const titleLines = 8;
/** A table with fewer amounts is not a statement. */
const fewestAmounts = 12;
/** A column with fewer amounts is not counted. */
const fewestInColumn = 3;

/** Counts a statement's columns of amounts, going by its page's title; null for other tables. */
export function statementColumns(text: string, { cells, columns }: Table): StatementColumns | null {
  const title = text.split("\n").slice(0, titleLines).join("\n");
  if (!statement.test(title) || equity.test(title)) return null;
  const amounts = new Map<number, number>();
  for (const { head, column, value } of cells) {
    if (!head && column > 0 && value !== null) amounts.set(column, (amounts.get(column) ?? 0) + 1);
  }
  const all = [...amounts.values()].reduce((sum, count) => sum + count, 0);
  if (all < fewestAmounts) return null;
  const counted = columns.filter(
    ({ column, heads }) =>
      (amounts.get(column) ?? 0) >= fewestInColumn && !otherColumns.test(heads.join(" ")),
  );
  return {
    columns: counted.length,
    period: counted.filter(({ period }) => period !== null).length,
    scale: counted.filter(({ unit }) => unit.scale !== null || unit.percent).length,
  };
}
