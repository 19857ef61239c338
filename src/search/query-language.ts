import type { Span } from "../core/span.js";
import { readField } from "./query-fields.js";
import type { IgnoredPart, ParsedQuery, QueryFilter, QueryItem } from "./query-syntax.js";
import { type QueryToken, readTokens } from "./query-tokens.js";

/**
 * Reads a query. Any text is one: people paste whole questions, so what is not clearly an operator
 * is an ordinary word or punctuation, and nothing is an error. What looks like a filter and cannot
 * be used is in `ignored`, with the reason.
 *
 * In a query of more than a dozen plain words, which is a question or a paragraph somebody pasted,
 * quotes and hyphens are the writer's own: phrases are ranked by their words and nothing is
 * excluded. `ignored` says so.
 *
 * - `"…"`, also with curly, angular or corner quotes: a phrase. A quote without its other half is
 *   punctuation.
 * - `-word`, `-"…"`, `-deprec*`, `-doc:…`, `-type:…`: without. Only where the hyphen follows white
 *   space and no digit follows it: "-3" is a number.
 * - `a OR b`: in upper case and between words, phrases or prefixes; elsewhere an ordinary word.
 * - `deprec*`: a prefix of at least two letters or digits.
 * - `doc:report`, `doc:"annual report"`, `doc:2018/*.pdf`, `type:pdf`, `page:3`, `page:10-20`,
 *   `page:10-`: filters, where the value follows without a space. Lists are joined by commas
 *   (`page:2-3,5`). Any other field is ordinary words.
 */
export function parseQuery(text: string): ParsedQuery {
  const query = text.slice(0, longestRead);
  const { tokens, ignored } = readTokens(query);
  const items: QueryItem[] = [];
  const filters: QueryFilter[] = [];
  const notUsed: IgnoredPart[] = [...ignored];
  if (text.length > query.length) {
    const span = { start: query.length, end: text.length };
    const reason = `Only the first ${longestRead} characters of a query are read.`;
    notUsed.push({ text: text.slice(span.start, span.start + 40), span, reason });
  }
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    switch (token.kind) {
      case "field": {
        const read = readField(token.field);
        filters.push(...read.filters);
        notUsed.push(...read.ignored);
        break;
      }
      case "or":
        if (isOperand(before) && isOperand(after)) break;
        if (before?.kind !== "field" && after?.kind !== "field") {
          items.push({ kind: "word", text: "OR", span: token.span });
        } else if (!areAlternatives(before, after)) {
          const reason = "OR joins words and phrases, or two filters of the same field.";
          notUsed.push({ text: "OR", span: token.span, reason });
        }
        break;
      case "operand":
        if (token.exclude)
          items.push({ kind: "without", operand: token.operand, span: token.span });
        else if (before?.kind === "or" && isOperand(tokens[index - 2]))
          addAlternative(token.operand);
        else items.push(token.operand);
    }
  });
  const read = isProse(items) ? asProse(query, items) : { items, ignored: [] };
  notUsed.push(...read.ignored);
  notUsed.sort((a, b) => a.span.start - b.span.start);
  return { items: read.items, filters, ignored: notUsed };

  /** Joins an operand to the item before its OR. */
  function addAlternative(operand: OperandToken["operand"]): void {
    const last = items.pop();
    if (!last || last.kind === "without") throw new Error("An OR without a left side.");
    const alternatives = last.kind === "any" ? last.alternatives : [last];
    const span = { start: last.span.start, end: operand.span.end };
    items.push({ kind: "any", alternatives: [...alternatives, operand], span });
  }
}

type OperandToken = Extract<QueryToken, { kind: "operand" }>;

function isOperand(token: QueryToken | undefined): boolean {
  return token?.kind === "operand" && !token.exclude;
}

/** Filters of one field are alternatives without an OR. */
function areAlternatives(before: QueryToken | undefined, after: QueryToken | undefined): boolean {
  return (
    before?.kind === "field" && after?.kind === "field" && before.field.field === after.field.field
  );
}

/** Characters of a query that are read: more than any question, and few enough to be fast. */
const longestRead = 4_000;

/** With more plain words than this a query is prose. */
const longestQuery = 12;

function isProse(items: readonly QueryItem[]): boolean {
  return items.filter(({ kind }) => kind === "word").length > longestQuery;
}

/** The items with the words of what is quoted or follows a hyphen as plain words. */
function asProse(
  query: string,
  items: readonly QueryItem[],
): Pick<ParsedQuery, "items" | "ignored"> {
  const ignored: IgnoredPart[] = [];
  const plain = items.flatMap((item): readonly QueryItem[] => {
    const operand = item.kind === "without" ? item.operand : item;
    if (operand.kind === "any" || (item.kind !== "without" && item.kind !== "phrase"))
      return [item];
    const { span } = item;
    const what = item.kind === "without" ? "the hyphen is" : "quotation marks are";
    const reason = `In a query this long ${what} taken as punctuation.`;
    ignored.push({ text: query.slice(span.start, span.end), span, reason });
    return wordsIn(query, operand.span);
  });
  return { items: plain, ignored };
}

/** No quote, colon or asterisk, which would make something else of it. */
const proseWord = /[\p{L}\p{N}](?:[^\s"“”„‟＂«»「」『』:：*]*[\p{L}\p{M}\p{N}])?/gu;

/** The plain words of a part of a query. */
function wordsIn(query: string, { start, end }: Span): QueryItem[] {
  const words = query.slice(start, end).matchAll(proseWord);
  return [...words].map(({ 0: text, index }) => ({
    kind: "word",
    text,
    span: { start: start + index, end: start + index + text.length },
  }));
}
