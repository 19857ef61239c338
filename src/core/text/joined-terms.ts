import type { Language } from "../document.js";
import type { Span } from "../page.js";
import { classAt, fold, other } from "./fold.js";
import { withGreekLettersNamed } from "./greek-letters.js";
import { mayPartThousandsBySpace } from "./number-terms.js";
import { stemsOf, type TermUse } from "./stems.js";

/** Receives a term and its position. */
export type TermSink = (term: string, start: number, end: number) => void;

/** A name of letters and digits with a hyphen: "10-K", "A-3", "COVID-19". Sticky. */
export const hyphenatedName: RegExp =
  /(?:\p{N}{1,4}[-\u2010\u2011]\p{L}{1,4}|\p{L}{1,8}[-\u2010\u2011]\p{N}{1,8})(?![\p{L}\p{N}\-\u2010\u2011])/uy;

const hyphens = "\\-\\u2010\\u2011";
const hyphen = new RegExp(`[${hyphens}]`, "g");
const hyphenOrStop = new RegExp(`[.${hyphens}]`, "g");
/** Words with a hyphen between them: "on-line", "Umsatzsteuer-Voranmeldung". */
const hyphenatedWords = new RegExp(
  `^\\p{L}[\\p{L}\\p{M}]*(?:[${hyphens}]\\p{L}[\\p{L}\\p{M}]*){1,3}$`,
  "u",
);

