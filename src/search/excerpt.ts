import type { Language } from "../core/language.js";
import { intersect, mergeSpans, type Span } from "../core/span.js";
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
 * The stretch of a text that shows the most different words of a query, and the most often, cut at word boundaries,
 * with an ellipsis where something was left out.
 */
export function excerptOf(text: string, marks: readonly Span[]): Excerpt {
  if (text.length <= excerptLength) return { text, marks };
  const window = bestWindow(text, marks);
  const start = window.start === 0 ? 0 : nextBoundary(text, window.start);
  const end = window.end === text.length ? text.length : previousBoundary(text, window.end, start);
  const before = start > 0 ? "… " : "";
  const after = end < text.length ? " …" : "";
  const inside = marks.flatMap((mark) => intersect(mark, { start, end }) ?? []);
  return {
    text: before + text.slice(start, end) + after,
    marks: inside.map((mark) => ({
      start: mark.start - start + before.length,
      end: mark.end - start + before.length,
    })),
  };
}

function bestWindow(text: string, marks: readonly Span[]): Span {
  let chosen = { start: 0, words: 0, marks: 0 };
  for (const [index, first] of marks.entries()) {
    const words = new Set<string>();
    let count = 0;
    for (let next = index; next < marks.length; next++) {
      const mark = marks[next] as Span;
      if (mark.end > first.start + excerptLength * 0.8) break;
      words.add(text.slice(mark.start, mark.end).toLowerCase());
      count++;
    }
    const isBetter =
      words.size > chosen.words || (words.size === chosen.words && count > chosen.marks);
    if (isBetter) chosen = { start: first.start, words: words.size, marks: count };
  }
  // A little of what stands before, so that the first word is not without context.
  const wished = Math.max(
    0,
    Math.min(chosen.start - excerptLength * 0.2, text.length - excerptLength),
  );
  const start = Math.floor(wished);
  return { start, end: Math.min(text.length, start + excerptLength) };
}

const reach = 24;

/** The start of the next word, or the position itself where no white space is near. */
function nextBoundary(text: string, position: number): number {
  for (let index = position; index < Math.min(text.length, position + reach); index++) {
    if (/\s/.test(text[index - 1] ?? "") && /\S/.test(text[index] ?? "")) return index;
  }
  return outsidePair(text, position);
}

function previousBoundary(text: string, position: number, start: number): number {
  for (let index = position; index > Math.max(start, position - reach); index--) {
    if (/\s/.test(text[index] ?? "") && /\S/.test(text[index - 1] ?? "")) return index;
  }
  return outsidePair(text, position);
}

function outsidePair(text: string, position: number): number {
  const code = text.charCodeAt(position);
  return code >= 0xdc00 && code <= 0xdfff ? position - 1 : position;
}
