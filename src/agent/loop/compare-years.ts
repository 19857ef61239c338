import type { Table } from "../../core/index.js";
import { type ComparisonQuestion, keysOf } from "../../figures/index.js";
import type { SearchHit } from "../../search/index.js";
import { namesTotal } from "../tools/table-data.js";
import { columnName } from "../tools/table-text.js";
import {
  cellIn,
  columnText,
  extremeOf,
  type Found,
  inOneUnit,
  labelKeys,
  type Row,
  type TablePlaceOf,
  yearOf,
} from "./compared-rows.js";
import { shownPart, titleOf } from "./table-scope.js";

/**
 * The table with the most years. Null if other tables have years that it lacks or a different
 * winner for the same years, or if several documents have such tables.
 */
export function widestYears(found: readonly Found[]): Found | null {
  const most = Math.max(...found.map(({ fit }) => fit));
  const fitting = found.filter(({ fit }) => fit === most);
  const [widest] = [...fitting].sort((a, b) => b.rows.length - a.rows.length);
  if (!widest) return null;
  const years = new Map(widest.rows.map(({ label, cell }) => [label, cell.value]));
  const agrees = fitting.every(
    ({ place, rows }) =>
      place.document === widest.place.document && rows.every(({ label }) => years.has(label)),
  );
  const isSame = fitting.every(
    ({ rows, winner }) => rows.length < years.size || winner.label === widest.winner.label,
  );
  return agrees && isSame ? widest : null;
}

/**
 * Finds the values of one thing over the years, which are the columns of a row or the rows of a
 * column.
 */
export function yearsIn(
  table: Table,
  place: TablePlaceOf,
  hits: readonly SearchHit[],
  asked: ComparisonQuestion,
): readonly Found[] {
  const shown = shownPart(table, place, hits);
  const stated = new Set(keysOf(`${titleOf(table, shown)} ${place.path}`));
  const found: Found[] = [];
  const add = (rows: readonly Row[], column: string, local: readonly string[]): void => {
    const years = new Set(rows.map(({ label }) => label));
    if (rows.length < 2 || years.size < rows.length || !inOneUnit(rows)) return;
    const winner = extremeOf(rows, asked);
    const fit = asked.keys.filter((key) => local.includes(key)).length;
    if (winner) found.push({ place, column, winner, rows, whole: null, fit, says: null });
  };
  const dated = table.columns.flatMap(({ column, heads, period, unit }) => {
    const year = yearOf(columnText(table, column));
    const isChange = /change|growth|variation|veränderung|variación|%/iu.test(heads.join(" "));
    const isYear = period?.kind !== "quarter" && (period?.months ?? 12) >= 12;
    return column > 0 && year !== null && isYear && !isChange && !unit.percent
      ? [{ column, year }]
      : [];
  });
  const isRow = (row: Row): boolean => labelKeys(row).every((key) => asked.keys.includes(key));
  const rows = table.rows.flatMap(({ row, label, group }) => {
    const cells = dated.map(({ column, year }) => ({ year, cell: cellIn(table, row, column) }));
    const [first] = cells;
    if (!first?.cell || label.trim() === "") return [];
    const one: Row = { label, labelCell: undefined, cell: first.cell, earlier: null };
    const all = new Set([...stated, ...keysOf(group.join(" "))]);
    const local = labelKeys(one);
    const isSaid = asked.keys.every((key) => local.includes(key) || all.has(key));
    return local.length > 0 && isRow(one) && isSaid ? [{ label, cells, local }] : [];
  });
  const longest = Math.max(0, ...rows.map(({ local }) => local.length));
  const [row, other] = rows.filter(({ local }) => local.length === longest);
  if (row && !other) {
    const cells = row.cells.flatMap(({ year, cell }) =>
      cell && cell.value !== null
        ? [{ label: year, labelCell: undefined, cell, earlier: null }]
        : [],
    );
    if (cells.length === dated.length) add(cells, row.label.trim(), row.local);
  }
  const byYear = table.rows.filter(({ label }) => !namesTotal.test(label));
  if (byYear.length < 2 || !byYear.every(({ label }) => isYearLabel.test(label.trim())))
    return found;
  const columns = table.columns.filter(({ column }) => {
    const head = keysOf(columnText(table, column));
    return (
      column > 0 &&
      asked.keys.some((key) => head.includes(key)) &&
      asked.keys.every((key) => head.includes(key) || stated.has(key))
    );
  });
  const [named, second] = columns;
  if (!named || second) return found;
  const values = byYear.flatMap(({ row: at, label }): Row[] => {
    const cell = cellIn(table, at, named.column);
    const labelCell = cellIn(table, at, 0);
    return cell && cell.value !== null
      ? [{ label: yearOf(label) ?? label.trim(), labelCell, cell, earlier: null }]
      : [];
  });
  const head = keysOf(columnText(table, named.column));
  if (values.length === byYear.length) add(values, columnName(table, named.column, 60), head);
  return found;
}

const isYearLabel = /^(?:fy ?|fiscal (?:year )?|year )?(?:19|20)\p{N}\p{N}$/iu;
