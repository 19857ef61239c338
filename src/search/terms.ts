import type { Language } from "../core/language.js";
import type { Span } from "../core/span.js";
import { classAt, digit, hangul, letter, mark, other, unspaced } from "./characters.js";
import { fold } from "./fold.js";
import { mayPartThousandsBySpace } from "./number-terms.js";
import { hangulTerms, type TermSink, type TermUse, unspacedTerms } from "./script-terms.js";
import { wordTerms } from "./word-terms.js";

/** A word of a text, or a part of one, and a term it is indexed and searched under. */
export interface Term extends Span {
  readonly term: string;
}

/** Raised whenever the same text would give other terms. */
export const termsVersion = 2;

/**
 * The terms of a text with their places, in the order of the words; inside a run of letters of a
 * script without spaces, in no order. A word can have several, its own first. What is found under
 * them is described where they are made: `word-terms.ts`, `number-terms.ts` and `script-terms.ts`;
 * names that are written with signs, here.
 *
 * @param language the text's; it decides on stems, and on how numbers are read
 * @param use `query` leaves out terms that are in the index only for queries that name them
 */
export function wordsOf(text: string, language: Language = "en", use: TermUse = "index"): Term[] {
  const words: Term[] = [];
  forEachTerm(text, language, use, (term, start, end) => words.push({ term, start, end }));
  return words;
}

/** The terms of a text in the order of `wordsOf`, without their places. */
export function termsOf(text: string, language: Language = "en", use: TermUse = "index"): string[] {
  const terms: string[] = [];
  forEachTerm(text, language, use, (term) => terms.push(term));
  return terms;
}

/** "1 577" with a space that does not break, which parts nothing but thousands. */
const unbreakingSpace = /[\u00a0\u2009\u202f]/;
/** A name of letters and digits with a hyphen: "10-K", "A-3", "COVID-19". */
const hyphenatedName =
  /(?:\p{N}{1,4}[-\u2010\u2011]\p{L}{1,4}|\p{L}{1,8}[-\u2010\u2011]\p{N}{1,8})(?![\p{L}\p{N}\-\u2010\u2011])/uy;
/** Short words joined by an ampersand: "R&D", "AT&T", "PP&E". */
const ampersandName = /\p{L}{1,4}(?:&\p{L}{1,4})+(?![\p{L}\p{N}&])/uy;
/** Names of programming languages, whose letter alone says little: "C++", "C#". */
const signedLetter = /\p{L}(?:\+\+|#)(?![\p{L}\p{N}+#])/uy;
const spacedThousands = /\d{1,3}(?: \d{3})+(?:,\d+)?(?![\d.,]*\d)/y;

function forEachTerm(text: string, language: Language, use: TermUse, sink: TermSink): void {
  const spacedNumbers = use === "query" || mayPartThousandsBySpace(language);
  const termsOfWord = use === "index" ? cachedTerms(language) : null;
  let position = 0;
  while (position < text.length) {
    const kind = classAt(text, position);
    if (kind === other || kind === mark) {
      position++;
      continue;
    }
    const start = position;
    position = endOfRun(text, start, kind);
    if (kind === unspaced) {
      unspacedTerms(text.slice(start, position), start, use, sink);
      continue;
    }
    if (kind === hangul) {
      hangulTerms(text.slice(start, position), start, use, sink);
      continue;
    }
    const run = position;
    position = endOfWord(text, start, position);
    const word = text.slice(start, position);
    const terms = termsOfWord ? termsOfWord(word) : wordTerms(word, language, use);
    for (const term of terms) sink(term, start, position);
    if (position !== run && kind !== digit) continue;
    const next = text.charCodeAt(position);
    // A hyphen, an ampersand, "+", "#" or a space is all that can join what follows.
    if (next === 0x20) {
      if (spacedNumbers && kind === digit) spacedNumber(text, start, language, sink);
    } else if (next === 0x26) name(ampersandName, text, start, sink);
    else if (next === 0x2b || next === 0x23) name(signedLetter, text, start, sink);
    else if (next === 0x2d || next === 0x2010 || next === 0x2011) {
      const before = text.charCodeAt(start - 1);
      if (before !== 0x2d && before !== 0x2010 && before !== 0x2011) {
        name(hyphenatedName, text, start, sink);
      }
    }
  }
}

/** Where a run of letters and digits ends, or one of the letters of a script that has its own rules. */
function endOfRun(text: string, start: number, kind: number): number {
  let end = start + 1;
  while (end < text.length) {
    const next = classAt(text, end);
    const belongs =
      next === mark || (kind >= unspaced ? next === kind : next === letter || next === digit);
    if (!belongs) break;
    end++;
  }
  return end;
}

/** Where a word ends that goes on over apostrophes between letters and separators between digits. */
function endOfWord(text: string, start: number, run: number): number {
  let end = run;
  for (;;) {
    const sign = text.charAt(end);
    const isSeparator = sign === "." || sign === ",";
    const isApostrophe = sign === "'" || sign === "’";
    if (!isSeparator && !isApostrophe && !unbreakingSpace.test(sign)) return end;
    const before = classAt(text, end - 1);
    const after = end + 1 < text.length ? classAt(text, end + 1) : other;
    if (isApostrophe && after === letter && before !== digit) end = endOfRun(text, end + 1, letter);
    else if (before !== digit || after !== digit) return end;
    else if (isSeparator || partsThousands(text, start, end)) end = endOfDigits(text, end + 1);
    else return end;
  }
}

function endOfDigits(text: string, start: number): number {
  let end = start;
  while (end < text.length && classAt(text, end) === digit) end++;
  return end;
}

/** Whether a sign between digits has up to three of them before it and three after. */
function partsThousands(text: string, start: number, at: number): boolean {
  const before = /(?:^|\D)(\d+)$/.exec(text.slice(start, at))?.[1] ?? "";
  return before.length > 0 && before.length <= 3 && endOfDigits(text, at + 1) === at + 4;
}

/** A name that begins at a position as one term, its hyphen left out. */
function name(form: RegExp, text: string, start: number, sink: TermSink): void {
  form.lastIndex = start;
  const found = form.exec(text)?.[0];
  if (!found) return;
  const term = fold(found).replace(/[\u002d\u2010\u2011]/, "");
  sink(term, start, start + found.length);
}

/** Digits in threes with spaces between them: one number, in languages that write it so. */
function spacedNumber(text: string, start: number, language: Language, sink: TermSink): void {
  if (/[\d.,]\s$/.test(text.slice(Math.max(0, start - 2), start))) return;
  spacedThousands.lastIndex = start;
  const found = spacedThousands.exec(text)?.[0];
  if (found)
    sink(
      wordTerms(found.replaceAll(" ", ""), language, "index")[0] ?? found,
      start,
      start + found.length,
    );
}

/** Stemming is slow and words repeat; a language's cache is emptied when it has this many words. */
const cacheLimit = 200_000;
const caches = new Map<Language, Map<string, readonly string[]>>();

function cachedTerms(language: Language): (word: string) => readonly string[] {
  const cache = caches.get(language) ?? new Map<string, readonly string[]>();
  caches.set(language, cache);
  return (word) => {
    const known = cache.get(word);
    if (known) return known;
    if (cache.size >= cacheLimit) cache.clear();
    const terms = wordTerms(word, language, "index");
    cache.set(word, terms);
    return terms;
  };
}