const spaces = " \\u00a0\\u2009\\u202f";
const signs = `${hyphens}\\u2012\\u2013\\u2212./·•`;
/** A prefix of letters before a number, such as that of a country. */
const prefix = "[A-Za-z]{1,4}";
const group = `(?:[A-Za-z]{0,4}\\d[\\dA-Za-z]{0,40}|[A-Z]{4}(?=[ \\u00a0]\\d)|(?<=[${hyphens}/])[A-Za-z]|X(?= ?[^ \\w]|$))`;
/** "(0)" in a telephone number, omitted when dialling from abroad. */
const between = `(?:[${spaces}]?\\(0\\)[${spaces}]?|\\)[${spaces}]?[${signs}(]?[${spaces}]?|[${spaces}][${signs}(]?[${spaces}]?|[${signs}(][${spaces}]?)`;
/** Groups with punctuation or single spaces between them: an ISBN, an IBAN, a telephone number. */
const grouped = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}]|[\\p{L}\\p{N}][${signs},])(?:(?<prefix>${prefix})(?<sign>[${signs}${spaces}]))?(?<abroad>\\+[${spaces}]?)?\\(?(?<first>[A-Za-z]{0,4}\\d[\\dA-Za-z]{0,40})(?<rest>(?:${between}${group}){0,9})(?![\\p{L}\\p{M}\\p{N}]|[.,]\\p{N})`,
  "uy",
);
const measures =
  /(?<![\p{L}\p{N}.,])(\p{Lu}{0,3}\d+(?:[.,]\d+)?)(?: ?[×✕] ?| [xX] )(\d+(?:[.,]\d+)?)(?:(?: ?[×✕] ?| [xX] )(\d+(?:[.,]\d+)?))?(?![\p{L}\p{N}]|[.,]\d)/gu;

/** Occurs in all dimensions. */
const times = /[×✕]| [xX] ?\d/;

const digits = /\d/g;
const onlyYears = /^(?:(?:19|20)\d\d)+$/;
const spacedThousands = /^\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+$/;
/** A number with fewer digits is more often a list of small numbers than an identifier. */
const fewestDigits = 6;
/** Longest identifier; an IBAN has up to 34 characters. */
const longestName = 34;

/**
 * Terms for text that is written in several groups but also as one word: hyphenated words
 * ("on-line": "online"), abbreviations with full stops ("U.N.": "un"), and identifiers, dimensions
 * and numbers with punctuation or single spaces ("978-0-306-40615-7", "DE89 3704 0044", "M8 × 60").
 * Their groups also have separate terms.
 *
 * @param use in a query, an identifier may be shorter, with its letters in lower case
 */
export function joinedTerms(text: string, language: Language, use: TermUse, sink: TermSink): void {
  for (let at = text.search(hyphen); at >= 0; ) {
    const { start, end } = wordAround(text, at);
    const found = text.slice(start, end);
    if (hyphenatedWords.test(found)) {
      for (const term of termsOfJoined(found, language, use)) sink(term, start, end);
    }
    hyphen.lastIndex = Math.max(end, at + 1);
    at = hyphen.exec(text)?.index ?? -1;
  }
  hyphen.lastIndex = 0;
  if (times.test(text)) {
    for (const { 0: found, 1: first, 2: second, 3: third, index } of text.matchAll(measures)) {
      const parts = [first, second, third].flatMap((part) => part ?? []);
      sink(fold(parts.join("x").replaceAll(",", ".")), index, index + found.length);
    }
  }
  forEachSequence(text, use, (found) => identifier(found, language, use, sink));
  for (let at = text.indexOf("."); at >= 0; at = text.indexOf(".", at + 1)) {
    const { start, end } = dottedAround(text, at);
    if (end === start) continue;
    for (const term of termsOfJoined(text.slice(start, end), language, use)) sink(term, start, end);
    at = end - 1;
  }
}

/** An abbreviation with full stops: "U.N.", "Ph.D.", "z.B." Sticky. */
const dotted = /(?:\p{L}|\p{Lu}\p{Ll})\.(?:\p{L}\.){0,4}\p{L}(?:\.|(?![\p{L}\p{M}\p{N}.@]))/uy;

/** The abbreviation that has its first full stop at a position; empty if there is none. */
function dottedAround(text: string, at: number): Span {
  const isWord = (index: number): boolean =>
    index >= 0 && index < text.length && classAt(text, index) !== other;
  const none = { start: at, end: at };
  if (!isWord(at + 1) || isWord(at + 2) || !isWord(at - 1)) return none;
  const start = isWord(at - 2) ? at - 2 : at - 1;
  if (isWord(start - 1) || ".@/".includes(text.charAt(start - 1) || " ")) return none;
  dotted.lastIndex = start;
  const found = dotted.exec(text)?.[0] ?? "";
  return found.indexOf(".") === at - start ? { start, end: start + found.length } : none;
}

/** The letters, digits and hyphens around a position. */
function wordAround(text: string, at: number): Span {
  const belongs = (index: number): boolean => {
    const kind = index < 0 || index >= text.length ? other : classAt(text, index);
    return kind !== other || isHyphen(text.charCodeAt(index));
  };
  let [start, end] = [at, at];
  while (belongs(start - 1)) start--;
  while (belongs(end)) end++;
  return { start, end };
}

function isHyphen(code: number): boolean {
  return code === 0x2d || code === 0x2010 || code === 0x2011;
}

const cacheLimit = 20_000;
/** Caches terms by language and use; hyphenated words recur like others. */
const cache = new Map<string, readonly string[]>();

function termsOfJoined(word: string, language: Language, use: TermUse): readonly string[] {
  const key = `${language} ${use} ${word}`;
  const known = cache.get(key);
  if (known) return known;
  if (cache.size >= cacheLimit) cache.clear();
  const joined = word.replace(hyphenOrStop, "");
  const named = withGreekLettersNamed(joined, language);
  const terms = (named === null ? [joined] : [joined, named]).flatMap((form) =>
    stemsOf(form, language, use),
  );
  cache.set(key, terms);
  return terms;
}

/** Text before the first group: the letters of an identifier, "+" and a bracket. */
const before = new RegExp(
  `(?:(?<![A-Za-z])${prefix}[${signs}${spaces}])?(?:\\+[${spaces}]?)?\\(?$`,
);
/** Length of the longest prefix. */
const longestBefore = 9;

/** Characters between groups, or between letters and the first group. */
const joins = new Set(
  [...` \u00a0\u2009\u202f-\u2010\u2011\u2012\u2013\u2212./·•()+`].map((sign) =>
    sign.charCodeAt(0),
  ),
);
/** Maximum number of these characters in a row. */
const mostJoins = 5;

/** Whether another group may follow at a position, which the next few characters show. */
function mayContinue(text: string, end: number): boolean {
  let at = end;
  while (at < text.length && at - end < mostJoins && joins.has(text.charCodeAt(at))) at++;
  if (at === end || at === text.length) return false;
  const code = text.charCodeAt(at);
  if (!isLetter(code)) return isDigit(code);
  if (text.charCodeAt(at - 1) !== 0x20 || code < 0x61) return true;
  // A word, unless it has a digit after at most four letters.
  let next = at + 1;
  while (next < text.length && next <= at + 4 && isLetter(text.charCodeAt(next))) next++;
  return next < text.length && next <= at + 4 && isDigit(text.charCodeAt(next));
}

/** Whether letters before the first group may belong to it; in a text they are capitals. */
function mayHaveLetters(text: string, start: number, use: TermUse): boolean {
  let at = start;
  while (at > 0 && start - at < mostJoins && joins.has(text.charCodeAt(at - 1))) at--;
  if (at === start || at === 0) return false;
  const code = text.charCodeAt(at - 1);
  return isLetter(code) && (use === "query" || code < 0x61);
}

/**
 * Calls `take` with all sequences of letter and digit groups with punctuation or spaces between
 * them, or letters before them. No index lies outside the text: engines compile the loops again for
 * each one that does.
 */
function forEachSequence(text: string, use: TermUse, take: (found: RegExpExecArray) => void): void {
  let at = 0;
  while (at < text.length) {
    if (!isDigit(text.charCodeAt(at))) {
      at++;
      continue;
    }
    let start = at;
    while (start > 0 && isLetter(text.charCodeAt(start - 1))) start--;
    const end = mayHaveLetters(text, start, use) ? null : endOfOthers(text, start);
    if (end !== null) {
      at = end;
      continue;
    }
    const found = sequenceAt(text, start);
    if (found) take(found);
    at = Math.max(at + 1, endOfGroup(text, found ? found.index + found[0].length : at + 1));
  }
}

/**
 * The end of the groups from a position on if they are no identifier: a single group, or groups of
 * too few digits ("12.5", "10-12"), which are most of those in reports. Null if they may be one.
 */
function endOfOthers(text: string, start: number): number | null {
  let count = 0;
  for (let from = start; ; ) {
    const end = endOfGroup(text, from);
    const isLast = !mayContinue(text, end);
    if (isLast && from === start) return end;
    for (let at = from; at < end; at++) if (isLetter(text.charCodeAt(at))) return null;
    count += end - from;
    if (count >= fewestDigits) return null;
    if (isLast) return end;
    from = end;
    while (joins.has(text.charCodeAt(from))) from++;
  }
}

function endOfGroup(text: string, from: number): number {
  let end = from;
  while (end < text.length && isLetterOrDigit(text.charCodeAt(end))) end++;
  return end;
}

/** The sequence whose first group begins at a position, with the text before it if possible. */
function sequenceAt(text: string, start: number): RegExpExecArray | null {
  const front = before.exec(text.slice(Math.max(0, start - longestBefore), start))?.[0] ?? "";
  for (const from of new Set([start - front.length, start])) {
    grouped.lastIndex = from;
    const found = grouped.exec(text);
    if (found) return found;
  }
  return null;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function isLetterOrDigit(code: number): boolean {
  return isDigit(code) || isLetter(code);
}

function identifier(
  { 0: found, index, input, groups = {} }: RegExpExecArray,
  language: Language,
  use: TermUse,
  sink: TermSink,
): void {
  const { prefix: letters = "", sign = "", abroad, first = "", rest = "" } = groups;
  // A single group is a word.
  if (rest === "" && letters === "") return;
  const end = index + found.length;
  const number = joinedGroups(first + rest);
  const count = number.match(digits)?.length ?? 0;
  if (number.length > longestName || onlyYears.test(number)) return;
  // A sequence of numbers.
  if (/^[ \u00a0]\d/.test(input.slice(end, end + 2))) return;
  const isSpaced = anySpace.test(rest);
  const isAccount = (use === "query" ? accountTyped : account).test(first);
  if (isSpaced && !mayBeSpaced(number, rest, { isAccount, isAbroad: abroad !== undefined })) return;
  const start = index + letters.length + sign.length;
  const isName = letters !== "" && (use === "query" || /^\p{Lu}+$/u.test(letters));
  hyphenatedName.lastIndex = index;
  const isShort = hyphenatedName.test(found) && hyphenatedName.lastIndex === found.length;
  hyphenatedName.lastIndex = 0;
  if (isName && count >= 3 && !isShort) sink(fold(letters) + number, index, end);
  if (rest === "" || count < fewestDigits) {
    // An identifier of letters and digits needs no minimum of digits: "A12-B7".
    if (isSpaced || rest === "" || isShort) return;
    if (/[a-z]/.test(number) && count >= 3) sink(number, start, end);
    return;
  }
  if (spacedThousands.test(first + rest) && mayPartThousandsBySpace(language)) return;
  sink(number, start, end);
  if (number.startsWith("00")) sink(number.slice(2), start, end);
  if (abroad === undefined) return;
  // In domestic numbers a zero replaces the country code, which has one to three digits.
  if (/^\d{1,3}$/.test(first)) sink(`0${number.slice(first.length)}`, start, end);
}

const anySpace = new RegExp(`[${spaces}]`);
const onlyDigits = /^(?:[a-z]{1,4})?\d+x?$/;
/** Length of the shortest IBAN. */
const shortestAccount = 15;
/** The country and the check digits of an IBAN. */
const account = /^[A-Z]{2}\d{2}$/;
const accountTyped = /^[A-Z]{2}\d{2}$/i;

/** Whether space-separated groups may be one identifier, rather than words or decimals in a row. */
function mayBeSpaced(
  number: string,
  rest: string,
  { isAccount, isAbroad }: { readonly isAccount: boolean; readonly isAbroad: boolean },
): boolean {
  if (!onlyDigits.test(number)) return isAccount && number.length >= shortestAccount;
  return isAbroad || !/\d\.\d|^\./.test(rest);
}

function joinedGroups(groups: string): string {
  return fold(groups.replace(/\(0\)/g, "").replace(/[^A-Za-z\d]/g, ""));
}
