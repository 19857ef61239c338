import type { PagehoundError } from "../core/errors.js";
import { functionNames } from "./arithmetic.js";
import { invalid } from "./refusal.js";

/** A number as it is written in an expression. */
export interface Literal {
  /** With currency, percent sign and scale word: "$1.5 billion". */
  readonly text: string;
  /** Digits and point only. */
  readonly digits: string;
  /** Power of ten by which the digits are multiplied: 9 for a billion, -2 for a percentage. */
  readonly power: number;
  readonly currency: boolean;
}

/** A piece of an expression, and the white space before it. */
export type Token =
  | { readonly kind: "number"; readonly literal: Literal; readonly space: string }
  | { readonly kind: "name" | "sign"; readonly text: string; readonly space: string };

/** Brackets within brackets at most. */
const deepest = 40;
const mostDigits = 40;

const digits = "(\\d{1,3}(?:,\\d{3})+(?!\\d)(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+)";
const numberForm = new RegExp(
  `((?:US|CA|AU)?[$€£¥] ?)?${digits}(?:e([+-]?\\d{1,2}))?(?![\\d.])`,
  "iy",
);
const scaleForm =
  / ?(?:(thousands?)|(millions?|mn|mio)|(billions?|bn)|(trillions?|tn)|(%|percent\b))(?![\p{L}\p{N}_])/iuy;
/** Single letters mean metres or bits unless a currency stands before the number. */
const letterForm = /(?:(k)|(m)|(b)|(t))(?![\p{L}\p{N}_])/iuy;
const scalePowers = [3, 6, 9, 12, -2];

/** An expression in pieces. Throws `invalid-argument` for what belongs in none. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const space = text[at] === " " ? " " : "";
    at += space.length;
    const number = numberAt(text, at);
    const name = number ? null : matchAt(/[\p{L}_][\p{L}\p{N}_]*/uy, text, at);
    if (number) {
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
        throw invalid(`The expression has more than ${deepest} brackets in one another.`);
      tokens.push(signToken(sign, space));
      at += sign.length;
    }
  }
  return tokens;
}

export function signToken(text: string, space: string): Token {
  return { kind: "sign", text, space };
}

/** The number at a place, with its currency, percent sign and scale word; null when there is none. */
export function numberAt(text: string, at: number): Literal | null {
  const match = matchAt(numberForm, text, at);
  if (!match) return null;
  const [whole, currency, written = "", exponent = "0"] = match;
  let end = at + whole.length;
  const plain = written.replaceAll(",", "");
  if (plain.length > mostDigits) throw invalid(`${onlyStart(written)} has too many digits.`);
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
    return invalid("A percent sign stands behind a number, such as 12.5%. Else write / 100.");
  const hint = sign === "=" ? " Write only what is to be computed, without =." : "";
  const usable = `Use numbers, + - * / ^ ( ) %, and ${functionNames.join(", ")}.`;
  return invalid(`"${sign}" in ${onlyStart(text)} cannot be computed.${hint} ${usable}`);
}

function noIds(text: string, at: number): PagehoundError {
  const [id = ""] = /^[\w.]+/.exec(text.slice(at)) ?? [];
  return invalid(
    `${id.slice(0, 24)} is no number. Write the number itself, or a name such as a, and give values [{"name": "a", "id": "${id.slice(0, 24)}", "number": "11,588"}].`,
  );
}

function onlyStart(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
