import type { Language } from "../core/language.js";
import { findMarks } from "./excerpt.js";
import { fold } from "./fold.js";
import { phraseFinder } from "./phrase.js";
import type { ParsedQuery, QueryItem, QueryOperand } from "./query-syntax.js";
import { wordsOf } from "./terms.js";

/** Tells whether a passage's text is one that a query asks for. */
export type TextCondition = (text: string, language: Language) => boolean;

/**
 * What only the text of a passage can tell: whether the words of a phrase stand in it in that
 * order. Null when a query asks for nothing of the kind.
 */
export function textConditions({ items }: ParsedQuery): TextCondition | null {
  const conditions = items.flatMap(conditionOf);
  if (conditions.length === 0) return null;
  return (text, language) => conditions.every((holds) => holds(text, language));
}

function conditionOf(item: QueryItem): TextCondition[] {
  if (item.kind === "phrase") return [holding(item)];
  if (item.kind === "without" && item.operand.kind === "phrase") {
    const held = holding(item.operand);
    return [(text, language) => !held(text, language)];
  }
  if (item.kind !== "any" || item.alternatives.every(({ kind }) => kind !== "phrase")) return [];
  const held = item.alternatives.map(holding);
  return [(text, language) => held.some((holds) => holds(text, language))];
}

function holding({ kind, text: wanted }: QueryOperand): TextCondition {
  if (kind === "phrase") {
    const find = phraseFinder(wanted);
    return (text) => find(text).length > 0;
  }
  if (kind === "prefix") {
    const start = fold(wanted);
    return (text, language) =>
      wordsOf(text, language).some(({ start: from, end }) =>
        fold(text.slice(from, end)).startsWith(start),
      );
  }
  return (text, language) => {
    const terms = wordsOf(wanted, language, "query").map(({ term }) => term);
    return findMarks(text, terms, language).length > 0;
  };
}
