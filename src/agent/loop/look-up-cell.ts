import {
  type AnswerKind,
  amountsIn,
  isInTier,
  isTableRow,
  type ReadQuestion,
  rowsAsked,
  type StatedAmount,
} from "../../figures/index.js";
import type { SearchHit, SearchResponse } from "../../search/index.js";
import { type DataColumn, type DataTable, placeholder } from "../tools/table-data.js";
import {
  type Covers,
  candidatesOn,
  coveredBy,
  hasGroups,
  hasHeads,
  isPerson,
  withVerbs,
  wordsThatAsk,
} from "./asked-columns.js";
import { type Scope, type ShownCells, yearsOf } from "./compared-rows.js";
import { type FoundCell, lookedUpCell } from "./comparison-result.js";
import { captionOf } from "./table-scope.js";

/** Kinds of questions that the text of a single cell answers. */
const answeredByCell: ReadonlySet<AnswerKind> = new Set<AnswerKind>([
  ...(["any", "number", "percent", "date", "person", "place"] as const),
]);

/** Longer cells are texts with many words. */
const longestCell = 80;

/** A question, prepared for finding its cell in tables. */
interface Asked {
  /** Keys of the words that the table must have. */
  readonly needed: ReadonlySet<string>;
  /** Keys of words such as "cost", which a number answers whatever the head of its column says. */
  readonly sensed: ReadonlySet<string>;
  readonly covers: Covers;
  /** The amounts of the question, which may be outside a row's range. */
  readonly amounts: readonly StatedAmount[];
  readonly asksWho: boolean;
  readonly asksWhere: boolean;
  readonly asksNumber: boolean;
}

/** What a look-up depends on besides the words of the question. */
interface LookUp extends Scope, Pick<ReadQuestion, "kind" | "isRoleNoun"> {
  /** Whether a figure was found; then statements are left to it. */
  readonly hasFigure: boolean;
}

/**
 * The cell in the row and the column whose words a question has: "closing date for building grants"
 * for the column "Closing dates" and the row "Buildings". Null unless exactly one row has most of
 * the question's words, exactly one other column the rest, and every word is in that row, in a head,
 * or in a name or title of the table or its document.
 */
export async function lookUpCell(
  question: string,
  response: SearchResponse,
  { kind, isRoleNoun, hasFigure, ...scope }: LookUp,
): Promise<ShownCells | null> {
  const hits = response.hits.filter(({ text }) => isTableRow(text));
  if (hits.length === 0 || !answeredByCell.has(kind)) return null;
  const { words, asksWho } = rowsAsked(question, { rest: question, behind: "" });
  const telling = words.filter(({ isOptional }) => !isOptional);
  const asked = {
    needed: new Set(telling.map(({ key }) => key)),
    sensed: new Set(telling.flatMap(({ key, senses }) => (senses.length > 0 ? [key] : []))),
    covers: coveredBy({ words: [...words, ...wordsThatAsk(question, words)] }, response),
    amounts: amountsIn(question),
    // Who is the clerk is not who got "Clerk's salary".
    asksWho: asksWho && !isRoleNoun,
    asksWhere: kind === "place",
    asksNumber: kind === "number" || kind === "percent" || kind === "date",
  };
  const found = await candidatesOn(hits, scope, (table, hit) =>
    hasFigure && isOfPeriods(table) ? null : cellIn(table, hit, asked),
  );
  return await lookedUpCell(found, response.hits, scope);
}

/** Whether columns of a table are years, as in statements. */
function isOfPeriods({ columns }: DataTable): boolean {
  return columns.some(({ name }) => yearsOf(name).length > 0);
}

