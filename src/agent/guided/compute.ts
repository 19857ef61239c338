import type { EvidenceId, Table, TableCell } from "../../core/index.js";
import {
  type AskedPeriod,
  columnsFor,
  type Expression,
  figuresIn,
  groupOf,
  isQuotient,
  isSpending,
  type Statement,
  wordsOf,
} from "../../figures/index.js";
import type { FoundRow, SearchHit } from "../../search/index.js";
import type { ToolReader } from "../tools/tool.js";
import {
  type FigureScope,
  type FoundSeries,
  findSeries,
  isAmbiguous,
  labelOf,
  sureFit,
} from "./find.js";
import type { AskedQuestion } from "./understand.js";

/** A figure of an expression, found in a cell. */
export interface Operand {
  readonly label: string;
  readonly period: AskedPeriod | null;
  readonly row: FoundRow;
  readonly cell: TableCell;
  readonly place: CellPlace;
  /** How well the row's name matches the wanted figure. */
  readonly fit: number;
}

/** The cells that an expression needs, and the figures that were not found. */
export interface FoundOperands {
  readonly operands: readonly Operand[];
  readonly missing: readonly string[];
}

/** Looks up each figure of an expression separately, and all times of a figure in one row. */
export async function findOperands(
  expression: Expression,
  scope: FigureScope,
  named: (label: string) => string,
): Promise<FoundOperands> {
  const figures = figuresIn(expression);
  const labels = [...new Set(figures.map(({ label }) => label))];
  const looked: {
    label: string;
    periods: (AskedPeriod | null)[];
    series: readonly FoundSeries[];
  }[] = [];
  for (const label of labels) {
    const periods = figures.filter((one) => one.label === label).map(({ period }) => period);
    looked.push({ label, periods, series: await findSeries(named(label), periods, scope) });
  }
  const operands: Operand[] = [];
  const missing: string[] = [];
  for (const { label, periods, series } of looked) {
    const others = looked.filter((one) => one.label !== label).map((one) => one.series);
    const found = await cellsOf(together(series, others), periods, scope);
    for (const [index, period] of periods.entries()) {
      const one = found[index];
      if (one) operands.push({ ...one, label, period });
      else missing.push([label, period?.text ?? ""].join(" ").trim());
    }
  }
  return { operands, missing };
}

/** A figure at several times, in different columns of one row; null if no row has them all. */
export async function operandsAt(
  label: string,
  periods: readonly AskedPeriod[],
  scope: FigureScope,
): Promise<readonly Operand[] | null> {
  const series = await findSeries(label, periods, scope);
  const whole = series.find(({ cells }) => !cells.includes(null));
  if (!whole) return null;
  const operands: Operand[] = [];
  for (const [index, period] of periods.entries()) {
    const cell = whole.cells[index];
    const place = cell && (await placeOf(scope.reader, whole.row, cell, scope.signal));
    if (!cell || !place || operands.some((one) => one.cell.column === cell.column)) return null;
    const fit = isAmbiguous(whole, series) ? whole.fit * ambiguousShare : whole.fit;
    operands.push({ label, period, row: whole.row, cell, place, fit });
  }
  return operands;
}

/** Factor for the score of a row if another wanted figure is in the same table. */
const neighbourBonus = 1.25;

/** Moves rows whose table also has the other figures ahead of equally likely ones. */
function together(
  series: readonly FoundSeries[],
  others: readonly (readonly FoundSeries[])[],
): FoundSeries[] {
  const place = ({ row: { document, page, tableNumber } }: FoundSeries): string =>
    `${document} ${page} ${tableNumber}`;
  const worth = (one: FoundSeries, index: number): number => {
    const neighbours = others.filter((other) =>
      other.slice(0, 1).some((each) => place(each) === place(one)),
    );
    // The incoming order reflects earlier weighing, so it counts a little as well.
    return (
      one.score * (neighbours.length > 0 ? neighbourBonus : 1) * (1 - Math.min(index, 5) * 0.05)
    );
  };
  return series
    .map((one, index) => ({ one, worth: worth(one, index) }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ one }) => one);
}

