import { invalidArgument, type PagehoundError } from "../../core/index.js";
import { acceptsCount, functionNames } from "./arithmetic.js";

/** An expression as models write it, prepared for the parser. */
export interface ExpressionText {
  /** The expression in the parser's notation. */
  readonly source: string;
  readonly literals: readonly Literal[];
  /** Names of values, results, functions and units, in order. */
  readonly names: readonly string[];
  /** The ids of table cells and numbers in query results, by their names in `source`. */
  readonly cells: ReadonlyMap<string, string>;
  /** The expression as shown, with each name in `values` replaced by its value. */
  readonly shown: (values: ReadonlyMap<string, string>) => string;
}

export const longestExpression = 300;

/**
 * Reads an expression: numbers as documents write them ("1,577", "$1.5 billion", "12.5%"), names,
 * signs. Throws `invalid-argument`, saying what to write instead.
 */
export function readExpression(written: string): ExpressionText {
  if (written.length > longestExpression) {
    throw invalidArgument(
      `The expression has ${written.length} characters; at most ${longestExpression} are allowed. Compute parts of it first and use their results, c1 and so on.`,
    );
  }
  const tokens = groupsSettled(tokensOf(plainSigns(written)));
  if (tokens.length === 0)
    throw invalidArgument("The expression is empty. Write one, such as 13,958 / 11,588.");
  checkNeighbours(tokens);
  const cells = tokens.flatMap((token) =>
    token.kind === "name" && token.cell !== undefined ? [[token.text, token.cell] as const] : [],
  );
  return {
    source: tokens.map((token, index) => sourceOf(token, tokens[index + 1])).join(" "),
    literals: tokens.flatMap((token, index) =>
      token.kind === "number" ? [{ ...token.literal, negated: isNegated(tokens, index) }] : [],
    ),
    names: tokens.flatMap((token) =>
      token.kind === "name" && token.cell === undefined ? [token.text] : [],
    ),
    cells: new Map(cells),
    shown: (values) =>
      tokens
        .map((token) => {
          const text = token.kind === "number" ? token.literal.text : token.text;
          return token.space + (token.kind === "name" ? (values.get(text) ?? text) : text);
        })
        .join("")
        .trim(),
  };
}

/** True if a minus before a number is its sign rather than a subtraction. */
function isNegated(tokens: readonly Token[], index: number): boolean {
  const [minus, before] = [tokens[index - 1], tokens[index - 2]];
  if (minus?.kind !== "sign" || minus.text !== "-") return false;
  return !before || (before.kind === "sign" && !/[)!]/.test(before.text));
}

/** Replaces the variants of each sign by a single one. */
function plainSigns(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^=\s*/, "")
    .replace(/\*\*/g, "^")
    .replace(/[×·∙⋅]/g, "*")
    .replace(/÷/g, "/")
    .replace(/[−–—]/g, "-")
    .replace(/\[\s*(d\d+\.p\d+\.t[\d.rc]+)\s*\]/gi, "$1")
    .replace(/\(\s*\[([^[\]]*)\]\s*\)/g, "($1)");
}

/** Adjacent numbers are a mistake: "5 % 3", "11 588". */
function checkNeighbours(tokens: readonly Token[]): void {
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    const closes = before && (before.kind !== "sign" || /[)!]/.test(before.text));
    if (token.kind !== "number" || !closes) return;
    const name = before.kind === "number" ? before.literal.text : before.text;
    throw invalidArgument(
      `An operator such as + or / is missing between ${name} and ${token.literal.text}. Write thousands with commas or without: 11,588 or 11588.`,
    );
  });
}

function sourceOf(token: Token, next: Token | undefined): string {
  if (token.kind !== "number") return token.text;
  const { digits: plain, power } = token.literal;
  const number = power === 0 ? plain : `${plain}e${power}`;
  return next?.kind === "sign" && next.text === "(" ? `${number} *` : number;
}

/** A function call whose arguments are being read; null for plain brackets. */
interface Call {
  readonly name: string;
  /** Indexes of numbers that contain commas. */
  readonly grouped: number[];
  commas: number;
  spaced: boolean;
}

