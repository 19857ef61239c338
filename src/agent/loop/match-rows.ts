import {
  type Bound,
  type ConditionQuestion,
  hasSense,
  mayBeDecimal,
  type Quantity,
  type QuantityKind,
  quantityIn,
  readCondition,
  senses,
} from "../../figures/index.js";
import type { SearchHit, SearchResponse } from "../../search/index.js";
import type { DataTable } from "../tools/table-data.js";
import {
  type Column,
  type Covers,
  candidatesOn,
  coveredBy,
  isDoer,
  isGeneric,
  isIdentifier,
  isPerson,
  type Subject,
  subjectOf,
} from "./asked-columns.js";
import { conditionOfWords, type RowCondition, restrictionOf } from "./cell-conditions.js";
import {
  agreed,
  type Comparison,
  type Found,
  type Row,
  type Scope,
  sumsUp,
} from "./compared-rows.js";
import { firstOf, listedResult, mostCited } from "./comparison-result.js";
import { isList, isOfTotals, mayGoOn, restOf } from "./table-scope.js";

/**
 * Answers which rows of a table meet a condition, or how many do: "How many members pay less than
 * 30?", "Which members of the Botany group have not paid?" Exactly one column must be meant by a
 * bound, and one by each other condition; every word must be said as for `compareQuantities`, and
 * each row must certainly meet the conditions or not.
 */
export async function matchRows(
  question: string,
  response: SearchResponse,
  scope: Scope,
): Promise<Comparison | null> {
  const asked = readCondition(question);
  if (!asked) return null;
  const covers = coveredBy(asked, response);
  const found = await candidatesOn(
    response.hits,
    scope,
    (table, hit) => candidateIn(table, hit, asked, covers),
    { lists: true },
  );
  const best = agreed(found);
  if (!best) return null;
  const { winners, expression, names } = best;
  const computed = {
    ...({ kind: "matching", value: String(winners.length), size: String(winners.length) } as const),
    ...{ expression, cited: winners.slice(0, mostCited) },
    ...(asked.isCounting ? { isAsked: true as const } : {}),
    ...(names ? { label: firstOf(names) } : {}),
  };
  return await listedResult(best, computed, response.hits, scope);
}

interface FoundRows extends Found {
  /** The people of several rows, each once; null if each row has a name of its own. */
  readonly names: readonly string[] | null;
  readonly expression: string;
}

function candidateIn(
  table: DataTable,
  hit: SearchHit | undefined,
  asked: ConditionQuestion,
  covers: Covers,
): FoundRows | null {
  const subject = subjectOf(table, hit, { asked, covers });
  if (!subject || mayGoOn(table)) return null;
  const { columns, labels } = subject;
  const [thing] = asked.words.filter(({ key }) => asked.things.includes(key));
  const isAmount =
    areAmounts.test(thing?.text ?? "") ||
    (subject.ofRecords.has(thing?.key ?? "") && !isPerson.test(columns[labels]?.head ?? ""));
  // "How many pupils": a column of their numbers says that the rows are something else.
  const isCounted =
    !asked.asksWho &&
    columns.some(
      ({ at, head, kind, isText }) =>
        at !== labels &&
        !isText &&
        kind !== "date" &&
        !(at === 0 && isIdentifier(table)) &&
        thing?.senses.length === 0 &&
        covers(head).has(thing.key),
    );
  // "What is due in May?" asks for whatever the list has.
  const isAny = thing?.senses.length !== 0 && isList(table);
  const isNamed =
    isAny ||
    (subject.isNamed &&
      (isAmount || isIdentifier(table) || areThose(subject, asked, thing?.text ?? "")));
  if (isCounted) return null;
  const chosen = asked.bound
    ? isNamed && byBound(table, subject, { asked, bound: asked.bound, covers, isAmount })
    : (conditionOfWords(table, { ...subject, isNamed }, asked, covers) ??
      (isNamed ? everyRow(table, subject, asked) : null));
  if (!chosen) return null;
  const { column, others = [], local, meets, condition } = chosen;
  // "How many invoices over 500 are paid" has another condition if a column says what is paid.
  const isOther = ({ at, head }: Column): boolean =>
    ![labels, column.at, ...others.map((other) => other.at)].includes(at) &&
    asked.words.some(
      ({ key, isOptional }) =>
        !isOptional &&
        !local.includes(key) &&
        !subject.ofLabels.has(key) &&
        !subject.ofRecords.has(key) &&
        covers(head).has(key),
    );
  if (columns.some(isOther)) return null;
  const isOfWho = asked.asksWho && isDoer.test(columns[labels]?.head ?? "");
  const rows: (Row & { readonly meets: boolean })[] = [];
  for (const [index, row] of table.rows.entries()) {
    const labelCell = row.cells[subject.labels] ?? null;
    const label = labelCell?.text ?? "";
    if (isOfTotals(row, label)) continue;
    const cell = row.cells[column.at] ?? labelCell;
    const verdict = meets(row, index);
    // Any row may count, so all must be readable; a row for the rest stands for several.
    if (!labelCell || !cell || verdict === null || restOf.test(label)) return null;
    // The answer is who it is, and the other cell says why.
    const cells = isOfWho ? { labelCell: cell, cell: labelCell } : { labelCell, cell };
    rows.push({ index, label, ...cells, meets: verdict });
  }
  const winners = rows.filter((row) => row.meets);
  const names = new Set(rows.map(({ label }) => label.toLowerCase()));
  // One with several rows would count more than once, but each event counts.
  const mayRepeat = isAmount || isOfWho || isIdentifier(table) || asked.things.length === 0;
  if (winners.length === 0 || rows.length < 2 || (names.size < rows.length && !mayRepeat))
    return null;
  const fit = local.length + subject.named.size;
  const head = column.head || subject.title;
  const heads = [head, ...others.map((other) => other.head)].join(", ");
  const expression = `count(${head}${condition && `: ${condition}`})`;
  const people = isOfWho ? [...new Set(winners.map(({ label }) => label))] : null;
  return { table, column: heads, winners, rows, fit, expression, names: people };
}

