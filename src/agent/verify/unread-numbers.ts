import { asRead } from "../../core/numbers/as-read.js";
import { currencyAfter, currencyBefore } from "../../core/numbers/currencies.js";
import type { NumberInText } from "../../core/numbers/find-numbers.js";
import { scaleAfter } from "../../core/numbers/number-forms.js";
import type { Span } from "../../core/page.js";

/**
 * Pieces of a sentence that stand where a number would, or look like one to a reader, and that code
 * cannot read as one: "l,ooo", "Ⅻ million", "10⁶", "5OO", "$XII", "several%". `numbers` are those
 * that `numbersIn` finds. A note mark behind a word is none.
 */
export function unreadNumbers(
  sentence: string,
  numbers: readonly NumberInText[],
): readonly string[] {
  const found: Span[] = numbers
    .filter(({ kind, readings }) => kind !== "label" && readings.length === 0)
    .map(({ span }) => span);
  const read = numbers.filter(({ readings }) => readings.length > 0).map(({ span }) => span);
  found.push(...oddDigits(sentence, read), ...inPlaceOfNumbers(sentence, numbers));
  return [...new Set(found.map((span) => tokenAround(sentence, span)))];
}

/** Whether a text has a piece as it is written, and not as a part of a longer one. */
export function standsIn(text: string, piece: string): boolean {
  const [whole, wanted] = [comparable(text), comparable(piece)];
  if (wanted === "") return false;
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1)) {
    const around = whole.slice(Math.max(0, at - 2), at) + whole.slice(at + wanted.length);
    const before = whole.slice(Math.max(0, at - 2), at);
    const after = around.slice(before.length, before.length + 2);
    if (!/[\p{L}\p{N}\p{M}]$/u.test(before) && !/^[\p{L}\p{N}\p{M}]/u.test(after)) return true;
  }
  return false;
}

function comparable(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s\p{Cf}]+/gu, " ")
    .trim();
}

/** Signs that Unicode counts as numbers, and that are left when all digits are read. */
const oddSign = /(?![0-9])\p{N}/gu;
const noteSigns =
  /^[⁰¹²³⁴-⁹₀-₉\u2460-\u249b\u24ea-\u24ff\u2776-\u2793]{1,2}(?![⁰¹²³⁴-⁹₀-₉\u2460-\u249b\u24ea-\u24ff\u2776-\u2793])/u;

function oddDigits(sentence: string, read: readonly Span[]): Span[] {
  const { text, starts, ends } = asRead(sentence);
  const found: Span[] = [];
  for (const { index } of text.matchAll(oddSign)) {
    const start = starts?.[index] ?? index;
    const end = ends?.[index] ?? index + 1;
    if (read.some((span) => span.start <= start && span.end >= end)) continue;
    if (!isNoteMark(text, index)) found.push({ start, end });
  }
  return found;
}

/** Whether a sign counts a note or a list item: "sales¹ rose", "km²", "① First". */
function isNoteMark(text: string, index: number): boolean {
  let first = index;
  while (first > 0 && index - first < 2 && noteSigns.test(text.slice(first - 1, first))) first--;
  const mark = noteSigns.exec(text.slice(first, first + 4))?.[0];
  if (mark === undefined || first + mark.length <= index) return false;
  const before = text.slice(Math.max(0, first - 24), first);
  const end = first + mark.length;
  if (/\p{N}$/u.test(before) || currencyBefore(before)) return false;
  return !isCounted(text, end);
}

function isCounted(text: string, end: number): boolean {
  return (
    /^[ \u00a0]?[%％٪‰]/u.test(text.slice(end, end + 2)) ||
    scaleAfter(text, end, true) !== null ||
    currencyAfter(text, end) !== null
  );
}

