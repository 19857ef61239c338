import type { BestPassage, DocumentId } from "../../core/index.js";
import {
  type AskedRows,
  isContentWord,
  type NumberedThing,
  numberedThings,
  rowsAsked,
  wordKey,
} from "../../figures/index.js";
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
import type { Row, Scope, ShownCells } from "./compared-rows.js";
import { lookedUpCell } from "./comparison-result.js";

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
  const [key, other] = thingsIn(question);
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
  const [asked] = thingsIn(question);
  const isOtherRow = (text: string): boolean =>
    text.includes("\t") &&
    !numberedThings(text).some(
      ({ kind, number }) => number === asked?.number && isOneWord(kind, asked.kind),
    );
  return unmarkedWhere(
    passages,
    ({ document, text, marked }) =>
      lacking.has(document) && marked.some(({ start, end }) => isOtherRow(text.slice(start, end))),
  );
}

function thingsIn(question: string): readonly NumberedThing[] {
  return numberedThings(question).filter(({ kind }) => isContentWord(kind));
}

/** A question, prepared for finding its cell in tables. */
interface AskedCell extends NumberedThing {
  /** Words of the question besides the named value. */
  readonly words: AskedRows["words"];
  readonly covers: Covers;
  readonly asksWho: boolean;
}

function read(question: string, key: NumberedThing, response: SearchResponse): AskedCell {
  const isKey = (text: string): boolean =>
    isOneWord(text, key.kind) || wordsOf(key.number).includes(text);
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
  { kind, number, words, covers, asksWho }: AskedCell,
): FoundRow | null {
  if (!hasHeads(table)) return null;
  const heads = table.columns.map(({ name }) => name);
  const [keyAt, otherKey] = heads.flatMap((head, at) => (hasWord([head], kind) ? [at] : []));
  if (keyAt === undefined || otherKey !== undefined) return null;
  const [only, second] = table.rows.flatMap(({ cells, isTotal }, index) =>
    !isTotal && cells[keyAt]?.text.trim().toLowerCase() === number ? [{ cells, index }] : [],
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
  return { table, row: isOther ? null : { index: only.index, label: number, labelCell, cell } };
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
