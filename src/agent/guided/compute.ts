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
  /** How well the row is called what was asked. */
  readonly fit: number;
}

/** The cells that an expression needs, or those of its figures that were not found. */
export interface FoundOperands {
  readonly operands: readonly Operand[];
  readonly missing: readonly string[];
}

/** Looks for each figure of an expression by itself; all times of one of them in one row. */
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

/** A figure at each of some times, all of one row, each of a column of its own; null where no row has them all. */
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

/** How much a row gains by standing in the same table as another figure that is asked for. */
const besideBonus = 1.25;

/** Rows in whose table the other figures stand, too, come before rows that are as likely. */
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
    // The order they come in has been weighed before.
    return one.score * (neighbours.length > 0 ? besideBonus : 1) * (1 - Math.min(index, 5) * 0.05);
  };
  return series
    .map((one, index) => ({ one, worth: worth(one, index) }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ one }) => one);
}

/** How well a row fits of several that are called alike. */
const ambiguousShare = 0.75;

/** Why the rows of operands may be others than those that are asked for; null where they surely are. */
export function doubtOf(operands: readonly Operand[]): string | null {
  const doubtful = operands.filter((one) => one.fit < sureFit || isElsewhere(one, operands));
  const rows = new Set(doubtful.map(({ row }) => `“${labelOf(row)}”`));
  return rows.size === 0 ? null : `These rows may be others: ${[...rows].join(", ")}.`;
}

/** Whether a figure was found on another page than those that stand in the same statement. */
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

/** The cell of each time: all of the best row that has them all, or else each of the best row that has it. */
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

/** The arguments of the calculator, and what stands for each operand in them. */
export interface CalculatorCall {
  readonly expression: string;
  readonly values: readonly {
    readonly name: string;
    readonly id: string;
    readonly number: string;
  }[];
}

/**
 * An expression for the calculator, with the operands by name. Null where an operand is missing, or
 * where they are given in different scales.
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
  // A sum or a difference of percentages is one already.
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

/** A cell's number without what stands around it. */
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

/** Whether the result of a calculation is above, below or at that of another one. */
export function direction(earlier: string, later: string): "up" | "down" | "same" {
  const difference = Number(later) - Number(earlier);
  return difference > 0 ? "up" : difference < 0 ? "down" : "same";
}

/** A table with where it stands. */
type PlacedTable = Pick<FoundRow, "document" | "path" | "page" | "tableNumber" | "table">;

/** The tables of the pages that were found, those of the best first. */
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

/** "Among operations, investing, and financing activities, which …": what is named to choose from. */
export function optionsIn(clause: string): string[] {
  const [, listed] =
    /\b(?:among|of|between)\s{1,9}(.{1,400}?),?\s{1,9}which\b/iu.exec(clause) ?? [];
  if (listed === undefined) return [];
  const parts = listed
    .split(/,\s{0,9}(?:and|or)\s{1,9}|,\s{0,9}|\s{1,9}(?:and|or)\s{1,9}/u)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const [, noun = ""] = /\s(\p{L}+)$/u.exec(parts.at(-1) ?? "") ?? [];
  return parts.map((part) => (part.includes(" ") || noun === "" ? part : `${part} ${noun}`));
}

/** Rows that add up others, or say something of all of them. */
const sumRow = /^(?:total|sub-?total|net|consolidated|all\b|sum)|\btotals?$/iu;
/** Fewer rows are nothing to choose from. */
const leastRows = 3;

/**
 * The row with the greatest or least figure of the part of a table that is called what a question
 * asks for: the rows below a group, or the whole table, whose name holds the thing; in the column of
 * the time and the kind, amounts or changes in percent, that it asks for. Null where none is called so.
 */
export function extremeIn(
  tables: readonly PlacedTable[],
  { clause, extreme, form, periods }: AskedQuestion,
): { readonly row: FoundRow; readonly cell: TableCell; readonly isSure: boolean } | null {
  const [, thing = ""] =
    /\b(?:largest|biggest|highest|most|greatest|best|smallest|lowest|least|worst|weakest)\s+([\p{L}-]+)/u.exec(
      clause,
    ) ?? [];
  const [, chosen = ""] =
    /\b(?:which|what)\s{1,9}(?:\p{L}{1,60}\s{1,9}){0,30}?([\p{L}-]{1,60})\s{1,9}(?:had|has|have|was|were|is|are|performed|grew|brought|contributed|saw|showed|generated|did)\b/iu.exec(
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
      const sorted = [...cells].sort((one, other) => Number(other.value) - Number(one.value));
      const cell = extreme === "least" ? sorted.at(-1) : sorted[0];
      if (cell) return { row: { ...placed, row: cell.row, column, score: 1 }, cell, isSure: false };
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

/** Where a cell stands, to be cited. */
export interface CellPlace {
  readonly id: EvidenceId;
  /** The cell's number as the page writes it. */
  readonly number: string;
  /** Its row up to the cell, as the page writes it. */
  readonly quote: string;
  /** The heads of its table, where they stand in another passage; null where they do not. */
  readonly head: { readonly id: EvidenceId; readonly quote: string } | null;
}

/** What a sentence cites that states a cell's number and the time of its column. */
export function citationsOf({ id, quote, head }: CellPlace): { id: EvidenceId; quote: string }[] {
  return head ? [{ id, quote }, head] : [{ id, quote }];
}

/** A quote of a row is no longer than this. */
const longestQuote = 300;

/** The passage that holds a cell; null where its page cannot be read. */
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
