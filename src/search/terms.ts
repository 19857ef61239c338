import { stemmer } from "@orama/stemmers/english";
import type { Span } from "../core/span.js";

/** A word of a text, and a term it is indexed and searched under. */
export interface Term extends Span {
  readonly term: string;
}

/** Raised whenever the same text would give other terms. */
export const termsVersion = 1;

/** A run of letters and digits; inside it, an apostrophe between letters or a separator between digits. */
const word =
  /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:(?<=\p{L}\p{M}*)['’](?=\p{L})[\p{L}\p{M}]+|(?<=\p{N})[.,](?=\p{N})\p{N}+)*/gu;
/** A name of letters and digits with a hyphen: "10-K", "A-3", "COVID-19". */
const hyphenated =
  /(?<![\p{L}\p{N}-])(?:\p{N}{1,4}-\p{L}{1,4}|\p{L}{1,8}-\p{N}{1,4})(?![\p{L}\p{N}-])/gu;
/** A year with letters beside it: "FY2018", "2023Q2". */
const withYear = /^(\P{N}*|\p{L}\p{N})((?:19|20)\d{2})(\P{N}*|\p{L}\p{N})$/u;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const combining = /\p{M}+/gu;
const possessive = /['’]s$/;

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/**
 * The words of a text with their terms, in order; names with a hyphen follow, as one word without
 * it. A word can have several terms. Scripts without spaces are split by the platform's dictionary.
 */
export function* wordsOf(text: string): Generator<Term> {
  for (const match of text.matchAll(word)) {
    const [found] = match;
    const start = match.index;
    if (isUnspaced(found)) {
      for (const { segment, index } of segmenter.segment(found)) {
        const at = start + index;
        for (const term of termsOfWord(segment))
          yield { term, start: at, end: at + segment.length };
      }
    } else {
      for (const term of termsOfWord(found)) yield { term, start, end: start + found.length };
    }
  }
  for (const match of hyphenatedNames(text)) {
    const { index: start, 0: found } = match;
    for (const term of withoutHyphen(found)) yield { term, start, end: start + found.length };
  }
}

/** The terms of a text in the order of `wordsOf`, without their places. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [found] of text.matchAll(word)) {
    if (isUnspaced(found)) {
      for (const { segment } of segmenter.segment(found)) terms.push(...termsOfWord(segment));
    } else {
      terms.push(...termsOfWord(found));
    }
  }
  for (const [found] of hyphenatedNames(text)) terms.push(...withoutHyphen(found));
  return terms;
}

function hyphenatedNames(text: string): Iterable<RegExpExecArray> {
  return text.includes("-") ? text.matchAll(hyphenated) : [];
}

function withoutHyphen(name: string): readonly string[] {
  return termsOfWord(name.replace("-", ""));
}

/** Stemming is slow and words repeat; the cache is emptied when it reaches this many words. */
const cacheLimit = 200_000;
const cache = new Map<string, readonly string[]>();

/** A word's own term first, then those of its parts. */
function termsOfWord(found: string): readonly string[] {
  const known = cache.get(found);
  if (known) return known;
  if (cache.size >= cacheLimit) cache.clear();
  const [, ...parts] = (found.length <= 12 && /\p{L}/u.test(found) && withYear.exec(found)) || [];
  const terms = [found, ...parts.filter((part) => part !== "" && part !== found)].map(normalise);
  cache.set(found, terms);
  return terms;
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

function isUnspaced(found: string): boolean {
  return !isAscii(found) && unspaced.test(found);
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 0x7f) return false;
  }
  return true;
}
