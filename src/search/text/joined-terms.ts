import type { Language } from "../../core/document.js";
import { fold } from "./fold.js";
import { withGreekLettersNamed } from "./greek-letters.js";
import { mayPartThousandsBySpace } from "./number-terms.js";
import { stemsOf, type TermUse } from "./stems.js";

/** Takes a term and where it stands. */
export type TermSink = (term: string, start: number, end: number) => void;

/** A name of letters and digits with a hyphen: "10-K", "A-3", "COVID-19". Sticky. */
export const hyphenatedName: RegExp =
  /(?:\p{N}{1,4}[-\u2010\u2011]\p{L}{1,4}|\p{L}{1,8}[-\u2010\u2011]\p{N}{1,8})(?![\p{L}\p{N}\-\u2010\u2011])/uy;

const hyphens = "\\-\\u2010\\u2011";
/** Words with a hyphen between them: "on-line", "Umsatzsteuer-Voranmeldung". */
const hyphenatedWords = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}${hyphens}])\\p{L}[\\p{L}\\p{M}]*(?:[${hyphens}]\\p{L}[\\p{L}\\p{M}]*){1,3}(?![\\p{L}\\p{M}\\p{N}${hyphens}])`,
  "gu",
);

const spaces = " \\u00a0\\u2009\\u202f";
const signs = `${hyphens}\\u2012\\u2013\\u2212./·•`;
/** Letters before a number that belong to it, such as those of a country. */
const prefix = "[A-Za-z]{1,4}";
const group = `(?:[A-Za-z]{0,4}\\d[\\dA-Za-z]*|[A-Z]{4}(?=[ \\u00a0]\\d)|(?<=[${hyphens}/])[A-Za-z]|X(?= ?[^ \\w]|$))`;
/** "(0)" of a number that is dialled from abroad without it. */
const between = `(?:[${spaces}]?\\(0\\)[${spaces}]?|[)]?[${spaces}]?[${signs}(]?[${spaces}]?)`;
/**
 * A number or name of several groups with signs or single spaces between them: an ISBN, a telephone
 * number, an IBAN, the number of an invoice.
 */
const grouped = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}]|[\\p{L}\\p{N}][${signs},])(?:(?<prefix>${prefix})(?<sign>[${signs}${spaces}]))?(?<abroad>\\+[${spaces}]?)?\\(?(?<first>[A-Za-z]{0,4}\\d[\\dA-Za-z]*)(?<rest>(?:${between}${group}){0,9})(?![\\p{L}\\p{M}\\p{N}]|[.,]\\p{N})`,
  "gu",
);
/** "M8 × 60", "10 x 20": a measure by a measure. */
const measures =
  /(?<![\p{L}\p{N}.,])(\p{Lu}{0,3}\d+(?:[.,]\d+)?)(?: ?[×✕] ?| [xX] )(\d+(?:[.,]\d+)?)(?:(?: ?[×✕] ?| [xX] )(\d+(?:[.,]\d+)?))?(?![\p{L}\p{N}]|[.,]\d)/gu;

const digits = /\d/g;
const onlyYears = /^(?:(?:19|20)\d\d)+$/;
const spacedThousands = /^\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+$/;
/** A number with fewer digits is a list of small ones more often than a name. */
const fewestDigits = 6;
/** No identifier is longer; an IBAN has up to 34 characters. */
const longestName = 34;

/**
 * The terms of what is written in several groups that people also write as one: words with hyphens
 * ("on-line": "online"), and identifiers, measures and numbers with signs or single spaces in them
 * ("978-0-306-40615-7", "DE89 3704 0044", "M8 × 60"). Their groups have terms of their own.
 *
 * @param use a query may have the letters of an identifier in lower case, and short ones
 */
export function joinedTerms(text: string, language: Language, use: TermUse, sink: TermSink): void {
  for (const { 0: found, index } of text.matchAll(hyphenatedWords)) {
    const joined = found.replace(/[-\u2010\u2011]/g, "");
    const named = withGreekLettersNamed(joined, language);
    for (const form of named === null ? [joined] : [joined, named]) {
      for (const term of stemsOf(form, language, use)) sink(term, index, index + found.length);
    }
  }
  if (!/\d/.test(text)) return;
  for (const { 0: found, 1: first, 2: second, 3: third, index } of text.matchAll(measures)) {
    const parts = [first, second, third].flatMap((part) => part ?? []);
    sink(fold(parts.join("x").replaceAll(",", ".")), index, index + found.length);
  }
  for (const match of text.matchAll(grouped)) identifier(match, language, use, sink);
}

function identifier(
  { 0: found, index, input, groups = {} }: RegExpExecArray,
  language: Language,
  use: TermUse,
  sink: TermSink,
): void {
  const { prefix: letters = "", sign = "", abroad, first = "", rest = "" } = groups;
  // One group alone is a word.
  if (rest === "" && letters === "") return;
  const end = index + found.length;
  const number = joinedGroups(first + rest);
  const count = number.match(digits)?.length ?? 0;
  if (number.length > longestName || onlyYears.test(number)) return;
  // A row of numbers.
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
    // A name of letters and digits is one however few its digits are: "A12-B7".
    if (isSpaced || rest === "" || isShort) return;
    if (/[a-z]/.test(number) && count >= 3) sink(number, start, end);
    return;
  }
  if (spacedThousands.test(first + rest) && mayPartThousandsBySpace(language)) return;
  sink(number, start, end);
  if (number.startsWith("00")) sink(number.slice(2), start, end);
  if (abroad === undefined) return;
  // At home a zero stands for the country, whose code has one to three digits.
  if (/^\d{1,3}$/.test(first)) sink(`0${number.slice(first.length)}`, start, end);
}

const anySpace = new RegExp(`[${spaces}]`);
const onlyDigits = /^(?:[a-z]{1,4})?\d+x?$/;
/** No IBAN is shorter. */
const shortestAccount = 15;
/** The country and the check digits of an IBAN. */
const account = /^[A-Z]{2}\d{2}$/;
const accountTyped = /^[A-Z]{2}\d{2}$/i;

/** Whether groups with spaces between them may be one name, and no row of words or decimals. */
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