/**
 * Settles whether the comma in "100,200" separates arguments or thousands. Outside a function, it
 * separates thousands. Inside one, it does so if another comma is followed by a space, or if only
 * this reading gives the function an acceptable number of arguments. Throws `invalid-argument` if
 * both make sense.
 */
function groupsSettled(tokens: readonly Token[]): Token[] {
  const apart = new Set<number>();
  const open: (Call | null)[] = [];
  tokens.forEach((token, index) => {
    const call = open.at(-1);
    if (token.kind === "number") {
      if (token.literal.text.includes(",")) call?.grouped.push(index);
    } else if (token.text === "(") {
      const before = tokens[index - 1];
      const name = before?.kind === "name" ? before.text : null;
      open.push(name === null ? null : { name, grouped: [], commas: 0, spaced: false });
    } else if (token.text === ",") {
      if (!call)
        throw invalidArgument(
          "A comma may only separate the arguments of a function, such as sum(1, 2).",
        );
      call.commas++;
      call.spaced ||= tokens[index + 1]?.space === " ";
    } else if (token.text === ")") {
      open.pop();
      if (call && isPartedByCommas(call, tokens)) for (const each of call.grouped) apart.add(each);
    }
  });
  return tokens.flatMap((token, index) =>
    apart.has(index) && token.kind === "number" ? splitAtCommas(token) : [token],
  );
}

function isPartedByCommas(
  { name, grouped, commas, spaced }: Call,
  tokens: readonly Token[],
): boolean {
  if (grouped.length === 0 || spaced) return false;
  const inNumbers = grouped.reduce((sum, index) => {
    const token = tokens[index];
    return sum + (token?.kind === "number" ? token.literal.text.split(",").length - 1 : 0);
  }, 0);
  const asThousands = acceptsCount(name, commas + 1);
  const asArguments = acceptsCount(name, commas + 1 + inNumbers);
  if (asThousands && asArguments) {
    throw invalidArgument(
      `The commas in ${name}(…) may separate arguments or thousands. Put a space after each comma between arguments, and write thousands without commas.`,
    );
  }
  return asArguments;
}

function splitAtCommas({ literal, space }: Extract<Token, { kind: "number" }>): Token[] {
  const parts = literal.text.split(",");
  return parts.flatMap((text, index): Token[] => {
    const last = index === parts.length - 1;
    const found = numberAt(text, 0);
    const part = found ?? { text, digits: text, power: 0, currency: false };
    const number: Token = {
      kind: "number",
      literal: last ? { ...part, text } : part,
      space: index === 0 ? space : " ",
    };
    return last ? [number] : [number, signToken(",", "")];
  });
}

/** A number as it is written in an expression. */
export interface Literal {
  /** With currency, percent sign and scale word: "$1.5 billion". */
  readonly text: string;
  /** Digits and point only. */
  readonly digits: string;
  /** The power of ten by which the digits are multiplied: 9 for a billion, -2 for a percentage. */
  readonly power: number;
  readonly currency: boolean;
  /** True if the minus before it is its sign. */
  readonly negated?: boolean;
}

/** A piece of an expression, and the white space before it. `cell` is the id that a name stands for. */
export type Token =
  | { readonly kind: "number"; readonly literal: Literal; readonly space: string }
  | {
      readonly kind: "name" | "sign";
      readonly text: string;
      readonly space: string;
      readonly cell?: string;
    };

const deepest = 40;
const maxDigits = 40;

const digits = "(\\d{1,3}(?:,\\d{3})+(?!\\d)(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+)";
const numberForm = new RegExp(
  `((?:US|CA|AU)?[$€£¥] ?)?${digits}(?:e([+-]?\\d{1,2}))?(?![\\d.])`,
  "iy",
);
const scaleForm =
  / ?(?:(thousands?)|(millions?|mn|mio)|(billions?|bn)|(trillions?|tn)|(%|percent\b))(?![a-zß-ɏḀ-ỿ\p{N}_])/iuy;