/** Factor for the fit of a row if other rows match the name as well. */
const ambiguousShare = 0.75;

/** Why the operands' rows may not be the wanted ones; null if they certainly are. */
export function doubtOf(operands: readonly Operand[]): string | null {
  const doubtful = operands.filter((one) => one.fit < sureFit || isElsewhere(one, operands));
  const rows = new Set(doubtful.map(({ row }) => `“${labelOf(row)}”`));
  return rows.size === 0 ? null : `These may be the wrong rows: ${[...rows].join(", ")}.`;
}

/** Whether a figure was found far from all others that belong in the same statement. */
function isElsewhere(one: Operand, operands: readonly Operand[]): boolean {
  const homeOf = (label: string): Statement | null => groupOf(label)?.statement ?? null;
  const home = homeOf(one.label);
  const same = operands.filter(({ label }) => label !== one.label && homeOf(label) === home);
  return (
    home !== null &&
    same.length > 0 &&
    !same.some(({ row }) => Math.abs(row.page - one.row.page) <= 1)
  );
}

/** The cell for each time: all from the best row that has every time, else each from the best. */
async function cellsOf(
  series: readonly FoundSeries[],
  periods: readonly (AskedPeriod | null)[],
  { reader, signal }: FigureScope,
): Promise<(Omit<Operand, "label" | "period"> | null)[]> {
  const [best] = series;
  const whole = series.find(
    ({ cells, score }) => !cells.includes(null) && score >= (best?.score ?? 0) * 0.8,
  );
  return await Promise.all(
    periods.map(async (_period, index) => {
      const from = whole ?? series.find(({ cells }) => cells[index] !== null);
      const cell = from?.cells[index];
      if (!from || !cell) return null;
      const place = await placeOf(reader, from.row, cell, signal);
      const fit = isAmbiguous(from, series) ? from.fit * ambiguousShare : from.fit;
      return place && { row: from.row, cell, place, fit };
    }),
  );
}

export interface CalculatorCall {
  readonly expression: string;
  readonly values: readonly {
    readonly name: string;
    readonly id: string;
    readonly number: string;
  }[];
}

/**
 * An expression for the calculator, with the operands by name. Null if an operand is missing, or if
 * they have different scales.
 */
export function calculatorCall(
  expression: Expression,
  operands: readonly Operand[],
  { percent, decimals }: { readonly percent: boolean; readonly decimals: number | null },
): CalculatorCall | null {
  const scales = new Set(operands.flatMap(({ cell }) => cell.unit?.scale ?? []));
  if (scales.size > 1 || operands.length > 8) return null;
  const names = new Map(operands.map((operand, index) => [operand, `n${index + 1}`]));
  const text = written(expression, (label, period) => {
    const operand = operands.find(
      (one) => one.label === label && one.period?.text === period?.text,
    );
    const name = operand && names.get(operand);
    if (!operand || name === undefined) return null;
    const isNegative = operand.cell.value?.startsWith("-") ?? false;
    return isNegative && isSpending(label, labelOf(operand.row)) ? `abs(${name})` : name;
  });
  if (text === null) return null;
  const isPercent = expression.kind === "call" && expression.name === "percent_change";
  // A sum or a difference of percentages is already a percentage.
  const isOfPercents = !isQuotient(expression) && operands.every(({ cell }) => cell.unit?.percent);
  const scaled = percent && !isPercent && !isOfPercents ? `(${text}) * 100` : text;
  return {
    expression: decimals === null ? scaled : `round(${scaled}, ${decimals})`,
    values: operands.map((operand) => ({
      name: names.get(operand) ?? "",
      id: operand.place.id,
      number: numberIn(operand.place.number),
    })),
  };
}

/** A cell's number without the surrounding text. */
function numberIn(text: string): string {
  return /(?:\(-?|-|(?<![\d.,]))[\d.,]*\d\)?/u.exec(text)?.[0] ?? text;
}

type NameOf = (label: string, period: AskedPeriod | null) => string | null;

