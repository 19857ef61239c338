import { invalidArgument, type PagehoundError, type Span } from "../../core/index.js";
import { onOneLine } from "../reading/wording.js";

/** The functions that combine many rows into one value. */
const aggregates = ["count", "sum", "avg", "min", "max", "median"] as const;
type Aggregate = (typeof aggregates)[number];

/** The functions of a single value: parts of a date, case, and rounding. */
const scalars = ["year", "quarter", "month", "day", "lower", "upper", "round", "abs"] as const;
export type Scalar = (typeof scalars)[number];

const comparisons = ["=", "!=", "<", "<=", ">", ">="] as const;
export type Comparison = (typeof comparisons)[number];

/** An item computed for a row, or for all rows of a group. */
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

export interface SelectedItem {
  /** Null for `*`: all columns. */
  readonly expression: Expression | null;
  /** As written, or the alias after AS. */
  readonly title: string;
}

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

/** The columns that an expression refers to, including those inside aggregates. */
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
interface Token extends Span {
  readonly kind: "word" | "name" | "text" | "number" | "sign";
  readonly text: string;
}

const blank = /\s*/y;
const forms: readonly (readonly [Token["kind"], RegExp])[] = [
  ["text", /'((?:[^']|'')*)'/y],
  ["name", /"((?:[^"]|"")+)"|\[([^\]]+)\]|`([^`]+)`/y],
  ["number", /\d+(?:\.\d+)?%?(?![\p{Alpha}\p{N}_])|\.\d+%?(?![\p{Alpha}\p{N}_])/uy],
  ["word", /[\p{Alpha}\p{N}_][\p{Alpha}\p{M}\p{N}_]*/uy],
  ["sign", /<>|!=|<=|>=|==|[-+*/(),.=<>%&#?$€£¥]/y],
];
/** Characters of a table name without quotes. */
const sourceForm = /[\p{Alpha}\p{N}_][^\s"'`[\](),;]*/uy;

/** The next token of a text; null at its end. Throws `invalid-argument` for an invalid one. */
function tokenAt(statement: string, from: number): Token | null {
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
  throw invalidArgument(
    `The query cannot be read from ${onOneLine(statement.slice(start), 24)} on. Close all quotes; write text as '…' and names with special characters as […].`,
  );
}

/** The unquoted table name at a position; null if there is none. */
function sourceAt(statement: string, start: number): string | null {
  sourceForm.lastIndex = start;
  return sourceForm.exec(statement)?.[0] ?? null;
}

/**
 * Keywords that end a name of several words. Those with a second word are part of the name if it
 * does not follow.
 */
const reserved =
  /^(?:select|distinct|from|where|and|or|not|in|like|ilike|contains|between|is|as|on|having|limit|offset|join|union|with|case|end|order by|group by|(?:left|inner|right|full|cross)(?: outer)? join)$/i;

/** True if a token starts a clause, or a part of one. */
function isReserved(statement: string, { start, text }: Token): boolean {
  const rest = statement.slice(start, start + 40).replace(/\s+/g, " ");
  const [, two = ""] = /^(\S+ [a-z]+)/i.exec(rest) ?? [];
  const [, three = ""] = /^(\S+ [a-z]+ [a-z]+)/i.exec(rest) ?? [];
  return [text, two, three].some((words) => reserved.test(words));
}

/** The canonical form of a comparison operator; null for anything else. */
function comparisonOf(sign: string): Comparison | null {
  const plain = sign === "<>" ? "!=" : sign === "==" ? "=" : sign;
  return comparisons.find((each) => each === plain) ?? null;
}

function negated(condition: Condition, isNot: boolean): Condition {
  return isNot ? { kind: "not", of: condition } : condition;
}

export const longestStatement = 1000;
/** Maximum nesting of brackets. */
const deepest = 20;

/**
 * Parses a SELECT statement in the supported subset of SQL: columns, `*`, aggregates, functions of
 * one value, arithmetic, FROM, JOIN … ON equal columns, WHERE, GROUP BY, HAVING, ORDER BY, LIMIT,
 * OFFSET. Names with spaces are written in "…", […] or `…`, or without quotes if none of their
 * words is a keyword. Throws `invalid-argument`, saying what to write instead.
 */
export function readStatement(text: string): SelectStatement {
  if (text.length > longestStatement) {
    throw invalidArgument(
      `The query has ${text.length} characters; at most ${longestStatement} are allowed. Ask for less at once.`,
    );
  }
  return new StatementReader(text.replace(/;\s*$/, "")).statement();
}

class StatementReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  statement(): SelectStatement {
    this.#expect("select", "A query begins with SELECT.");
    const distinct = this.#takes("distinct");
    const items = this.#list(() => this.#item());
    this.#expect("from", "Say FROM which table, such as FROM d3.p1.t1.");
    const from = this.#source();
    if (this.#takesSign(",")) {
      throw invalidArgument("Combine tables with JOIN … ON a.column = b.column, not by a comma.");
    }
    const joins: JoinedSource[] = [];
    for (let join = this.#join(); join; join = this.#join()) joins.push(join);
    const where = this.#takes("where") ? this.#condition() : null;
    const group = this.#takes("group by") ? this.#list(() => this.#expression()) : [];
    const having = this.#takes("having") ? this.#condition() : null;
    const order = this.#takes("order by") ? this.#list(() => this.#orderKey()) : [];
    const limit = this.#takes("limit") ? this.#count("LIMIT") : null;
    const offset = this.#takes("offset") ? this.#count("OFFSET") : 0;
    const rest = this.#peek();
    if (rest) throw this.#unexpected(rest);
    return { distinct, items, from, joins, where, group, having, order, limit, offset };
  }

  #item(): SelectedItem {
    if (this.#takesSign("*")) return { expression: null, title: "*" };
    const start = this.#peek()?.start ?? this.#text.length;
    const expression = this.#expression();
    const written = this.#text.slice(start, this.#at).trim();
    const bare = expression.kind === "column" ? expression.name : written;
    return { expression, title: this.#takes("as") ? this.#name() : onOneLine(bare, 60) };
  }

  #source(): TableSource {
    const token = this.#peek();
    if (token?.kind === "sign" && token.text === "(") {
      throw invalidArgument("Subqueries are not supported. Run the inner query first.");
    }
    let name: string;
    if (token?.kind === "name" || token?.kind === "text") {
      name = this.#take(token).text;
    } else {
      const start = token?.start ?? this.#text.length;
      const written = sourceAt(this.#text, start);
      if (written === null) throw this.#unexpected(token);
      name = written;
      this.#at = start + written.length;
    }
    const next = this.#takes("as") ? this.#peek() : this.#freeWord();
    if (next && (next.kind === "word" || next.kind === "name")) this.#take(next);
    return { name, alias: next?.text ?? null };
  }

  /** The next word as a possible alias, unless it starts a clause. */
  #freeWord(): Token | null {
    const token = this.#peek();
    return token?.kind === "word" && !isReserved(this.#text, token) ? token : null;
  }

  #join(): JoinedSource | null {
    const kind = ["left join", "left outer join", "inner join", "join"].find((each) =>
      this.#takes(each),
    );
    if (kind === undefined) {
      const other = ["right join", "full join", "cross join", "union"].find((each) =>
        this.#takes(each),
      );
      if (other === undefined) return null;
      throw invalidArgument(
        `${other.toUpperCase()} is not supported. Use JOIN or LEFT JOIN with ON.`,
      );
    }
    const source = this.#source();
    this.#expect("on", "Say ON which columns are equal: JOIN b ON a.region = b.region.");
    const on: { left: Expression; right: Expression }[] = [];
    do {
      const left = this.#expression();
      if (!this.#takesSign("=") && !this.#takesSign("==")) {
        throw invalidArgument("Joins compare columns for equality: ON a.region = b.region.");
      }
      on.push({ left, right: this.#expression() });
    } while (this.#takes("and"));
    return { ...source, keepsAll: kind.startsWith("left"), on };
  }

  #orderKey(): SelectStatement["order"][number] {
    const by = this.#expression();
    const descending = this.#takes("desc");
    if (!descending) this.#takes("asc");
    return { by, descending };
  }

  #count(clause: string): number {
    const token = this.#peek();
    if (token?.kind !== "number" || !/^\d{1,9}$/.test(token.text)) {
      throw invalidArgument(`${clause} must be followed by a whole number, such as ${clause} 10.`);
    }
    return Number(this.#take(token).text);
  }

  #condition(): Condition {
    return this.#nested(() => this.#chain("or", () => this.#chain("and", () => this.#negation())));
  }

  #chain(kind: "and" | "or", part: () => Condition): Condition {
    const first = part();
    const all = [first];
    while (this.#takes(kind)) all.push(part());
    return all.length === 1 ? first : { kind, of: all };
  }

  #negation(): Condition {
    if (this.#takes("not")) return { kind: "not", of: this.#nested(() => this.#negation()) };
    const [before, depth] = [this.#at, this.#depth];
    if (this.#takesSign("(")) {
      // Either conditions in brackets, or the start of an expression.
      try {
        const inside = this.#condition();
        if (this.#takesSign(")") && this.#endsCondition()) return inside;
      } catch (error) {
        if (this.#depth > deepest) throw error;
      }
      this.#at = before;
      this.#depth = depth;
    }
    return this.#comparison();
  }

  #endsCondition(): boolean {
    const token = this.#peek();
    return !token || (token.kind === "word" && isReserved(this.#text, token)) || token.text === ")";
  }

  #comparison(): Condition {
    const left = this.#expression();
    if (this.#takes("is")) {
      const isNot = this.#takes("not");
      if (!this.#takes("null") && !this.#takes("empty")) {
        throw invalidArgument(
          "IS must be followed by NULL or NOT NULL; compare other values with =.",
        );
      }
      return negated({ kind: "empty", left }, isNot);
    }
    const isNot = this.#takes("not");
    if (this.#takes("like") || this.#takes("ilike")) {
      return negated({ kind: "like", left, pattern: this.#literalText("LIKE") }, isNot);
    }
    if (this.#takes("contains")) {
      const part = this.#literalText("CONTAINS").replace(/[%_\\]/g, "\\$&");
      return negated({ kind: "like", left, pattern: `%${part}%` }, isNot);
    }
    if (this.#takes("in")) {
      if (!this.#takesSign("("))
        throw invalidArgument("IN must be followed by values in brackets: IN ('a', 'b').");
      if (this.#takes("select")) {
        throw invalidArgument("Subqueries are not supported. Query the values first.");
      }
      const values = this.#list(() => this.#expression());
      this.#close();
      return negated({ kind: "in", left, values }, isNot);
    }
    if (this.#takes("between")) {
      const from = this.#expression();
      this.#expect("and", "BETWEEN takes two values: BETWEEN 1 AND 5.");
      const to = this.#expression();
      const both: Condition[] = [
        { kind: "compare", sign: ">=", left, right: from },
        { kind: "compare", sign: "<=", left, right: to },
      ];
      return negated({ kind: "and", of: both }, isNot);
    }
    const token = this.#peek();
    const sign = token?.kind === "sign" ? comparisonOf(token.text) : null;
    if (!token || sign === null || isNot) throw this.#unexpected(token);
    this.#take(token);
    return { kind: "compare", sign, left, right: this.#expression() };
  }

  #literalText(clause: string): string {
    const token = this.#peek();
    if (token?.kind !== "text" && token?.kind !== "name") {
      throw invalidArgument(`${clause} must be followed by text in quotes: ${clause} 'north%'.`);
    }
    return this.#take(token).text;
  }

  #expression(): Expression {
    return this.#nested(() =>
      this.#signs(["+", "-"], () => this.#signs(["*", "/"], () => this.#operand())),
    );
  }

  #signs(signs: readonly ("+" | "-" | "*" | "/")[], part: () => Expression): Expression {
    let left = part();
    for (;;) {
      const sign = signs.find((each) => this.#takesSign(each));
      if (sign === undefined) return left;
      left = { kind: "sum", sign, left, right: part() };
    }
  }

  #operand(): Expression {
    const token = this.#peek();
    if (this.#takesSign("(")) {
      const inside = this.#expression();
      this.#close();
      return inside;
    }
    if (this.#takesSign("-")) {
      const zero = { kind: "literal", text: "0", quoted: false } as const;
      const number = this.#peek();
      if (number?.kind === "number") {
        return { kind: "literal", text: `-${this.#take(number).text}`, quoted: false };
      }
      return { kind: "sum", sign: "-", left: zero, right: this.#nested(() => this.#operand()) };
    }
    if (token?.kind === "number" || token?.kind === "text") {
      return { kind: "literal", text: this.#take(token).text, quoted: token.kind === "text" };
    }
    if (token?.kind === "word" && this.#text.slice(token.end).trimStart().startsWith("(")) {
      return this.#call(token);
    }
    const first = this.#name();
    return this.#takesSign(".")
      ? { kind: "column", table: first, name: this.#name() }
      : { kind: "column", table: null, name: first };
  }

  #call(token: Token): Expression {
    const written = token.text.toLowerCase();
    const name = otherNames.get(written) ?? written;
    this.#take(token);
    this.#takesSign("(");
    const operation = aggregates.find((each) => each === name);
    if (operation) {
      const distinct = this.#takes("distinct");
      const all = !distinct && this.#takesSign("*");
      const argument = all ? null : this.#expression();
      this.#close();
      if (argument ? holdsAggregate(argument) : operation !== "count") {
        throw invalidArgument(
          `${operation} needs a column: ${operation}(amount). Only count also accepts *.`,
        );
      }
      return { kind: "aggregate", of: operation, distinct, argument };
    }
    const scalar = scalars.find((each) => each === name);
    if (!scalar) {
      throw invalidArgument(
        `There is no function ${onOneLine(token.text, 30)}. Available: ${[...aggregates, ...scalars].join(", ")}.`,
      );
    }
    const args = this.#list(() => this.#expression());
    this.#close();
    const most = scalar === "round" ? 2 : 1;
    if (args.length > most)
      throw invalidArgument(`${scalar} takes ${most === 1 ? "one value" : "a value and digits"}.`);
    return { kind: "call", name: scalar, arguments: args };
  }

  /** A name in quotes, or words up to a keyword or a sign. */
  #name(): string {
    const token = this.#peek();
    if (token?.kind === "name") return this.#take(token).text;
    if (token?.kind !== "word" || isReserved(this.#text, token)) throw this.#unexpected(token);
    const words = [this.#take(token).text];
    for (let next = this.#peek(); next; next = this.#peek()) {
      const goesOn =
        (next.kind === "word" && !isReserved(this.#text, next)) || next.kind === "number";
      // "amount desc" orders, and "sum(" is a function.
      if (!goesOn || /^(?:asc|desc)$/i.test(next.text) || this.#text[next.end] === "(") break;
      words.push(this.#take(next).text);
    }
    return words.join(" ");
  }

  #list<Part>(part: () => Part): Part[] {
    const parts = [part()];
    while (this.#takesSign(",")) parts.push(part());
    return parts;
  }

  #nested<Part>(part: () => Part): Part {
    if (++this.#depth > deepest) {
      throw invalidArgument(
        `The query has more than ${deepest} nested brackets. Ask for less at once.`,
      );
    }
    const read = part();
    this.#depth--;
    return read;
  }

  #close(): void {
    if (!this.#takesSign(")")) throw this.#unexpected(this.#peek(), "A bracket is not closed");
  }

  #peek(): Token | null {
    return tokenAt(this.#text, this.#at);
  }

  #take(token: Token): Token {
    this.#at = token.end;
    return token;
  }

  #takesSign(sign: string): boolean {
    const token = this.#peek();
    if (token?.kind !== "sign" || token.text !== sign) return false;
    this.#take(token);
    return true;
  }

  /** Consumes keywords if they come next. */
  #takes(keywords: string): boolean {
    const before = this.#at;
    for (const keyword of keywords.split(" ")) {
      const token = this.#peek();
      if (token?.kind !== "word" || token.text.toLowerCase() !== keyword) {
        this.#at = before;
        return false;
      }
      this.#take(token);
    }
    return true;
  }

  #expect(keywords: string, message: string): void {
    if (!this.#takes(keywords)) throw this.#unexpected(this.#peek(), message.replace(/\.$/, ""));
  }

  #unexpected(token: Token | null, message = "This is not a supported query"): PagehoundError {
    const where =
      token === null
        ? "it ends too early"
        : `it cannot be read from ${onOneLine(this.#text.slice(token.start), 24)} on`;
    return invalidArgument(
      `${message}; ${where}. A query is like SELECT region, sum(amount) FROM d3.p1.t1 WHERE year = 2023 GROUP BY region ORDER BY sum(amount) DESC LIMIT 5; write names with spaces or special characters as […], text as '…', and numbers without commas.`,
    );
  }
}

/** Names that models use for some of the functions. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["average", "avg"],
  ["mean", "avg"],
  ["total", "sum"],
  ["minimum", "min"],
  ["maximum", "max"],
]);
