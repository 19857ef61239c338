import type { SaidAnswer } from "../../core/index.js";
import {
  type AskedRows,
  type AskedWord,
  asksWhether,
  rowsAsked,
  type YesOrNo,
} from "../../figures/index.js";
import type { SearchHit, SearchResponse } from "../../search/index.js";
import { type DataTable, placeholder } from "../tools/table-data.js";
import {
  type Covers,
  candidatesOn,
  coveredBy,
  hasHeads,
  hasWord,
  isIdentifier,
  type Subject,
  subjectOf,
  tellsApart,
} from "./asked-columns.js";
import { conditionOfWords } from "./cell-conditions.js";
import type { Scope, ShownCells } from "./compared-rows.js";
import { type FoundCell, lookedUpCell } from "./comparison-result.js";
import { isOfTotals } from "./table-scope.js";

/** Yes or no, and the cell that says so. */
export interface CheckedRow {
  readonly said: SaidAnswer;
  readonly cells: ShownCells;
}

/**
 * Whether a row of a table is as a question asks: "Does Igor Stahl work in Sales?", "Has Ada paid?"
 * Exactly one row must have most of the question's words in its name. All others must be the value
 * of one column in some row, or the head of a column of "yes" and "no". A row with another value of
 * a column whose values are repeated says no. Null if any of that is uncertain.
 */
export async function checkRow(
  question: string,
  response: SearchResponse,
  scope: Scope,
): Promise<CheckedRow | null> {
  if (!asksWhether(question)) return null;
  const asked = rowsAsked(question, { rest: question, behind: "" });
  const covers = coveredBy(asked, response);
  const found = await candidatesOn(
    response.hits,
    scope,
    (table, hit) => candidateIn(table, hit, asked, covers),
    { lists: true },
  );
  const [first] = found;
  if (!first || found.some(({ says }) => says !== first.says)) return null;
  const cells = await lookedUpCell(found, response.hits, scope);
  return cells && { cells, said: { kind: first.says, evidence: cells.hit.id } };
}

interface FoundVerdict extends FoundCell {
  readonly says: YesOrNo;
}

function candidateIn(
  table: DataTable,
  hit: SearchHit | undefined,
  asked: AskedRows,
  covers: Covers,
): FoundVerdict | null {
  const subject = hasHeads(table) ? subjectOf(table, hit, { asked, covers }) : null;
  const telling = asked.words.filter(({ isOptional }) => !isOptional);
  const named = subject && rowNamed(table, subject, telling);
  if (!named) return null;
  const left = telling.filter(({ key }) => !named.words.has(key) && !subject.ofRecords.has(key));
  if (left.length === 0) return null;
  const condition = conditionOfWords(
    table,
    { ...subject, named: new Set(), isNamed: true },
    { words: left, time: asked.time, things: [], negated: null },
    covers,
  );
  const row = table.rows[named.index];
  if (!condition || (condition.others?.length ?? 0) > 0 || !row) return null;
  const { column } = condition;
  const cell = row.cells[column.at] ?? null;
  const verdict = condition.meets(row, named.index);
  if (!cell || verdict === null || placeholder.test(cell.text)) return null;
  // Who speaks German may also speak French.
  const isPartly = left.some(({ text }) => hasWord([cell.text], text));
  if (!verdict && (isPartly || tellsApart(table, column))) return null;
  const labelCell = row.cells[subject.labels] ?? null;
  return {
    ...{ table, says: verdict ? "yes" : "no" },
    row: { index: named.index, label: labelCell?.text ?? "", labelCell, cell },
  };
}

interface NamedRow {
  readonly index: number;
  /** Keys of the question's words that its name has. */
  readonly words: ReadonlySet<string>;
}

/** The only row with most of the question's words in its name or number; null without one. */
function rowNamed(
  table: DataTable,
  { labels }: Subject,
  words: readonly AskedWord[],
): NamedRow | null {
  const names = isIdentifier(table) ? [0, labels] : [labels];
  const rows = table.rows.flatMap((row, index): NamedRow[] => {
    const texts = names.map((at) => row.cells[at]?.text ?? "");
    if (isOfTotals(row, texts[0] ?? "")) return [];
    const present = words.flatMap(({ key, text }) => (hasWord(texts, text) ? [key] : []));
    return [{ index, words: new Set(present) }];
  });
  const most = Math.max(...rows.map((row) => row.words.size));
  const [only, other] = rows.filter((row) => row.words.size === most);
  return only && !other && most > 0 ? only : null;
}
