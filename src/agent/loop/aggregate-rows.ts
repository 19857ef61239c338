import type { BestPassage } from "../../core/index.js";
import {
  type AggregateQuestion,
  type AskedWord,
  hasSense,
  isTableRow,
  readAggregate,
} from "../../figures/index.js";
import type { SearchHit, SearchResponse } from "../../search/index.js";
import { compute, inUnit, type ShownResult, writeNumber } from "../tools/arithmetic.js";
import { type DataTable, placeholder } from "../tools/table-data.js";
import {
  amountColumn,
  type Column,
  type Covers,
  candidatesOn,
  coveredBy,
  isIdentifier,
  type Subject,
  subjectOf,
  wordsThatAsk,
} from "./asked-columns.js";
import { type Restriction, restrictionOf } from "./cell-conditions.js";
import {
  agreed,
  areAddends,
  type Comparison,
  type Found,
  type Row,
  type Scope,
} from "./compared-rows.js";
import { listedResult, mostCited } from "./comparison-result.js";
import { isList, isOfTotals, mayGoOn } from "./table-scope.js";

/**
 * The total or the average of a column of numbers: "What is the total revenue from Leeds?" Exactly
 * one column must have most words of the question in its head, or be the only one of what they name;
 * its cells must be plain numbers in one unit, or empty. Every other word must be a condition on the
 * rows, or be said by the titles of table, section and document. Null otherwise, and if the table has
 * a total of its own, which is then the answer.
 */
export async function aggregateRows(
  question: string,
  response: SearchResponse,
  scope: Scope,
): Promise<Comparison | null> {
  const asked = readAggregate(question);
  if (!asked) return null;
  const { words } = asked;
  const covers = coveredBy({ words: [...words, ...wordsThatAsk(question, words)] }, response);
  const found = await candidatesOn(
    response.hits,
    scope,
    (table, hit) => candidateIn(table, hit, asked, covers),
    { lists: true },
  );
  const best = agreed(found, ({ result }) => result.display);
  if (!best) return null;
  const { result, head, rows, condition } = best;
  const computed = {
    ...{ kind: asked.way, label: head, value: result.display },
    ...{ size: writeNumber(result.value), scale: result.scale },
    expression: `${asked.way === "total" ? "sum" : "mean"}(${head}${condition})`,
    cited: rows.slice(0, mostCited),
  };
  return await listedResult(best, computed, response.hits, scope);
}

/** Whether a figure or a sentence is marked, which may state the total itself. */
export function mayStateTotal(passages: readonly BestPassage[]): boolean {
  return passages.some(
    ({ text, marked, figure }) =>
      figure !== undefined || marked.some(({ start, end }) => !isTableRow(text.slice(start, end))),
  );
}

interface FoundAggregate extends Found {
  readonly head: string;
  /** What the rows have in common, as a part of the expression; empty for all rows. */
  readonly condition: string;
  readonly result: ShownResult;
}

function candidateIn(
  table: DataTable,
  hit: SearchHit | undefined,
  asked: AggregateQuestion,
  covers: Covers,
): FoundAggregate | null {
  const subject = subjectOf(table, hit, { asked, covers });
  if (!subject || mayGoOn(table)) return null;
  // The rows of statements, whose labels have no head, are not all of one kind.
  if (/^(?:label)?$/u.test(subject.columns[subject.labels]?.head ?? "")) return null;
  const best = columnIn(table, subject, asked, covers);
  if (!best) return null;
  const { column, local } = best;
  const restriction = restrictionIn(table, best, subject, asked, covers);
  if (!restriction) return null;
  if (asked.isImplied && !isOfEvents(table, subject, best, asked)) return null;
  const rows = rowsOf(table, column, subject.labels, restriction);
  const [first] = rows ?? [];
  if (!rows || !first) return null;
  const numbers = rows.flatMap(({ cell: { number } }) => number ?? []);
  const { unit } = first.cell;
  if (asked.way === "total" && unit?.percent) return null;
  const exact = compute(asked.way === "total" ? "sum" : "mean", numbers);
  const value = exact.abs().lessThan(1)
    ? exact
    : exact.toDecimalPlaces(Math.max(decimals, ...numbers.map((one) => one.decimalPlaces())));
  const heads = [column, ...restriction.columns];
  return {
    ...{ table, winners: rows, rows, fit: local.length + subject.named.size },
    condition: restriction.text && `; ${restriction.text}`,
    ...{ head: column.head, column: heads.map(({ head }) => head).join(", ") },
    result: inUnit(value, unit),
  };
}

