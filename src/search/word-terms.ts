import type { Language } from "../core/language.js";
import { fold } from "./fold.js";
import { numberTerms } from "./number-terms.js";
import type { TermUse } from "./script-terms.js";
import { stemsOf } from "./stemming.js";

/** A year with letters beside it: "FY2018", "2023Q2". */
const withYear = /^(\P{N}*|\p{L}\p{N})((?:19|20)\d{2})(\P{N}*|\p{L}\p{N})$/u;
/** A fiscal or calendar year with two digits: "FY20", "CY19". */
const shortYear = /^[FC]Y(\d{2})$/i;
const apostrophe = /['’]/;
/** What stands after the apostrophe in an English contraction: "don't", "we'll". */
const contraction = /['’](?:t|d|m|ll|re|ve)$/i;
const possessive = /['’]s$/i;
/** What French and Italian put before an apostrophe: an article, a pronoun, a preposition. */
const elided =
  /^(?:[ldjmtscn]|qu|jusqu|lorsqu|puisqu|quoiqu|un|dell|all|dall|nell|sull|coll|quell|quest|gl)$/i;
const camelCase = /(?<=\p{Ll})(?=\p{Lu})/u;
/** Parts of a name in camel case that are shorter are rather syllables: "iPhone", "McDonald". */
const shortestPart = 3;
/** A word with the number of a note, which was small and raised: "goodwill2". */
const withNote = /^(\p{L}{5,})\d{1,2}$/u;
const lettersThenNumber = /^(\P{N}+)(\p{N}+[.,].*)$/u;
const onlyNumerals = /^\p{N}/u;

/**
 * The terms of a word as it stands between spaces and signs: its own first, then those of its parts.
 *
 * @param word a run of letters and digits, with apostrophes between letters and separators between digits
 */
export function wordTerms(word: string, language: Language, use: TermUse): readonly string[] {
  if (onlyNumerals.test(word) && !/\p{L}/u.test(word)) return numberTerms(fold(word), language);
  if (apostrophe.test(word)) return termsAroundApostrophe(word, language, use);
  const [, letters, number] = lettersThenNumber.exec(word) ?? [];
  if (letters && number) {
    const numbers = numberTerms(fold(number), language);
    return [`${fold(letters)}${numbers[0]}`, ...numbers];
  }
  const stems = stemsOf(word, language);
  const [, decade] = shortYear.exec(word) ?? [];
  if (decade) return [...stems, `${Number(decade) < 50 ? "20" : "19"}${decade}`];
  if (word.length <= 12) {
    const [, ...parts] = withYear.exec(word) ?? [];
    const telling = parts.filter((part) => part !== "" && part !== word);
    if (telling.length > 0)
      return [...stems, ...telling.flatMap((part) => stemsOf(part, language))];
  }
  // The whole is in the index in any case: a query that has it as one word means no other.
  if (use === "query") return stems;
  const noted = withNote.exec(word)?.[1];
  if (noted) return [...stems, ...stemsOf(noted, language)];
  if (!camelCase.test(word)) return stems;
  const parts = word.split(camelCase);
  if (parts.some((part) => part.length < shortestPart)) return stems;
  return [...stems, ...parts.flatMap((part) => stemsOf(part, language))];
}

function termsAroundApostrophe(word: string, language: Language, use: TermUse): readonly string[] {
  if (contraction.test(word)) return [fold(word).replace("’", "'")];
  const base = word.replace(possessive, "");
  const parts = base.split(apostrophe);
  const last = parts.pop() ?? "";
  if (parts.every((part) => elided.test(part))) return wordTerms(last, language, use);
  const whole = stemsOf([...parts, last].join(""), language);
  const telling = [...parts, last].filter((part) => part.length > 1);
  return [...whole, ...telling.flatMap((part) => stemsOf(part, language))];
}