/**
 * Every row of a list, for "How many customers do we have?"; null if other words ask for some of
 * them. Tables in texts may list kinds of members and not members.
 */
function everyRow(
  table: DataTable,
  { columns, labels, named }: Subject,
  { words, isCounting, negated, time }: ConditionQuestion,
): RowCondition | null {
  const [column] = columns.filter(({ at }) => at === labels);
  const isAsked = isCounting && negated === null && time === null;
  // "Ada and friends" may be several people.
  const hasNumbers = columns.some(
    ({ at, head, isText }) => at !== labels && !isText && isPerson.test(head),
  );
  if (!column || !isAsked || hasNumbers || !isList(table)) return null;
  if (!words.every(({ key, isOptional }) => isOptional || named.has(key))) return null;
  return { column, local: [], condition: "", meets: () => true };
}

/** Words for payments, which have an amount. */
const areAmounts =
  /^(?:invoices?|bills?|payments?|expenses?|donations?|grants?|costs?|fees?|fines?|prices?|salar(?:y|ies)|quotes?|rechnung(?:en)?|zahlung(?:en)?|spenden?|ausgaben|preise|factures?|paiements?|dépenses?|dons?|prix|facturas?|pagos?|gastos?|donaciones|precios)$/iu;

/** Heads of rows that stand for several things each. */
const isKind = /^(?:types?|variants?|kinds?|options?|versions?|typ|art|tipo)$/iu;

/** True if the head of the labels names the requested things, or something generic. */
function areThose(
  { columns, labels, ofLabels }: Subject,
  { things, asksWho }: ConditionQuestion,
  thing: string,
): boolean {
  const head = columns[labels]?.head ?? "";
  if (asksWho) return isPerson.test(head) || isDoer.test(head);
  const isOther = isPerson.test(thing) || !isGeneric.test(head) || isKind.test(head);
  return things.some((key) => ofLabels.has(key)) || isPerson.test(head) || !isOther;
}

/** Measures whose units are converted, so that a number without a unit is not comparable. */
const converted: ReadonlySet<QuantityKind | null> = new Set([
  ...(["time", "length", "weight", "speed", "pressure", "memory", "volume"] as const),
]);

/** A condition on a quantity, as in "over 500 m²". */
interface AskedBound {
  readonly asked: ConditionQuestion;
  readonly bound: Bound;
  readonly covers: Covers;
  readonly isAmount: boolean;
}