/**
 * True if the rows are events, whose numbers can be added up without a word for a total: they have
 * dates or numbers of their own. The question must name a column of counts itself: "how many hours".
 */
function isOfEvents(
  table: DataTable,
  { columns }: Subject,
  { column, local }: AskedColumn,
  { isCounting, things: [thing = ""] }: AggregateQuestion,
): boolean {
  const isDated = columns.some(({ kind, isText }) => kind === "date" && !isText);
  return (
    (isDated || isIdentifier(table)) &&
    (isCounting ? local.includes(thing) : column.kind === "money")
  );
}

/** Minimum number of decimals to which an average is rounded. */
const decimals = 2;

interface AskedColumn {
  readonly column: Column;
  /** Keys of the question's words that its head has. */
  readonly local: readonly string[];
  /** The words that neither the column nor a title says, and those of a time. */
  readonly left: readonly AskedWord[];
}

/** The column that a question asks for; null if there are none or several. */
function columnIn(
  table: DataTable,
  { columns, labels, ofLabels, ofRecords, named }: Subject,
  { words, time, isCounting }: AggregateQuestion,
  covers: Covers,
): AskedColumn | null {
  const leftBy = (local: readonly string[], sensed: readonly AskedWord[]): readonly AskedWord[] =>
    words.filter(
      (one) =>
        !local.includes(one.key) &&
        (time?.keys.includes(one.key) ||
          !(one.isOptional || named.has(one.key) || sensed.includes(one))),
    );
  const fitting = columns.flatMap((column) => {
    const { at, head, kind, isText } = column;
    if (isCounting && kind === "money") return [];
    if (at === labels || isText || kind === "date" || (at === 0 && isIdentifier(table))) return [];
    const local = [...covers(head)].filter((key) => !ofLabels.has(key));
    const isSensed = ({ senses }: AskedWord): boolean =>
      senses.some((sense) => hasSense(sense, head, kind ?? sense.kind));
    const sensed = words.filter(isSensed);
    if (head === "" || local.length + sensed.length === 0) return [];
    return [{ column, local, left: leftBy(local, sensed) }];
  });
  const most = Math.max(...fitting.map(({ local }) => local.length));
  const [best, other] = fitting.filter(({ local }) => local.length === most);
  if (fitting.length > 0) return best && !other ? best : null;
  // "Average expense", or "average for food", is that of the only amounts of a list of expenses.
  const amounts = amountColumn(columns.filter(({ at }) => at !== labels));
  const isOfRows = words.some(({ key }) => ofRecords.has(key)) || isList(table);
  if (!amounts || !isOfRows || isCounting) return null;
  return { column: amounts, local: [], left: leftBy([], []) };
}

/** No column. */
const none = -1;

/** The rows that the other words of a question restrict it to; null if that is uncertain. */
function restrictionIn(
  table: DataTable,
  { column, local, left }: AskedColumn,
  subject: Subject,
  asked: AggregateQuestion,
  covers: Covers,
): Restriction | null {
  const words = asked.words.filter(({ key }) => !local.includes(key));
  // The column may be the one of a year: "revenue in 2024".
  const time = asked.time?.keys.every((key) => local.includes(key)) ? null : asked.time;
  // Several rows may have one name: "Task chair".
  const rows = { ...subject, labels: none };
  return restrictionOf(table, rows, { words, time }, { column, left, covers });
}

/** The rows with a number that meet a condition; null if any row leaves the result uncertain. */
function rowsOf(
  table: DataTable,
  { at }: Column,
  labels: number,
  restriction: Restriction,
): readonly Row[] | null {
  const rows: Row[] = [];
  for (const [index, row] of table.rows.entries()) {
    const label = row.cells[labels]?.text ?? "";
    if (isOfTotals(row, label)) {
      if (restriction.columns.length === 0) return null;
      continue;
    }
    const verdict = restriction.meets(row, index);
    if (verdict === null) return null;
    const cell = row.cells[at] ?? null;
    if (!verdict || cell === null || placeholder.test(cell.text)) continue;
    if (cell.number === null) return null;
    // Only the numbers are marked.
    rows.push({ index, label, labelCell: null, cell });
  }
  return rows.length > 1 && areAddends(rows) ? rows : null;
}