function written(expression: Expression, nameOf: NameOf): string | null {
  switch (expression.kind) {
    case "number":
      return expression.text;
    case "figure":
      return nameOf(expression.label, expression.period);
    case "operation": {
      const left = written(expression.left, nameOf);
      const right = written(expression.right, nameOf);
      return left === null || right === null ? null : `(${left} ${expression.operator} ${right})`;
    }
    case "call": {
      const all = expression.arguments.map((one) => written(one, nameOf));
      return all.includes(null) ? null : `${expression.name}(${all.join(", ")})`;
    }
  }
}

/** Whether a later value is above, below or equal to an earlier one. */
export function direction(earlier: string, later: string): "up" | "down" | "same" {
  const difference = Number(later) - Number(earlier);
  return difference > 0 ? "up" : difference < 0 ? "down" : "same";
}

type PlacedTable = Pick<FoundRow, "document" | "path" | "page" | "tableNumber" | "table">;

/** The tables of the pages that were found, the best page first. */
export async function tablesOn(
  hits: readonly Pick<SearchHit, "document" | "path" | "page">[],
  reader: ToolReader,
  signal: AbortSignal,
): Promise<PlacedTable[]> {
  const pages = new Map(hits.map((hit) => [`${hit.document} ${hit.page}`, hit]));
  const found: PlacedTable[] = [];
  for (const { document, path, page } of pages.values()) {
    const tables = (await reader.tables?.(document, page, { signal })) ?? [];
    tables.forEach((table, index) => {
      found.push({ document, path, page, tableNumber: index + 1, table });
    });
  }
  return found;
}

/** "Among operations, investing, and financing activities, which …": the named options. */
export function optionsIn(clause: string): string[] {
  const [, listed] =
    /\b(?:among|of|between)\s{1,9}(.{1,400}?),?\s{1,9}which\b/iu.exec(clause) ?? [];
  if (listed === undefined) return [];
  const parts = listed
    .split(/,\s{0,9}(?:and|or)\s{1,9}|,\s{0,9}|\s{1,9}(?:and|or)\s{1,9}/u)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const [, noun = ""] = /\s(\p{Alpha}+)$/u.exec(parts.at(-1) ?? "") ?? [];
  return parts.map((part) => (part.includes(" ") || noun === "" ? part : `${part} ${noun}`));
}

/** Rows that are totals, or that describe all others together. */
const sumRow = /^(?:total|sub-?total|net|consolidated|all\b|sum)|\btotals?$/iu;
/** Minimum number of rows; with fewer there is nothing to choose from. */
const leastRows = 3;

/**
 * The row with the greatest or least figure in the part of a table that lists what a question asks
 * for: the rows of a group, or the whole table, whose name contains the thing. The column is that
 * of the wanted time and kind, amounts or percentage changes. Null if no part has such a name.
 */
export function extremeIn(
  tables: readonly PlacedTable[],
  { clause, extreme, form, periods }: AskedQuestion,
): { readonly row: FoundRow; readonly cell: TableCell } | null {
  const [, thing = ""] =
    /\b(?:largest|biggest|highest|most|greatest|best|smallest|lowest|least|worst|weakest)\s+([\p{Alpha}-]+)/u.exec(
      clause,
    ) ?? [];
  const [, chosen = ""] =
    /\b(?:which|what)\s{1,9}(?:\p{Alpha}{1,60}\s{1,9}){0,30}?([\p{Alpha}-]{1,60})\s{1,9}(?:had|has|have|was|were|is|are|performed|grew|brought|contributed|saw|showed|generated|did)\b/iu.exec(
      clause,
    ) ?? [];
  const asked = wordsOf(`${thing} ${chosen}`).filter((word) => word.length > 3);
  const isChange =
    form.percent ||
    /\b(?:growth|grew|grow|drop|declin\w+|increas\w+|decreas\w+|performed)\b/iu.test(clause);
  for (const placed of tables) {
    const { table } = placed;
    const column = columnFor(table, periods.at(-1) ?? null, isChange);
    if (column === null) continue;
    const title = wordsOf(
      [table.caption?.text ?? "", ...table.columns.flatMap(({ heads }) => heads)].join(" "),
    );
    for (const group of [...groupsOf(table), null]) {
      const name = group === null ? title : wordsOf(group);
      if (!asked.some((word) => name.includes(word))) continue;
      const cells = table.cells.filter((cell) => {
        const ownRow = table.rows.find(({ row }) => row === cell.row);
        const isInside =
          ownRow !== undefined &&
          (group === null ||
            ownRow.group.includes(group) ||
            ownRow.group.some((each) => wordsOf(each).some((word) => asked.includes(word))));
        return (
          cell.column === column &&
          cell.value !== null &&
          isInside &&
          !sumRow.test(ownRow.label.trim()) &&
          ownRow.label !== ""
        );
      });
      if (cells.length < leastRows) continue;
      const sorted = cells.toSorted((one, other) => Number(other.value) - Number(one.value));
      const cell = extreme === "least" ? sorted.at(-1) : sorted[0];
      if (cell) return { row: { ...placed, row: cell.row, column, score: 1 }, cell };
    }
  }
  return null;
}

