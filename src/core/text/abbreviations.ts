import { appendTo } from "../append.js";
import { fold } from "./fold.js";

/** An abbreviation and its definition in a text, both as they are written there. */
export interface Abbreviation {
  readonly short: string;
  readonly long: string;
}

/** How many more brackets are examined in detail. */
export interface Looks {
  left: number;
}

/**
 * The abbreviations that a text defines, in order, each definition once: "United Nations (UN)", "UN
 * (United Nations)". After Schwartz and Hearst, "A simple algorithm for identifying abbreviation
 * definitions in biomedical text" (2003): a bracket contains a short form, whose letters are
 * matched from right to left in the few words before. Two things differ. The short form has two
 * capitals, because documents also put defined terms in brackets: the “Company”. And the initials
 * of words are tried before letters inside words, which would make "plant and equipment" of
 * "property, plant and equipment (PP&E)".
 *
 * @param looks how many more brackets with a short form are compared with the words around them,
 * which takes most of the time; counted down
 */
export function findAbbreviations(text: string, looks: Looks = unbounded()): Abbreviation[] {
  const found = new Map<string, Abbreviation>();
  for (const { 0: whole, 1: inside = "", index } of bracketed(text)) {
    if (looks.left <= 0) break;
    const definition =
      definedBefore(text, index, inside, looks) ??
      definedInside(text, index, inside, whole.length, looks);
    if (definition) found.set(`${definition.short}\n${definition.long}`, definition);
  }
  return [...found.values()];
}