function byBound(table: DataTable, subject: Subject, condition: AskedBound): RowCondition | null {
  const {
    asked: { words },
    bound: { quantity, senses: compared, ...bound },
    covers,
  } = condition;
  const candidates = boundColumns(table.columns, subject, condition);
  const meant = candidates.filter(({ isMeant }) => isMeant);
  const most = Math.max(...meant.map(({ local }) => local.length));
  const [best, other] =
    meant.length > 0
      ? meant.filter(({ local }) => local.length === most)
      : candidates.filter(({ isOnly }) => isOnly);
  if (!best || other) return null;
  const { column, local } = best;
  const left = words.filter(
    (one) =>
      !(
        one.isOptional ||
        local.includes(one.key) ||
        subject.named.has(one.key) ||
        one.senses.some((sense) => hasSense(sense, column.head, column.kind))
      ),
  );
  // "Over 300 for paint": the rows must meet both.
  const restriction = restrictionOf(table, subject, condition.asked, { column, left, covers });
  if (!restriction) return null;
  const { quantities } = column;
  if (quantities.some((each) => each && each.low < 0)) return null;
  const isTotal = sumsUp(quantities.flatMap((each) => each?.low ?? []));
  if (isTotal && (column.kind === "money" || column.kind === null)) return null;
  return {
    ...{ column, condition: bound.text, local: [...local, ...restriction.local] },
    others: restriction.columns,
    meets: (row, index) => {
      const among = restriction.meets(row, index);
      const cell = row.cells[column.at];
      if (among !== true) return among;
      return cell?.number == null && mayBeDecimal(cell?.text ?? "")
        ? null
        : meetsBound(quantities[index] ?? null, { ...bound, quantity, senses: compared });
    },
  };
}

/** A column with which a condition may compare. */
interface BoundColumn {
  readonly column: Column;
  readonly local: readonly string[];
  readonly isMeant: boolean;
  /** True if a condition that names no column means it, unless there are several. */
  readonly isOnly: boolean;
}

/** The columns in the unit of a bound, and whether the condition means them. */
function boundColumns(
  data: DataTable["columns"],
  { columns, labels, ofLabels }: Subject,
  {
    asked: { words, things, asksWho },
    bound: { quantity, senses: compared },
    covers,
    isAmount,
  }: AskedBound,
): readonly BoundColumn[] {
  const isWithout = isBare(quantity);
  return columns.flatMap((one) => {
    if (one.at === labels || one.isText) return [];
    const column = inUnitOfHead(one);
    const { at, head, kind } = column;
    const units = new Set(column.quantities.flatMap((each) => each?.unit ?? []));
    const [unit = "", other] = units;
    const isComparable = isWithout
      ? kind !== "date" && (unit === " " || !converted.has(kind)) && !data[at]?.unit?.scale
      : kind === quantity.kind && unit === quantity.unit;
    if (other !== undefined || !isComparable) return [];
    const local = [...covers(head)].filter(
      (key) => !ofLabels.has(key) && (key !== things[0] || asksWho),
    );
    const meant = compared.length > 0 ? compared : words.flatMap((each) => each.senses);
    const isMeant =
      meant.some((sense) => hasSense(sense, head, kind)) ||
      (local.length > 0 && compared.length === 0);
    // "Larger than 20 m²" and "over 500" need no other word for the only areas and prices.
    const isPlain = unit.includes("²") || usual.some((sense) => hasSense(sense, head, kind));
    const isOnly = compared.length === 0 && isPlain && (!isWithout || isAmount);
    return [{ column, local, isMeant, isOnly }];
  });
}

const usual = [senses.price, senses.payment, senses.weight, senses.temperature];

function isBare({ unit }: Quantity): boolean {
  return unit === " ";
}

/** A column of bare numbers in the unit that its head states: "Floor area (m²)", "Hours". */
function inUnitOfHead(column: Column): Column {
  const unit = /(?:^|[([])([^()[\]]{1,12})(?:[)\]]\s*)?$/u.exec(column.head)?.[1];
  const one = unit === undefined ? null : quantityIn(`1 ${unit}`);
  if (!one?.unit?.endsWith(" ") || isBare(one)) return column;
  const quantities = column.quantities.map(
    (each) =>
      each &&
      (each.unit === " " ? { ...one, low: each.low * one.low, high: each.high * one.high } : each),
  );
  return { ...column, kind: one.kind, quantities };
}

function meetsBound(
  quantity: Quantity | null,
  { is, isIncluded, quantity: { low, high } }: Bound,
): boolean | null {
  if (!quantity) return null;
  const [isOver, isAtLeast] = [quantity.low > high, quantity.low >= low];
  const [isUnder, isAtMost] = [quantity.high < low, quantity.high <= high];
  const [yes, no] =
    is === "above"
      ? isIncluded
        ? [isAtLeast, isUnder]
        : [isOver, isAtMost]
      : isIncluded
        ? [isAtMost, isOver]
        : [isUnder, isAtLeast];
  return yes === no ? null : yes;
}
