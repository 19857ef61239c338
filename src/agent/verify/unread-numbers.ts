import { asRead, type Span } from "../../core/index.js";
import {
  currencyAfter,
  currencyBefore,
  type NumberInText,
  scaleAfter,
} from "../../figures/index.js";

/**
 * Pieces of a sentence that stand in for a number, or look like one to a reader, but that code
 * cannot read: "l,ooo", "Ⅻ million", "10⁶", "5OO", "$XII", "several%". `numbers` are those that
 * `numbersIn` finds. A note mark after a word is not among them.
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

/** Whether a text contains a piece literally, and not as part of a longer word or number. */
export function standsIn(text: string, piece: string): boolean {
  const [whole, wanted] = [comparable(text), comparable(piece)];
  if (wanted === "") return false;
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const before = whole.slice(Math.max(0, at - 2), at);
    const after = whole.slice(end, end + 2);
    if (!/[\p{Alpha}\p{N}\p{M}]$/u.test(before) && !/^[\p{Alpha}\p{N}\p{M}]/u.test(after))
      return true;
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

/** Characters that Unicode counts as numbers, and that remain when all digits have been read. */
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

/** Whether a character is a note mark, exponent or list number: "sales¹ rose", "km²", "① First". */
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

/** Letters that look like 0 and 1, grouped like digits: "l,ooo". */
const lookalike = "[OoОоΟοIl|ІӀ]";
const grouped = new RegExp(
  `(?<![\\p{Alpha}\\p{N}])${lookalike}{1,3}(?:[.,'’]${lookalike}{3}){1,40}(?![\\p{Alpha}\\p{N}])`,
  "gu",
);
const scaleWord =
  "thousands?|millions?|billions?|trillions?|Tausend|Million(?:en)?|Milliarden?|Mio|Mrd|millones|mille|milliers|milliards?|mil|milh[õã][eo]s?|bilh[õã][eo]s?|milion[ei]|miliard[io]|тысяч\\p{Alpha}?|миллион\\p{Alpha}{0,2}|миллиард\\p{Alpha}{0,2}|млн|млрд";
const percentWord =
  "[%٪％]|percent|per cent|Prozent|pour cent|por ciento|por cento|per cento|процент\\p{Alpha}{0,2}";
const pieces = /(\p{Sc}[ \u00a0]?)?([^\s\p{Sc}%٪％]{1,40})/gu;
const countsBehind = new RegExp(
  `^(?:[ \\u00a0-](?:${scaleWord})|[ \\u00a0]?(?:${percentWord}))(?!\\p{Alpha})`,
  "iu",
);
/** A scale word separated from its number by punctuation: "45 (million)". */
const apart = new RegExp(
  `^[^\\p{Alpha}\\p{N}\\n.!?;:|]{1,6}(?:${scaleWord})(?!\\p{Alpha}| (?:of|von|de|di|d['’])(?!\\p{Alpha}))`,
  "iu",
);
/** A word with letters of two scripts: "milliоn" with a Cyrillic "о", but not "μg". */
const mixed =
  /(?:\p{Script=Latin}\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{Script=Latin}|\p{Script=Latin}[αεικνορτυχ]|[αεικνορτυχ]\p{Script=Latin})/iu;

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
  for (const { index, 0: whole, 1: sign = "", 2: word = "" } of text.matchAll(pieces)) {
    const end = index + whole.length;
    const bare = word.replace(/^\p{P}+|(?<!\p{P})\p{P}+$/gu, "");
    if (bare === "" || !isNumberLike(bare)) continue;
    const isCounted = countsBehind.test(text.slice(end, end + 24));
    const isMoney = sign !== "" || (bare.length > 1 && currencyAfter(text, end) !== null);
    if (isCounted || (isMoney && !/^\p{Lowercase}+$/u.test(bare))) add(index, end);
  }
  return [...found, ...oddNeighbours(sentence, numbers)];
}

/** Unreadable words next to a number that change it. */
function oddNeighbours(sentence: string, numbers: readonly NumberInText[]): Span[] {
  return numbers.flatMap(({ span: { start, end }, power, kind }): Span[] => {
    const after = sentence.slice(end, end + 40);
    const before = sentence.slice(Math.max(0, start - 40), start);
    // In "In 2019, millions", the scale word belongs to something else.
    const scale = kind === "quantity" ? apart.exec(after)?.[0] : undefined;
    if (scale !== undefined && !(power > 0 && /^ /.test(scale))) {
      return [{ start, end: end + scale.length }];
    }
    const [next = ""] = /^[ -]?[\p{Alpha}\p{M}]+/u.exec(after) ?? [];
    if (mixed.test(next)) return [{ start, end: end + next.length }];
    const [last = ""] = /(?<![\p{Alpha}\p{M}])[\p{Alpha}\p{M}]+ ?\p{Sc}?$/u.exec(before) ?? [];
    return mixed.test(last) ? [{ start: start - last.length, end }] : [];
  });
}

/** Roman numerals, look-alikes and symbols, but not words. */
function isNumberLike(word: string): boolean {
  if (/\d/.test(word)) return false;
  return (
    /^[IVXLCDM.,]{1,15}$|^[ivxlcdm]{1,15}$/.test(word) ||
    new RegExp(`^(?:${lookalike}|[.,'’])+$`, "u").test(word) ||
    !/^\p{Alpha}[\p{Alpha}\p{M}'’.-]*$/u.test(word) ||
    !/[a-zа-яα-ω]/iu.test(word.normalize("NFD"))
  );
}

/** The word around a span, without surrounding punctuation. */
function tokenAround(text: string, { start, end }: Span): string {
  let [from, to] = [start, end];
  while (from > 0 && !/\s/.test(text.charAt(from - 1))) from--;
  while (to < text.length && !/\s/.test(text.charAt(to))) to++;
  return text
    .slice(from, to)
    .replace(/^["'“”„«([{<]+/u, "")
    .replace(/["'“”»)\]}>.,;:!?]{1,20}$/u, "");
}