/** Single letters mean metres or bits unless a currency precedes the number. */
const letterForm = /(?:(k)|(m)|(b)|(t))(?![a-zß-ɏḀ-ỿ\p{N}_])/iuy;
const scalePowers = [3, 6, 9, 12, -2];
/**
 * The id of a table, row or cell, or of a number in a query's result. Incomplete ids are reported
 * when they are looked up.
 */
const cellForm =
  /(?:q\d{1,6}\.r\d{1,6}\.c\d{1,6}|d\d{1,15}\.p\d{1,9}\.t\d{1,6}(?:\.r\d{1,6}(?:\.c\d{1,6})?)?)(?![a-zß-ɏḀ-ỿ\p{N}_.])/iuy;

/** An expression as tokens. Throws `invalid-argument` for characters that belong to none. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const space = text[at] === " " ? " " : "";
    at += space.length;
    const number = numberAt(text, at);
    const cell = number ? null : matchAt(cellForm, text, at);
    const name = number || cell ? null : matchAt(/[\p{Alpha}_][\p{Alpha}\p{N}_]*/uy, text, at);
    if (cell) {
      const id = cell[0].toLowerCase();
      tokens.push({ kind: "name", text: id.replaceAll(".", "_"), space, cell: id });
      at += id.length;
    } else if (number) {
      tokens.push({ kind: "number", literal: number, space });
      at += number.text.length;
    } else if (name) {
      if (/^d\d+$/.test(name[0]) && text[at + name[0].length] === ".") throw noIds(text, at);
      const token = name[0].toLowerCase() === "of" ? signToken("*", space) : null;
      tokens.push(token ?? { kind: "name", text: name[0], space });
      at += name[0].length;
    } else {
      const sign = text[at] ?? "";
      if (!/[-+*/^(),!]/.test(sign)) throw badSign(sign, text);
      depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
      if (depth > deepest)
        throw invalidArgument(`The expression has more than ${deepest} nested brackets.`);
      tokens.push(signToken(sign, space));
      at += sign.length;
    }
  }
  return tokens;
}

function signToken(text: string, space: string): Token {
  return { kind: "sign", text, space };
}

/** The number at a position with its currency, percent sign and scale word, or null. */
function numberAt(text: string, at: number): Literal | null {
  const match = matchAt(numberForm, text, at);
  if (!match) return null;
  const [whole, currency, written = "", exponent = "0"] = match;
  let end = at + whole.length;
  const plain = written.replaceAll(",", "");
  if (plain.length > maxDigits) throw invalidArgument(`${onlyStart(written)} has too many digits.`);
  let power = Number(exponent);
  const scale = matchAt(scaleForm, text, end) ?? (currency ? matchAt(letterForm, text, end) : null);
  if (scale) {
    power += scalePowers[scale.slice(1).findIndex((group) => group !== undefined)] ?? 0;
    end += scale[0].length;
  }
  const literal = { digits: plain, power, currency: currency !== undefined };
  return { text: text.slice(at, end), ...literal };
}

function matchAt(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at;
  return form.exec(text);
}

function badSign(sign: string, text: string): PagehoundError {
  if (sign === "%")
    return invalidArgument(
      "A percent sign must follow a number, such as 12.5%. Otherwise write / 100.",
    );
  const hint = sign === "=" ? " Write only what is to be computed, without =." : "";
  const usable = `Use numbers, + - * / ^ ( ) %, and ${functionNames.join(", ")}.`;
  return invalidArgument(`"${sign}" in ${onlyStart(text)} cannot be computed.${hint} ${usable}`);
}

function noIds(text: string, at: number): PagehoundError {
  const [id = ""] = /^[\w.]+/.exec(text.slice(at)) ?? [];
  return invalidArgument(
    `${id.slice(0, 24)} is not a number. Write the number itself, the id of a table's cell (d3.p12.t1.r7.c2), or a name such as a, and give values [{"name": "a", "id": "${id.slice(0, 24)}", "number": "11,588"}].`,
  );
}

function onlyStart(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
