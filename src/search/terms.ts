import { stemmer } from "@orama/stemmers/english";
import type { Span } from "../core/span.js";

/** A word of a text, and the term it is indexed and searched under. */
export interface Term extends Span {
  readonly term: string;
}

/** Raised whenever the same text would give other terms. */
export const termsVersion = 1;

/** A run of letters and digits; inside it, an apostrophe between letters or a separator between digits. */
const word =
  /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:(?<=\p{L}\p{M}*)['’](?=\p{L})[\p{L}\p{M}]+|(?<=\p{N})[.,](?=\p{N})\p{N}+)*/gu;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const combining = /\p{M}+/gu;
const possessive = /['’]s$/;

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** The words of a text in order, each with its terms. Scripts without spaces are split by the platform's dictionary. */
export function* wordsOf(text: string): Generator<Term> {
  for (const match of text.matchAll(word)) {
    const found = match[0];
    const start = match.index;
    if (!isAscii(found) && unspaced.test(found)) {
      for (const { segment, index } of segmenter.segment(found)) {
        yield { term: termOf(segment), start: start + index, end: start + index + segment.length };
      }
      continue;
    }
    const end = start + found.length;
    yield { term: termOf(found), start, end };
    for (const term of insideTerms(found)) yield { term, start, end };
  }
  for (const match of text.matchAll(coded)) {
    yield { term: joinedTerm(match[0]), start: match.index, end: match.index + match[0].length };
  }
}

/** The terms of a text, without their places; in order, but for the terms of names such as "10-K" at the end. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const match of text.matchAll(word)) {
    const found = match[0];
    if (!isAscii(found) && unspaced.test(found)) {
      for (const { segment } of segmenter.segment(found)) terms.push(termOf(segment));
    } else {
      terms.push(termOf(found), ...insideTerms(found));
    }
  }
  for (const match of text.matchAll(coded)) terms.push(joinedTerm(match[0]));
  return terms;
}

/** A name of letters and digits with a hyphen: "10-K", "A-3", "COVID-19". It is found with and without the hyphen. */
const coded =
  /(?<![\p{L}\p{N}-])(?:\p{N}{1,4}-\p{L}{1,4}|\p{L}{1,8}-\p{N}{1,4})(?![\p{L}\p{N}-])/gu;

function joinedTerm(found: string): string {
  return termOf(found.replace("-", ""));
}

/** The year in a word such as "FY2018" or "2023Q2", and what stands beside it. */
function insideTerms(found: string): string[] {
  if (found.length < 5 || found.length > 12 || !/\p{L}/u.test(found)) return [];
  const parts = /^(\P{N}*|\p{L}\p{N})((?:19|20)\d{2})(\P{N}*|\p{L}\p{N})$/u.exec(found);
  return parts
    ? parts
        .slice(1)
        .filter((part) => part !== "")
        .map(termOf)
    : [];
}

/** Stemming is slow and words repeat; the cache is emptied when it reaches this many words. */
const cacheLimit = 200_000;
const cache = new Map<string, string>();

function termOf(found: string): string {
  const known = cache.get(found);
  if (known !== undefined) return known;
  if (cache.size >= cacheLimit) cache.clear();
  const term = normalise(found);
  cache.set(found, term);
  return term;
}

function normalise(found: string): string {
  const first = found.charCodeAt(0);
  if (first >= 0x30 && first <= 0x39 && /^[\d.,]+$/.test(found)) {
    return found.replace(/,(?=\d{3}(?!\d))/g, "");
  }
  const folded = isAscii(found) ? found : found.normalize("NFKD").replace(combining, "");
  const lower = folded.toLowerCase().replace(possessive, "");
  // Stems of words too long to be words are a waste; FlexSearch's keys stay short, too.
  return lower.length > 64 ? lower.slice(0, 64) : stemmer(lower) || found;
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 0x7f) return false;
  }
  return true;
}
