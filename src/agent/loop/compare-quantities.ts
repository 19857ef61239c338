import {
  type AskedWord,
  type ComparedQuantity,
  hasSense,
  isContentWord,
  type PairQuestion,
  type Quantity,
  readPair,
  readSuperlative,
  type SuperlativeQuestion,
} from "../../figures/index.js";
import type { SearchHit, SearchResponse } from "../../search/index.js";
import { type DataTable, placeholder } from "../tools/table-data.js";
import {
  amountColumn,
  type Column,
  type Covers,
  candidatesOn,
  coveredBy,
  hasWord,
  isGeneric,
  type Subject,
  subjectOf,
  textsOf,
  wordsOf,
} from "./asked-columns.js";
import { timeIn } from "./cell-conditions.js";
import { agreed, type Comparison, type Found, type Row, type Scope } from "./compared-rows.js";
import { listedResult, mostCited } from "./comparison-result.js";
import { isList, isOfTotals, restOf } from "./table-scope.js";

/** Maximum number of rows that share the first place. */
const mostWinners = 5;

/**
 * Answers which row of a table has the most or the least of what a superlative in everyday words
 * compares: "Which firm is the dearest?" Exactly one column must be of that quantity, or match the
 * question's words best, and every word of the question must be said by the heads of that column
 * and the rows, by the titles of table, section and document, or by the text right above the
 * table. Null if any of that, or any row, leaves the winner uncertain.
 */
export async function compareQuantities(
  question: string,
  response: SearchResponse,
  scope: Scope,
): Promise<Comparison | null> {
  const pair = readPair(question);
  const asked = pair?.asked ?? readSuperlative(question);
  if (!asked) return null;
  const covers = coveredBy(asked, response);
  const sides = pair?.sides ?? null;
  const asksWhere = where.test(question);
  const found = await candidatesOn(
    response.hits,
    scope,
    (table, hit) => candidateIn(table, hit, { asked, covers, sides, asksWhere }),
    { pages: true, lists: true },
  );
  const best = agreed(found);
  const [winner] = best?.winners ?? [];
  if (!best || !winner) return null;
  const { way, isDate, column, restriction, rows, winners } = best;
  const kind = isDate ? (way === "highest" ? "latest" : "earliest") : way;
  const computed = {
    ...({ kind, value: winner.cell.text, size: String(winner.quantity.low) } as const),
    ...{ expression: `${way === "highest" ? "max" : "min"}(${column}${restriction})` },
    cited: rows.length > mostCited ? winners : rows,
  };
  return await listedResult(best, computed, response.hits, scope);
}

interface QuantityRow extends Row {
  readonly quantity: Quantity;
}

interface FoundQuantities extends Found {
  readonly winners: readonly QuantityRow[];
  readonly rows: readonly QuantityRow[];
  readonly way: ComparedQuantity["way"];
  readonly isDate: boolean;
  /** What the compared rows have in common, as a part of the expression; empty if nothing. */
  readonly restriction: string;
}

interface AskedQuantities {
  readonly asked: SuperlativeQuestion;
  readonly covers: Covers;
  /** The two things that are compared; null if all rows are. */
  readonly sides: PairQuestion["sides"] | null;
  readonly asksWhere: boolean;
}

