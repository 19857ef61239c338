import { onOneLine } from "../reading/wording.js";
import { invalid } from "./arithmetic.js";

/** The functions that make one value of many rows. */
export const aggregates = ["count", "sum", "avg", "min", "max", "median"] as const;
export type Aggregate = (typeof aggregates)[number];

/** The functions of one value: parts of a date, case, and rounding. */
export const scalars = [
  "year",
  "quarter",
  "month",
  "day",
  "lower",
  "upper",
  "round",
  "abs",
] as const;
export type Scalar = (typeof scalars)[number];

const comparisons = ["=", "!=", "<", "<=", ">", ">="] as const;
export type Comparison = (typeof comparisons)[number];

/** What is worked out for a row, or for all rows of a group. */
export type Expression =
  | { readonly kind: "column"; readonly table: string | null; readonly name: string }
  | { readonly kind: "literal"; readonly text: string; readonly quoted: boolean }
  | {
      readonly kind: "aggregate";
      readonly of: Aggregate;
      readonly distinct: boolean;
      /** Null for `count(*)`. */
      readonly argument: Expression | null;
    }
  | { readonly kind: "call"; readonly name: Scalar; readonly arguments: readonly Expression[] }
  | {
      readonly kind: "sum";
      readonly sign: "+" | "-" | "*" | "/";
      readonly left: Expression;
      readonly right: Expression;
    };

/** Decides if a row, or a group of rows, is selected. */
export type Condition =
  | { readonly kind: "and" | "or"; readonly of: readonly Condition[] }
  | { readonly kind: "not"; readonly of: Condition }
  | {
      readonly kind: "compare";
      readonly sign: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "like"; readonly left: Expression; readonly pattern: string }
  | { readonly kind: "in"; readonly left: Expression; readonly values: readonly Expression[] }
  | { readonly kind: "empty"; readonly left: Expression };

/** A column of a result. */
export interface SelectedItem {
  /** Null for `*`: all columns. */
  readonly expression: Expression | null;
  /** As it is written, or what is behind AS. */
  readonly title: string;
}

/** A table that rows come from. */
export interface TableSource {
  /** An id, or the name of a document or sheet. */
  readonly name: string;
  readonly alias: string | null;
}

/** A joined table, whose rows are matched by equal values. */
export interface JoinedSource extends TableSource {
  /** True if rows without a match stay, with empty columns. */
  readonly keepsAll: boolean;
  readonly on: readonly { readonly left: Expression; readonly right: Expression }[];
}

/** A SELECT statement. */
export interface SelectStatement {
  readonly distinct: boolean;
  readonly items: readonly SelectedItem[];
  readonly from: TableSource;
  readonly joins: readonly JoinedSource[];
  readonly where: Condition | null;
  readonly group: readonly Expression[];
  readonly having: Condition | null;
  readonly order: readonly { readonly by: Expression; readonly descending: boolean }[];
  readonly limit: number | null;
  readonly offset: number;
}

/** True if an expression is of many rows. */
export function holdsAggregate(expression: Expression): boolean {
  switch (expression.kind) {
    case "aggregate":
      return true;
    case "call":
      return expression.arguments.some(holdsAggregate);
    case "sum":
      return holdsAggregate(expression.left) || holdsAggregate(expression.right);
    default:
      return false;
  }
}

/** The columns that an expression names, those of its aggregates included. */
export function columnsIn(expression: Expression): Extract<Expression, { kind: "column" }>[] {
  switch (expression.kind) {
    case "column":
      return [expression];
    case "aggregate":
      return expression.argument ? columnsIn(expression.argument) : [];
    case "call":
      return expression.arguments.flatMap(columnsIn);
    case "sum":
      return [...columnsIn(expression.left), ...columnsIn(expression.right)];
    default:
      return [];
  }
}

/** A piece of a statement. */
export interface Token {
  readonly kind: "word" | "name" | "text" | "number" | "sign";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const blank = /\s*/y;
const forms: readonly (readonly [Token["kind"], RegExp])[] = [
  ["text", /'((?:[^']|'')*)'/y],
  ["name", /"((?:[^"]|"")+)"|\[([^\]]+)\]|`([^`]+)`/y],
  ["number", /\d+(?:\.\d+)?%?(?![\p{L}\p{N}_])|\.\d+%?(?![\p{L}\p{N}_])/uy],
  ["word", /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*/uy],
  ["sign", /<>|!=|<=|>=|==|[-+*/(),.=<>%&#?$€£¥]/y],
];
/** What may name a table without quotes. */
const sourceForm = /[\p{L}\p{N}_][^\s"'`[\](),;]*/uy;

/** The next piece of a text from a place on; null at its end. Throws `invalid-argument` for what is none. */
export function tokenAt(statement: string, from: number): Token | null {
  blank.lastIndex = from;
  blank.exec(statement);
  const start = blank.lastIndex;
  if (start >= statement.length) return null;
  for (const [kind, form] of forms) {
    form.lastIndex = start;
    const match = form.exec(statement);
    if (!match) continue;
    const inside = match.slice(1).find((group) => group !== undefined) ?? match[0];
    const quote = kind === "text" ? "'" : '"';
    const text = inside.replaceAll(quote + quote, quote);
    return { kind, text, start, end: form.lastIndex };
  }
  throw invalid(
    `The query cannot be read from ${onOneLine(statement.slice(start), 24)} on. Quotes are closed, texts stand in '…', names with signs in […].`,
  );
}

/** What names a table at a place, as it is written without quotes; null if nothing can. */
export function sourceAt(statement: string, start: number): string | null {
  sourceForm.lastIndex = start;
  return sourceForm.exec(statement)?.[0] ?? null;
}

/** What ends a name of several words. Those with a second word are names where it does not follow. */
const reserved =
  /^(?:select|distinct|from|where|and|or|not|in|like|ilike|contains|between|is|as|on|having|limit|offset|join|union|with|case|end|order by|group by|(?:left|inner|right|full|cross)(?: outer)? join)$/i;

/** True if a clause, or a part of one, begins with a word of a statement. */
export function isReserved(statement: string, { start, text }: Token): boolean {
  const rest = statement.slice(start, start + 40).replace(/\s+/g, " ");
  const [, two = ""] = /^(\S+ [a-z]+)/i.exec(rest) ?? [];
  const [, three = ""] = /^(\S+ [a-z]+ [a-z]+)/i.exec(rest) ?? [];
  return [text, two, three].some((words) => reserved.test(words));
}

/** A sign that compares, in the one way in which it is told; null for others. */
export function comparisonOf(sign: string): Comparison | null {
  const plain = sign === "<>" ? "!=" : sign === "==" ? "=" : sign;
  return comparisons.find((each) => each === plain) ?? null;
}

/** A condition, or its negation. */
export function negated(condition: Condition, isNot: boolean): Condition {
  return isNot ? { kind: "not", of: condition } : condition;
}
