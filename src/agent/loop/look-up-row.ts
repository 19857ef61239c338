import type { BestPassage, DocumentId } from "../../core/index.js";
import { type AskedRows, datesIn, isContentWord, rowsAsked, wordKey } from "../../figures/index.js";
import type { SearchResponse } from "../../search/index.js";
import type { DataTable } from "../tools/table-data.js";
import {
  type Covers,
  candidatesOn,
  coveredBy,
  hasHeads,
  hasWord,
  isOneWord,
  isPerson,
  textsOf,
  wordsOf,
} from "./asked-columns.js";
import { unmarkedWhere } from "./best-passages.js";
import { type Row, type Scope, type ShownCells, yearOf } from "./compared-rows.js";
import { lookedUpCell } from "./comparison-result.js";

/** A value behind the name of its column: "plot 245", "invoice no. A-17". */
const valueNamed =
  /(?<![a-zß-ɏḀ-ỿ])(?<column>\p{Alpha}[\p{Alpha}\p{M}]{1,30})(?: (?:no\.?|nr\.?|number|nummer|numéro|número))? [#№]?(?<value>\p{Alpha}{0,4}[-/]?\p{N}[\p{Alpha}\p{N}/-]{0,15})(?![\p{Alpha}\p{N}])/giu;
/** Years and quarters as reports write them: "FY19", "Q3", "2Q18". */
const period = /^(?:[fc]y[-/]?\p{N}{2,4}|q[1-4]|[1-4]q\p{N}{0,4}|h[12])$/iu;

/** A value in a column of this name. */
interface NamedValue {
  readonly column: string;
  readonly value: string;
}

/** A table with the named column, and its row with the cell that is asked for; null if it has none. */
interface FoundRow {
  readonly table: DataTable;
  readonly row: Row | null;
}

/** What a look-up found: a cell, or documents whose tables lack the value. */
export interface LookedUp {
  readonly cells: ShownCells | null;
  readonly lacking: ReadonlySet<DocumentId>;
}

const nothing: LookedUp = { cells: null, lacking: new Set() };

/**
 * The cell of a table's row that a question names by a value and the head of its column: "How many
 * crates did plot 245 give?" Exactly one row must have that value, and exactly one other column the
 * head that is asked for; no other head may have words of the question. A document lacks the value if
 * no row has it, or if only other rows have more words of the question: then another row with the
 * same number is not the answer.
 */
export async function lookUpRow(
  question: string,
  response: SearchResponse,
  scope: Scope,
): Promise<LookedUp> {
  const [key, other] = valuesIn(question);
  if (!key || other) return nothing;
  const asked = read(question, key, response);
  const all = await candidatesOn(response.hits, scope, (table) => rowOf(table, asked));
  const found = all.flatMap(({ table, row }) => (row ? [{ table, row }] : []));
  if (found.length === 0)
    return { cells: null, lacking: new Set(all.map(({ table }) => table.document.id)) };
  return { ...nothing, cells: await lookedUpCell(found, response.hits, scope) };
}

/** Passages without marks of rows in documents that lack the question's value. */
export function withoutOtherRows(
  passages: readonly BestPassage[],
  { lacking }: LookedUp,
  question: string,
): readonly BestPassage[] {
  const [asked] = valuesIn(question);
  const isOtherRow = (text: string): boolean =>
    text.includes("\t") &&
    !valuesIn(text).some(
      ({ column, value }) => value === asked?.value && isOneWord(column, asked.column),
    );
  return unmarkedWhere(
    passages,
    ({ document, text, marked }) =>
      lacking.has(document) && marked.some(({ start, end }) => isOtherRow(text.slice(start, end))),
  );
}

function valuesIn(text: string): NamedValue[] {
  return [...text.matchAll(valueNamed)].flatMap(({ groups }) => {
    const { column = "", value = "" } = groups ?? {};
    // A time names a column of most tables, and not a row.
    const isTime =
      yearOf(value) === value || period.test(value) || datesIn(`${column} ${value}`).length > 0;
    return isTime || !isContentWord(column)
      ? []
      : [{ column: column.toLowerCase(), value: value.toLowerCase() }];
  });
}

/** A question, prepared for finding its cell in tables. */
interface AskedCell extends NamedValue {
  /** Words of the question besides the named value. */
  readonly words: AskedRows["words"];
  readonly covers: Covers;
  readonly asksWho: boolean;
}

function read(question: string, key: NamedValue, response: SearchResponse): AskedCell {
  const isKey = (text: string): boolean =>
    isOneWord(text, key.column) || wordsOf(key.value).includes(text);
  const asked = rowsAsked(question, { rest: question, behind: "" });
  const words = asked.words.filter(({ text, isOptional }) => !isOptional && !isKey(text));
  // "Which day" only asks, but may also be the head of a column.
  const sorts = sortsAsked(question).flatMap((text) =>
    isKey(text) ? [] : [{ text, key: wordKey(text), senses: [], isOptional: true }],
  );
  const covers = coveredBy({ words: [...words, ...sorts] }, response);
  return { ...key, words, covers, asksWho: asked.asksWho };
}

function rowOf(
  table: DataTable,
  { column, value, words, covers, asksWho }: AskedCell,
): FoundRow | null {
  if (!hasHeads(table)) return null;
  const heads = table.columns.map(({ name }) => name);
  const [keyAt, otherKey] = heads.flatMap((head, at) => (hasWord([head], column) ? [at] : []));
  if (keyAt === undefined || otherKey !== undefined) return null;
  const [only, second] = table.rows.flatMap(({ cells, isTotal }, index) =>
    !isTotal && cells[keyAt]?.text.trim().toLowerCase() === value ? [{ cells, index }] : [],
  );
  if (!only) return { table, row: null };
  if (second) return null;
  const at = columnOf(table, keyAt, covers, asksWho);
  const cell = at === null ? null : (only.cells[at] ?? null);
  if (at === null || !cell) return null;
  const covered = covers(`${heads[at]} ${heads[keyAt]}`);
  const left = words.flatMap(({ key, text }) => (covered.has(key) ? [] : [text]));
  if (left.some((text) => hasWord(heads, text))) return null;
  // Another picker's row is not the one asked for.
  const texts = textsOf(only.cells);
  const all = table.rows.flatMap(({ cells }) => textsOf(cells));
  const isOther = left.some((text) => !hasWord(texts, text) && hasWord(all, text));
  const labelCell = only.cells[keyAt] ?? null;
  return { table, row: isOther ? null : { index: only.index, label: value, labelCell, cell } };
}

function sortsAsked(question: string): readonly string[] {
  const asking =
    /(?<![a-zß-ɏḀ-ỿ])(?:which|what|welche[mnrs]?|quel(?:le)?s?|qué) (?<sort>\p{Alpha}{2,30})/giu;
  return [...question.matchAll(asking)].flatMap(({ groups }) => groups?.sort?.toLowerCase() ?? []);
}

/** The only column whose head has most of the question's words; for "who", the one with names. */
function columnOf(
  { columns }: DataTable,
  keyAt: number,
  covers: Covers,
  asksWho: boolean,
): number | null {
  const others = columns.flatMap(({ name, type }, at) =>
    at === keyAt ? [] : [{ at, name, type, size: covers(name).size }],
  );
  const most = Math.max(0, ...others.map(({ size }) => size));
  const texts = others.filter(({ type }) => type === "text");
  const people = texts.filter(({ name }) => isPerson.test(name));
  const [only, second] = asksWho
    ? people.length > 0
      ? people
      : texts
    : others.filter(({ size }) => size === most && size > 0);
  return only && !second ? only.at : null;
}