function candidateIn(
  table: DataTable,
  hit: SearchHit | undefined,
  { asked, covers, sides, asksWhere }: AskedQuantities,
): FoundQuantities | null {
  const subject = subjectOf(table, hit, { asked, covers });
  if (!subject) return null;
  const { columns, labels, ofLabels, named, around, title, isNamed } = subject;
  const compared = columns.flatMap((column) => {
    if (column.at === labels && !asked.asksWhen) return [];
    const local = [...covers(column.head)].filter((key) => !ofLabels.has(key));
    const by = isLimit.test(column.head) ? null : comparedBy(column, local, asked);
    return by ? [{ column, by, local }] : [];
  });
  const amounts = amountsOf(subject, asked);
  const eligible = compared.length > 0 || !amounts ? compared : [amounts];
  const fitting = eligible.some(({ by }) => !by.isSecond)
    ? eligible.filter(({ by }) => !by.isSecond)
    : eligible;
  const most = Math.max(...fitting.map(({ local }) => local.length));
  const [best, other] = fitting.filter(({ local }) => local.length === most);
  if (!best || other) return null;
  const { column, by, local } = best;
  const timed = timeIn(columns, asked, covers);
  // Where most was spent is no date.
  if (asksWhere && columns[labels]?.kind === "date") return null;
  const unsaid = asked.words.filter(
    ({ key, text, senses, isOptional }) =>
      !isOptional &&
      !timed?.ofCells.includes(key) &&
      // "Which Nimbo model" of a table without such a head.
      !(asked.things.includes(key) && isGeneric.test(text)) &&
      !local.includes(key) &&
      !named.has(key) &&
      !around.has(key) &&
      !senses.some(
        (sense) =>
          hasSense(sense, column.head, column.kind) ||
          (local.length > 0 && sense.kind === column.kind),
      ),
  );
  const pair = sides && sidesIn(table, subject, sides);
  if (sides && !pair) return null;
  const restricted = [unsaid.map(({ text }) => text).join(" "), timed?.text ?? ""].filter(
    (text) => text !== "",
  );
  // "What is the lowest salary?" asks for the number itself, in a list of them.
  const isMeasured =
    !asked.asksWho && isList(table) && asked.things.every((key) => local.includes(key));
  const isWho = isParty.test(columns[labels]?.head ?? "") || isNamed;
  const isThem = pair
    ? pair.every((index) => {
        const texts = textsOf(table.rows[index]?.cells ?? []);
        return unsaid.every(({ text }) => hasWord(texts, text));
      }) && ((index: number) => pair.includes(index))
    : unsaid.length === 0
      ? (isNamed || isMeasured) && everyRow
      : (!asked.asksWho || isWho) && rowsOf(table, subject, column, unsaid);
  if (!isThem) return null;
  const isOf: IsOf = (index) =>
    isThem(index) &&
    (timed === null ||
      timed.isMet(table.rows[index]?.cells[timed.column.at]?.text ?? "", index) === true);
  const result = comparedRows(table, { column, labels, isOf }, by.way);
  return (
    result && {
      ...result,
      ...{ table, way: by.way, isDate: column.kind === "date" },
      column: column.head || title,
      fit: local.length + named.size,
      restriction: !sides && restricted.length > 0 ? `: ${restricted.join("; ")}` : "",
    }
  );
}

/** The only amounts of a list of payments, for "biggest expense"; null for other questions. */
function amountsOf(
  { columns, ofRecords }: Subject,
  { by: [first], words }: SuperlativeQuestion,
): EligibleColumn | null {
  const isOfRows = words.some(({ key }) => ofRecords.has(key));
  const column = amountColumn(columns);
  return first?.sense === null && isOfRows && column ? { column, by: first, local: [] } : null;
}

/** A column that may be compared. */
interface EligibleColumn {
  readonly column: Column;
  readonly by: ComparedQuantity;
  /** Keys of the question's words that its head has. */
  readonly local: readonly string[];
}

/**
 * What a column is compared by; null if the question is not about the column: it must have a
 * quantity that the superlative or another word names, and its head must say so or share words with
 * the question.
 */
function comparedBy(
  { kind, head, isText }: Column,
  local: readonly string[],
  { by, words }: SuperlativeQuestion,
): ComparedQuantity | null {
  if (isText) return null;
  const means = ({ sense }: ComparedQuantity): boolean => {
    if (sense) return sense.kind === kind && (local.length > 0 || hasSense(sense, head, kind));
    // "When … the most" does not ask for the last date.
    if (kind === "date") return false;
    const named = words.flatMap(({ senses }) => senses);
    return local.length > 0 || named.some((one) => hasSense(one, head, kind));
  };
  return by.find(means) ?? null;
}

/** Heads of columns of limits, which are not the things that they limit: "Minimum order". */
const isLimit = /^(?:min(?:imum|\.)?|max(?:imum|\.)?|mindest|höchst)(?![a-zß-ɏḀ-ỿ]{3})/iu;

const where = /^¿?(?:where|wo|où|dónde)(?![a-zß-ɏḀ-ỿ])/iu;

/** Heads of columns of those who may have done something. */
const isParty =
  /(?<![a-zß-ɏḀ-ỿ])(?:firms?|compan(?:y|ies)|suppliers?|bidders?|vendors?|contractors?|providers?|teams?|clubs?|firm[ae]n?|anbieter|lieferant(?:en)?|entreprises?|fournisseurs?|empresas?|proveedor(?:es)?)(?![a-zß-ɏḀ-ỿ])/iu;

/** Whether a row, by its index, is one of those that a question compares. */
type IsOf = (index: number) => boolean;

const everyRow: IsOf = () => true;

/**
 * The rows that words restrict a comparison to: "the lowest offer for the desk chairs". Null unless
 * the texts of exactly one column, with its head, have all these words, in some rows and not in all.
 */