/** Letters that look like 0 and 1, grouped as digits are: "l,ooo"; or with a scale behind: "lO million". */
const lookalike = "[OoОоΟοIl|ІӀ]";
const grouped = new RegExp(
  `(?<![\\p{L}\\p{N}])${lookalike}{1,3}(?:[.,'’]${lookalike}{3}){1,40}(?![\\p{L}\\p{N}])`,
  "gu",
);
const scaled =
  /(?<![\p{L}\p{N}])(\S{1,40})[ \u00a0-](?:thousand|million|billion|trillion|Million(?:en)?|Milliarden?|millones|milliards?|milhões|milioni|миллион\p{L}{0,2})(?!\p{L})/gu;
const signed = /\p{Sc}[ \u00a0]?(?=[^\s\d])([^\s]{1,40})/gu;
const inPercent = /(?<![\p{L}\p{N}])([\p{L}\p{So}█▇▉░▒▓_]{1,20})[ \u00a0]?[%٪](?!\p{L})/gu;

/** Words before a scale word that say nothing exact, or end a number that is looked at elsewhere. */
const vague =
  /^(?:a|an|the|of|in|by|to|per|or|and|than|over|under|about|from|for|with|some|several|few|many|multiple|couple|hundreds?|tens?|dozens?|half|thousands?|millions?|first|last|next|one|each|every|another|is|are|was|were|as|at|on|into|multi|quarter|million|billion|[a-z]+(?:teen|ty)|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|ein|eine|zwei|drei|vier|fünf|von|um|auf|rund|mehrere|einige|des|de|quelques|plusieurs|un|une|deux|trois|quatre|cinq|los|las|varios|unos|dos|tres|cuatro|cinco)$/iu;

function inPlaceOfNumbers(sentence: string, numbers: readonly NumberInText[]): Span[] {
  const { text, starts, ends } = asRead(sentence);
  const found: Span[] = [];
  const add = (start: number, end: number): void => {
    const span = { start: starts?.[start] ?? start, end: ends?.[end - 1] ?? end };
    const isRead = numbers.some(
      (number) => number.span.start < span.end && number.span.end > span.start,
    );
    if (!isRead) found.push(span);
  };
  for (const { index, 0: whole } of text.matchAll(grouped)) add(index, index + whole.length);
  for (const { index, 0: whole, 1: word = "" } of text.matchAll(scaled)) {
    const bare = word.replace(/^[("'“„«[]+|[)"'”»\],;:]+$/gu, "");
    if (bare !== "" && !/[.!?]$/.test(bare) && isNoWord(bare)) add(index, index + whole.length);
  }
  for (const { index, 0: whole, 1: behind = "" } of text.matchAll(signed)) {
    if (/^[-+−–(.,\p{P}]/u.test(behind) || /^(?:million|billion|thousand)/i.test(behind)) continue;
    if (/^\p{L}/u.test(behind) && !isNumberLike(behind)) continue;
    add(index, index + whole.length);
  }
  for (const { index, 0: whole, 1: word = "" } of text.matchAll(inPercent)) {
    if (isNumberLike(word)) add(index, index + whole.length);
  }
  return found;
}

/** A piece before a scale word that is neither vague nor an ordinary word in lower case. */
function isNoWord(word: string): boolean {
  if (/\d/.test(word) || vague.test(word)) return false;
  return isNumberLike(word);
}

/** Roman numerals, look-alikes, blanks and signs, but no word. */
function isNumberLike(word: string): boolean {
  return (
    /^[IVXLCDMivxlcdm]{1,15}$/.test(word) ||
    new RegExp(`^(?:${lookalike}|[.,'’])+$`, "u").test(word) ||
    !/^\p{L}[\p{L}\p{M}'’.-]*$/u.test(word) ||
    !/[a-zа-яα-ω]/iu.test(word.normalize("NFD"))
  );
}

/** The piece between white space that holds a place, without punctuation around it. */
function tokenAround(text: string, { start, end }: Span): string {
  let [from, to] = [start, end];
  while (from > 0 && !/\s/.test(text.charAt(from - 1))) from--;
  while (to < text.length && !/\s/.test(text.charAt(to))) to++;
  return text
    .slice(from, to)
    .replace(/^["'“”„«([{<]+/u, "")
    .replace(/["'“”»)\]}>.,;:!?]{1,20}$/u, "");
}