function groupsOf({ rows }: Table): string[] {
  return [...new Set(rows.flatMap(({ group }) => group))];
}

function columnFor(table: Table, period: AskedPeriod | null, isChange: boolean): number | null {
  const isPercent = (column: number): boolean => {
    const cells = table.cells.filter((cell) => cell.column === column && cell.value !== null);
    const percents = cells.filter(({ unit, text }) => unit?.percent || /%/u.test(text)).length;
    const heads = table.columns.find((one) => one.column === column)?.heads.join(" ") ?? "";
    return cells.length > 0 && (percents > cells.length / 2 || /%|change|growth/iu.test(heads));
  };
  const fitting = columnsFor(period, table).map(({ column }) => column);
  const all = table.columns.map(({ column }) => column);
  if (isChange) return all.find(isPercent) ?? null;
  return fitting.find((column) => !isPercent(column) && column > 0) ?? null;
}

/** The position of a cell, for citations. */
export interface CellPlace {
  readonly id: EvidenceId;
  /** The cell's number as the page writes it. */
  readonly number: string;
  /** Its row up to the cell, as the page writes it. */
  readonly quote: string;
  /** The headings of its table if they are in another passage; otherwise null. */
  readonly head: { readonly id: EvidenceId; readonly quote: string } | null;
}

/** The citations for a sentence that states a cell's number and the time of its column. */
export function citationsOf({ id, quote, head }: CellPlace): { id: EvidenceId; quote: string }[] {
  return head ? [{ id, quote }, head] : [{ id, quote }];
}

/** Maximum number of characters in a row's quote. */
const longestQuote = 300;

/** The passage that contains a cell; null if there is none on its page. */
export async function placeOf(
  reader: ToolReader,
  { document, page, table, row }: FoundRow,
  cell: TableCell,
  signal: AbortSignal,
): Promise<CellPlace | null> {
  const [start, end] = [cell.spans[0]?.start, cell.spans.at(-1)?.end];
  if (start === undefined || end === undefined) return null;
  const passages = await reader.passages(document, { pages: { from: page, to: page }, signal });
  const passage = passages.find(({ span }) => span.start <= start && span.end >= end);
  if (!passage) return null;
  const text = (from: number, to: number): string =>
    passage.text.slice(from - passage.span.start, to - passage.span.start);
  const first = table.cells.find((one) => one.row === row)?.spans[0]?.start ?? start;
  const from =
    first >= passage.span.start && first < start && end - first <= longestQuote ? first : start;
  const heads = table.cells.filter((one) => one.head && one.spans.length > 0);
  const [headStart, headEnd] = [
    Math.min(...heads.map(({ spans }) => spans[0]?.start ?? Infinity)),
    Math.max(...heads.map(({ spans }) => spans.at(-1)?.end ?? 0)),
  ];
  const above = passages.find(({ span }) => span.start <= headStart && span.end >= headEnd);
  const isElsewhere = above && above !== passage && headEnd - headStart <= longestQuote;
  const head = isElsewhere
    ? {
        id: above.id,
        quote: above.text.slice(headStart - above.span.start, headEnd - above.span.start),
      }
    : null;
  return { id: passage.id, number: text(start, end), quote: text(from, end), head };
}