function rowsOf(
  { rows }: DataTable,
  { columns, labels }: Subject,
  compared: Column,
  words: readonly AskedWord[],
): IsOf | null {
  const [only, other] = columns.flatMap(({ at, head, isText }) => {
    if ((!isText && at !== labels) || at === compared.at) return [];
    const fits = rows.map(({ cells }) => {
      const cell = cells[at]?.text ?? "";
      const has = (texts: readonly string[]) => (word: AskedWord) => hasWord(texts, word.text);
      return words.every(has([cell, head])) && words.some(has([cell]));
    });
    return fits.includes(true) && fits.includes(false) ? [fits] : [];
  });
  return only && !other ? (index) => only[index] ?? false : null;
}

/** The rows of two things by their names in a column of texts; null unless each is in exactly one. */
function sidesIn(
  { rows }: DataTable,
  { columns, labels }: Subject,
  sides: PairQuestion["sides"],
): readonly number[] | null {
  const [first, second] = sides.map((side) => wordsOf(side).filter(isContentWord));
  // "The electric or the cordless hedge trimmer": what both are is said once.
  const shared = second?.slice(1) ?? [];
  const named = columns.flatMap(({ at, isText }) => {
    if (!isText && at !== labels) return [];
    const rowOf = (words: readonly string[] = []): number | null => {
      const fits = rows.flatMap(({ cells, isTotal }, index) => {
        const text = cells[at]?.text ?? "";
        const isIt = words.length > 0 && words.every((one) => hasWord([text], one));
        return isIt && !isTotal ? [{ index, size: wordsOf(text).length }] : [];
      });
      // "Cottons" rather than "Cottons, short".
      const least = Math.min(...fits.map(({ size }) => size));
      const [only, other] = fits.filter(({ size }) => size === least);
      return only && !other ? only.index : null;
    };
    const one = rowOf(first?.concat(shared)) ?? rowOf(first);
    const other = rowOf(second);
    return one === null || other === null || one === other ? [] : [[one, other]];
  });
  const [only, other] = named;
  return only && !other ? only : null;
}

interface ComparedColumn {
  readonly column: Column;
  readonly labels: number;
  readonly isOf: IsOf;
}

function comparedRows(
  table: DataTable,
  { column: { at, kind, quantities }, labels, isOf }: ComparedColumn,
  way: ComparedQuantity["way"],
): Pick<FoundQuantities, "winners" | "rows"> | null {
  const rows: QuantityRow[] = [];
  for (const [index, row] of table.rows.entries()) {
    if (!isOf(index)) continue;
    const { cells } = row;
    const labelCell = cells[labels] ?? null;
    const cell = cells[at] ?? null;
    const quantity = quantities[index] ?? null;
    const label = labelCell?.text ?? "";
    if (isOfTotals(row, label)) continue;
    if (labelCell && cell && quantity) {
      rows.push({ index, label, labelCell, cell, quantity });
      continue;
    }
    // What has no date has not happened; a dash is not the most.
    const isBlank = cell === null || placeholder.test(cell.text);
    const matters = kind === "date" ? !isBlank : cell === null || way === "lowest" || !isBlank;
    if (matters) return null;
  }
  const winners = winnersOf(rows, way);
  return winners && { winners, rows };
}

/** The rows that certainly have the most or the least, in order; null if that is uncertain. */
function winnersOf(
  rows: readonly QuantityRow[],
  way: ComparedQuantity["way"],
): readonly QuantityRow[] | null {
  const units = new Set(rows.flatMap(({ quantity: { unit } }) => unit ?? []));
  if (units.size !== 1 || rows.length < 2) return null;
  // Losses and costs are both printed below zero.
  if (rows.some(({ quantity: { low } }) => low < 0)) return null;
  const isBetter = (one: Quantity, other: Quantity): boolean =>
    way === "highest" ? one.low > other.high : one.high < other.low;
  const isSame = (one: Quantity, other: Quantity): boolean =>
    one.low === other.low && one.high === other.high;
  const best = rows.find(({ quantity }) =>
    rows.every((other) => isSame(quantity, other.quantity) || isBetter(quantity, other.quantity)),
  );
  if (!best) return null;
  const winners = rows.filter(({ quantity }) => isSame(quantity, best.quantity));
  const others = rows.filter((row) => !winners.includes(row));
  const sum = others.reduce((total, { quantity }) => total + quantity.low, 0);
  const isAmount = best.quantity.kind === null || best.quantity.kind === "money";
  // A total without a name, or the rest.
  const isTotal = way === "highest" && isAmount && others.length > 1 && sum === best.quantity.low;
  const isRest = winners.some(({ label }) => restOf.test(label));
  return isTotal || isRest || winners.length > mostWinners || others.length === 0 ? null : winners;
}