/** The cell that is asked for in a table; null if none or several may be. */
function cellIn(
  table: DataTable,
  hit: SearchHit | undefined,
  { needed, sensed, covers, amounts, asksWho, asksWhere, asksNumber }: Asked,
): FoundCell | null {
  if (!hasHeads(table) || table.rows.length < 2 || hasGroups(table)) return null;
  const { document, columns } = table;
  const titles = [table.sheet, captionOf(table), hit?.heading, document.heading, document.path];
  const ofTitles = covers([...titles, document.metadata.title].join(" "));
  const found = columnsAsked(columns, covers, { asksWho, asksWhere }).flatMap(({ at, words }) => {
    const isOut = (text: string): boolean =>
      amounts.some((amount) => isInTier(amount, text, "") === false);
    const row = rowWith(table, at, (text) => without(isOut(text) ? none : covers(text), words));
    const cell = row && (table.rows[row.index]?.cells[at] ?? null);
    if (!cell || placeholder.test(cell.text) || cell.text.length > longestCell) return [];
    if (asksNumber && !/\p{N}/u.test(cell.text)) return [];
    if (asksWho && (cell.number ?? cell.date) !== null) return [];
    const ofLabels = covers(row.columns.map((column) => columns[column]?.name).join(" "));
    const isNumber = cell.number !== null;
    const isSaid = (key: string): boolean =>
      [words, row.words, ofLabels, ofTitles].some((keys) => keys.has(key)) ||
      (isNumber && sensed.has(key));
    if (![...needed].every(isSaid)) return [];
    const labelCell = table.rows[row.index]?.cells[row.columns[0] ?? 0] ?? null;
    const { index } = row;
    return [{ words, row: { index, label: labelCell?.text ?? "", labelCell, cell } }];
  });
  const most = Math.max(...found.map(({ words }) => words.size));
  const [only, second] = found.filter(({ words }) => words.size === most);
  return only && !second ? { table, row: only.row } : null;
}

/** A column that may be asked for, and the question's words in its head. */
interface AskedColumn {
  readonly at: number;
  readonly words: ReadonlySet<string>;
}

/** The columns whose heads have words of the question; for "who", also those of people. */
function columnsAsked(
  columns: readonly DataColumn[],
  covers: Covers,
  { asksWho, asksWhere }: Pick<Asked, "asksWho" | "asksWhere">,
): readonly AskedColumn[] {
  const all = columns.map(({ name }, at) => ({
    ...{ at, name },
    words: covers(asksWho ? withVerbs(name) : name),
  }));
  const places = all.filter(({ name }) => asksWhere && isPlace.test(name));
  if (places.length > 0) return places;
  const named = all.filter(({ words }) => words.size > 0);
  return named.length > 0 ? named : all.filter(({ name }) => asksWho && isPerson.test(name));
}

/** Heads of columns of places. */
const isPlace =
  /(?<![a-zß-ɏḀ-ỿ])(?:where|place|location|office|city|town|country|address|venue|site|room|branch|shelf|ort|stadt|land|raum|standort|adresse|büro|lieu|ville|pays|salle|bureau|lugar|ciudad|país|sala|oficina)(?![a-zß-ɏḀ-ỿ])/iu;

/** A row, the question's words in its texts, and the columns of these. */
interface NamedRow {
  readonly index: number;
  readonly words: ReadonlySet<string>;
  readonly columns: readonly number[];
}

/**
 * The only row with most of the words that are asked for, outside a column; null if there are
 * several, or none has any.
 */
function rowWith({ rows }: DataTable, except: number, covers: Covers): NamedRow | null {
  const named = rows.map(({ cells, isTotal }, index): NamedRow => {
    const ofCells = cells.map((cell, at) =>
      isTotal || at === except || !cell || cell.number !== null || cell.text.length > longestCell
        ? none
        : cell.date !== null
          ? withoutNumbers(covers(cell.text))
          : covers(cell.text),
    );
    return {
      index,
      words: new Set(ofCells.flatMap((words) => [...words])),
      columns: [...ofCells.keys()].filter((column) => ofCells[column]?.size),
    };
  });
  const most = Math.max(...named.map(({ words }) => words.size));
  const [only, second] = named.filter(({ words }) => words.size === most);
  return most > 0 && only && !second ? only : null;
}

/** "T-12" is not in the row of "12 November". */
function withoutNumbers(keys: ReadonlySet<string>): ReadonlySet<string> {
  return [...keys].every((key) => /^\p{N}{1,3}$/u.test(key)) ? none : keys;
}

const none: ReadonlySet<string> = new Set();

function without(keys: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...keys].filter((key) => !others.has(key)));
}
