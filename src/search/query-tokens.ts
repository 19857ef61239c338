import type { Span } from "../core/span.js";
import type { TypedField } from "./query-fields.js";
import type { IgnoredPart, QueryOperand } from "./query-syntax.js";

/** A piece of a query, before it is known what its ORs join. */
export type QueryToken =
  | {
      readonly kind: "operand";
      readonly operand: QueryOperand;
      readonly exclude: boolean;
      readonly span: Span;
    }
  | { readonly kind: "or"; readonly span: Span }
  | { readonly kind: "field"; readonly field: TypedField; readonly span: Span };

/** The quotes that close what a quote opens. */
const closings: ReadonlyMap<string, string> = new Map([
  ...[...'"“”„‟＂'].map((quote): [string, string] => [quote, '"“”„‟＂']),
  ["«", "»"],
  ["「", "」"],
  ["『", "』"],
]);
/** Quotes that open a phrase right after a letter as well; the others are inches there. */
const unmistakable = "«「『“„";
const anyQuote = /["“”„‟＂«»「」『』]/;
const doubleQuotes = /["“”„‟＂]/g;

const fieldName = /(doc|type|page)[:：](?=\S)/iy;
const prefixForm = /^([\p{L}\p{N}][\p{L}\p{M}\p{N}]*)\*(?!\*)[^\p{L}\p{N}]*$/u;
/** Up to the last letter or digit, or what a name may end with: "C++", "C#", "5%". */
const withoutEnd = /^.*[\p{L}\p{M}\p{N}+#%]/su;
/** One letter of these scripts can be a word. */
const ideograph = /\p{Script=Han}/u;

/** The tokens of a query in order; what could be read, but not as it was meant, is also in `ignored`. */
export function readTokens(query: string): { tokens: QueryToken[]; ignored: IgnoredPart[] } {
  const tokens: QueryToken[] = [];
  const ignored: IgnoredPart[] = [];
  let position = 0;
  while (position < query.length) {
    const exclude = isExclusion(query, position);
    const start = exclude ? position + 1 : position;
    const quoted = readQuoted(query, start);
    const field = quoted ? null : readField(query, start, exclude);
    if (quoted) {
      addPhrase(quoted, exclude, { start: position, end: quoted.end });
      position = quoted.end;
    } else if (field) {
      tokens.push({ kind: "field", field, span: field.span });
      position = field.span.end;
    } else if (isLetterOrDigit(query, start)) {
      const end = endOfToken(query, start);
      addWord(query.slice(start, end), start, exclude, position);
      position = end;
    } else {
      position = start + 1;
    }
  }
  return { tokens, ignored };

  function addPhrase(quoted: Quoted, exclude: boolean, span: Span): void {
    const text = quoted.text.replace(doubleQuotes, " ").replace(/\s+/g, " ").trim();
    if (!/[\p{L}\p{N}]/u.test(text)) return;
    tokens.push({ kind: "operand", operand: { kind: "phrase", text, span }, exclude, span });
  }

  function addWord(typed: string, start: number, exclude: boolean, from: number): void {
    const text = withoutEnd.exec(typed)?.[0] ?? typed;
    const span = { start: from, end: start + text.length };
    if (typed === "OR" && !exclude) {
      tokens.push({ kind: "or", span });
      return;
    }
    // Asterisks on both sides are emphasis.
    const prefix = query.charAt(start - 1) === "*" ? undefined : prefixForm.exec(typed)?.[1];
    const isLong = prefix !== undefined && ([...prefix].length > 1 || ideograph.test(prefix));
    if (prefix !== undefined && isLong) {
      const whole = { start: from, end: start + prefix.length + 1 };
      const operand = { kind: "prefix", text: prefix, span: whole } as const;
      tokens.push({ kind: "operand", operand, exclude, span: whole });
      return;
    }
    if (prefix !== undefined) {
      const reason = `"${prefix}*" is taken as a word, since it would stand for too many: at least two letters or digits go before the asterisk.`;
      ignored.push({ text: typed, span: { start, end: start + prefix.length + 1 }, reason });
    }
    tokens.push({ kind: "operand", operand: { kind: "word", text, span }, exclude, span });
  }
}

interface Quoted {
  readonly text: string;
  /** Behind the closing quote. */
  readonly end: number;
}

/** What stands in quotes from a position on, if a quote opens there and closes later. */
function readQuoted(query: string, start: number): Quoted | null {
  const opening = query.charAt(start);
  const closing = closings.get(opening);
  if (!closing) return null;
  if (!unmistakable.includes(opening) && isLetterOrDigit(query, start - 1)) return null;
  for (let end = start + 1; end < query.length; end++) {
    if (closing.includes(query.charAt(end)))
      return { text: query.slice(start + 1, end), end: end + 1 };
  }
  return null;
}

function readField(query: string, start: number, exclude: boolean): TypedField | null {
  if (isLetterOrDigit(query, start - 1)) return null;
  fieldName.lastIndex = start;
  const match = fieldName.exec(query);
  if (!match) return null;
  const valueStart = start + match[0].length;
  const quoted = readQuoted(query, valueStart);
  let end = quoted?.end ?? valueStart;
  while (!quoted && end < query.length && !/\s/.test(query.charAt(end))) end++;
  const typed = quoted?.text ?? query.slice(valueStart, end);
  const span = { start: exclude ? start - 1 : start, end };
  return {
    field: match[1]?.toLowerCase() as TypedField["field"],
    value: typed.replace(doubleQuotes, " ").replace(/\s+/g, " ").trim(),
    exclude,
    text: query.slice(span.start, span.end),
    span,
  };
}

/** A hyphen after white space and before a letter or a quote. "-3" is a number, "--all" an option. */
function isExclusion(query: string, position: number): boolean {
  if (query.charAt(position) !== "-") return false;
  if (position > 0 && !/\s/.test(query.charAt(position - 1))) return false;
  const next = String.fromCodePoint(query.codePointAt(position + 1) ?? 0);
  return /\p{L}/u.test(next) || readQuoted(query, position + 1) !== null;
}

function isLetterOrDigit(query: string, position: number): boolean {
  const code = query.codePointAt(position);
  return code !== undefined && /[\p{L}\p{N}]/u.test(String.fromCodePoint(code));
}

/** Where white space or a quote ends a word. */
function endOfToken(query: string, start: number): number {
  let end = start;
  while (end < query.length && !/\s/.test(query.charAt(end)) && !anyQuote.test(query.charAt(end)))
    end++;
  return end;
}
