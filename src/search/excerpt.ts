import { cutExcerpt } from "../core/cut-excerpt.js";
import type { Language } from "../core/language.js";
import { mergeSpans, type Span } from "../core/span.js";
import type { Excerpt } from "./api.js";
import { wordsOf } from "./terms.js";

/** About how many characters an excerpt has. */
const excerptLength = 260;

/** Where words stand in a text that are indexed under one of the terms, in order. */
export function findMarks(text: string, terms: readonly string[], language?: Language): Span[] {
  const wanted = new Set(terms);
  const marks: Span[] = [];
  for (const { term, start, end } of wordsOf(text, language)) {
    if (wanted.has(term)) marks.push({ start, end });
  }
  // A word with several terms comes more than once, and names with a hyphen come last.
  return mergeSpans(marks);
}

/**
 * What of a text shows the most different words of a query, and the most often: a stretch of prose,
 * or whole rows of a table with the years above them, with an ellipsis where something was left out.
 */
export function excerptOf(text: string, marks: readonly Span[]): Excerpt {
  return cutExcerpt(text, marks, excerptLength);
}