const brackets = /[(（]([^()（）]{2,200})[)）]/g;
/** Most pages have brackets, but fewer have one with capitals in it or before it. */
const capitalsInside = /[(（][^()（）]{0,30}\p{Uppercase}[^\s()（）]{0,8}\p{Uppercase}/uy;
const capitalsBefore = /\p{Uppercase}[^\s()（）]{0,8}\p{Uppercase}[^\s()（）]{0,8}\s?$/u;
/** The most characters that `capitalsBefore` matches; one outside the basic plane has two units. */
const longestBefore = 2 * 19;

function bracketed(text: string): Iterable<RegExpExecArray> {
  return isWorthwhile(text) ? text.matchAll(brackets) : [];
}

function isWorthwhile(text: string): boolean {
  for (let at = nextBracket(text, 0); at >= 0; at = nextBracket(text, at + 1)) {
    capitalsInside.lastIndex = at;
    if (capitalsInside.test(text)) return true;
    if (capitalsBefore.test(text.slice(Math.max(0, at - longestBefore), at))) return true;
  }
  return false;
}

function nextBracket(text: string, from: number): number {
  const [plain, wide] = [text.indexOf("(", from), text.indexOf("（", from)];
  return plain < 0 || (wide >= 0 && wide < plain) ? wide : plain;
}

/** Letters, digits, and punctuation between them: "PP&E", "R&D", "U.S.", "COVID-19". */
const shortForm = /^[\p{Alpha}\p{N}][\p{Alpha}\p{M}\p{N}&./'’-]{1,9}$/u;
const quoted = /["“„«]\s{0,9}([^"“”„«»]{2,10}?)\s{0,9}["”“»]/u;
const sentenceEnd = /(?<!(?:^|[\s.])\p{Uppercase})[.!?;:]\s|\n(?:[^\S\n]*\n)+|\t/gu;
/** Characters before a bracket that are examined. */
const reach = 250;

function isShortForm(text: string): boolean {
  return shortForm.test(text) && (text.match(/\p{Uppercase}/gu)?.length ?? 0) >= 2;
}

const unbounded = (): Looks => ({ left: Number.POSITIVE_INFINITY });

/** "Long form (SHORT)", also `(the “SHORT”)` and "(SHORT; more)". */
function definedBefore(
  text: string,
  bracket: number,
  inside: string,
  looks: Looks,
): Abbreviation | null {
  const short = (quoted.exec(inside)?.[1] ?? inside.split(/[,;]\s|\sor\s/)[0] ?? "").trim();
  if (!isShortForm(short)) return null;
  looks.left--;
  const before = text.slice(Math.max(0, bracket - reach), bracket);
  const sentence = before.split(sentenceEnd).at(-1) ?? "";
  const words = [...sentence.matchAll(/\S+/gu)].filter(({ 0: word }) => !littleWord.test(word));
  const letters = lettersOf(short).length;
  const first = words.at(-Math.min(letters + 5, letters * 2, words.length));
  const long = longForm(short, sentence.slice(first?.index ?? 0));
  return long === null ? null : { short, long };
}

/** "SHORT (long form)". */
function definedInside(
  text: string,
  bracket: number,
  inside: string,
  length: number,
  looks: Looks,
): Abbreviation | null {
  if (inside.trim().split(/\s+/).length < 2 || length > reach) return null;
  const before = /([^\s()（）"“”„«»]{1,20})["”“»]?\s?$/u.exec(
    text.slice(Math.max(0, bracket - 20), bracket),
  );
  const short = before?.[1] ?? "";
  if (!isShortForm(short)) return null;
  looks.left--;
  const content = inside.replace(/^\s*(?:the\s+)?["“„«]?/iu, "");
  const long = longForm(short, content);
  // The whole bracket must be the long form; otherwise it is a remark.
  return long !== null && content.startsWith(long) ? { short, long } : null;
}

/** A text without the brackets, quotation marks and commas at its end. */
function withoutRemarks(text: string): string {
  let end = text.length;
  for (;;) {
    if (/[\s"“”„«»,]/u.test(text.charAt(end - 1))) end--;
    else if (text.charAt(end - 1) === ")") {
      let open = end - 2;
      while (open >= 0 && !/[()]/.test(text.charAt(open))) open--;
      if (text.charAt(open) !== "(") return text.slice(0, end);
      end = open;
    } else return text.slice(0, end);
  }
}

/** The end of a text that a short form abbreviates, or null. */
function longForm(short: string, text: string): string | null {
  const trimmed = withoutRemarks(text);
  const letters = lettersOf(short);
  const start =
    startByInitials(letters, trimmed, false) ??
    startByInitials(letters, trimmed, true) ??
    startByLetters(letters, trimmed);
  if (start === null) return null;
  const long = trimmed.slice(start).replace(/\s+/g, " ");
  const words = fold(long).split(/[^\p{Alpha}\p{M}\p{N}&.-]+/u);
  const isLonger = lettersOf(long).length > letters.length;
  const isOpen = /^[^(（]*[)）]/u.test(long);
  return isLonger && !isOpen && !words.includes(fold(short)) ? long : null;
}

/** Folded letters and digits, without the ending of a plural: "SPEs". */
function lettersOf(text: string): string[] {
  const singular = /^\p{Uppercase}{2,}s$/u.test(text) ? text.slice(0, -1) : text;
  return fold(singular).match(/[\p{Alpha}\p{N}]/gu) ?? [];
}

/** Most articles, prepositions and conjunctions match this. */
const littleWord = /^\p{Lowercase}{1,3}$/u;

/**
 * Where the words begin whose initials match the letters; little words in between may be skipped.
 *
 * @param little whether the first word may be a little one ("net asset value"); in "Office of the
 * Comptroller" the O is not from "of"
 */
function startByInitials(letters: readonly string[], text: string, little: boolean): number | null {
  const words = [...text.matchAll(/[\p{Alpha}\p{N}][\p{Alpha}\p{M}\p{N}'’]*/gu)].reverse();
  let wanted = letters.length - 1;
  for (const [place, { 0: word, index }] of words.entries()) {
    const isLittle = littleWord.test(word);
    if (fold(word).charAt(0) === letters[wanted] && (wanted > 0 || little || !isLittle)) {
      if (wanted === 0) return index;
      wanted--;
    } else if (place === 0 || !isLittle) {
      return null;
    }
  }
  return null;
}

/**
 * Where the long form begins if letters may be inside words, except the first one, which starts a
 * word. With few words for the letters, or many after them, a match is likely chance.
 */
function startByLetters(letters: readonly string[], text: string): number | null {
  const characters = [...text.matchAll(/./gsu)].map(({ 0: character, index }) => ({
    // One letter for each, so that positions do not shift.
    plain: fold(character).charAt(0),
    index,
  }));
  let position = characters.length;
  let last = text.length;
  for (let wanted = letters.length - 1; wanted >= 0; wanted--) {
    do position--;
    while (
      position >= 0 &&
      (characters[position]?.plain !== letters[wanted] ||
        (wanted === 0 && /[\p{Alpha}\p{N}]/u.test(characters[position - 1]?.plain ?? "")))
    );
    if (position < 0) return null;
    if (wanted === letters.length - 1) last = characters[position]?.index ?? 0;
  }
  const start = characters[position]?.index ?? 0;
  const enough = countWords(text.slice(start)) * 2 >= letters.length || letters.length < 4;
  return enough && countWords(text.slice(last)) <= 2 ? start : null;
}

function countWords(text: string): number {
  return text.match(/[^\s-]+/gu)?.length ?? 0;
}

/** An abbreviation and the document that defines it. */
interface Entry {
  readonly document: number;
  readonly abbreviation: Abbreviation;
  /** The searched part of its long form; read when a query has its first word. */
  words?: readonly string[];
}

/** Long forms that are shorter than this, without their short words, are not searched for. */
const shortestLong = 8;

/** The abbreviations that documents define, for lookup in queries. */
export class AbbreviationBook {
  readonly #byShort = new Map<string, Entry[]>();
  /** By the first word of the long form. */
  readonly #byWord = new Map<string, Entry[]>();

  /** Adds the abbreviations of a document. */
  add(document: number, abbreviations: readonly Abbreviation[]): void {
    for (const abbreviation of abbreviations) {
      const entry: Entry = { document, abbreviation };
      appendTo(this.#byShort, abbreviation.short, entry);
      // Opening a collection adds thousands, of which a query needs a few.
      const first = longWord.exec(fold(abbreviation.long))?.[0];
      if (first !== undefined) appendTo(this.#byWord, first, entry);
    }
  }

  /**
   * The long forms of abbreviations in a query, and the abbreviations of its long forms, each once.
   *
   * @param words the words of the query as they are written
   * @param documents whose definitions count
   */
  expand(query: string, words: readonly string[], documents: ReadonlySet<number>): string[] {
    const found = new Set<string>();
    for (const word of words) {
      for (const { document, abbreviation } of this.#byShort.get(word) ?? []) {
        if (documents.has(document)) found.add(abbreviation.long);
      }
    }
    const queryWords = longWords(query);
    queryWords.forEach((word, place) => {
      for (const entry of this.#byWord.get(word) ?? []) {
        if (!documents.has(entry.document)) continue;
        entry.words ??= longWords(entry.abbreviation.long);
        const isMatch =
          entry.words.join("").length >= shortestLong &&
          entry.words.every((each, index) => queryWords[place + index] === each);
        if (isMatch) found.add(entry.abbreviation.short);
      }
    });
    return [...found];
  }
}

/** A word of a folded text that is not short like "and": people omit those. */
const longWord = /[\p{Alpha}\p{M}\p{N}]{4,}/u;
const eachLongWord = new RegExp(longWord, "gu");

function longWords(text: string): string[] {
  return fold(text).match(eachLongWord) ?? [];
}
