import { fold, type QueryWord, questionFunctionWords, type Span } from "../../core/index.js";
import type { SearchIndex, TranslatedQuery, WordVariant } from "../../search/index.js";

/** Scripts whose words can also be found by pairs of characters. */
const foundByPairs =
  /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A word counts as found if found pairs make up this share of its characters. */
const foundShare = 0.5;

/**
 * The words of a query that no document in scope contains: not as typed, in another form, in a
 * compound, as a synonym, or by pairs of characters. Function words of the question's language do
 * not count as missing.
 */
export function missingWords(
  typed: string,
  { words, variants, identifiers }: TranslatedQuery,
  index: Pick<SearchIndex, "isHeld" | "together">,
  scope: ReadonlySet<number>,
): string[] {
  const isHeld = (terms: readonly string[]) => terms.some((term) => index.isHeld(term, scope));
  // Hardly ever needed: most questions have no other words than the documents.
  let grammar: ReadonlySet<string> | null = null;
  const isGrammar = ({ text }: QueryWord): boolean => {
    grammar ??= questionFunctionWords(typed);
    return grammar.has(fold(text));
  };
  const held = words.filter(({ terms }) => isHeld(terms));
  const isFound = ({ words: all }: WordVariant): boolean =>
    all.length === 1 ? isHeld(all[0] ?? []) : index.together(all, scope, 1).length > 0;
  const lacking = words.filter(
    (word) =>
      !held.includes(word) &&
      !isGrammar(word) &&
      !held.some((whole) => contains(whole, word)) &&
      !variants.some((variant) => contains(variant, word) && isFound(variant)) &&
      !(foundByPairs.test(word.text) && heldShare(word, held) >= foundShare),
  );
  // An identifier that lacks a group is reported as a whole; identifiers contain no spaces.
  const names = identifiers.filter(({ text }) => !/\s/.test(text));
  const named = lacking.map((word) => names.find((name) => contains(name, word)) ?? word);
  return [...new Set(named)]
    .filter((word) => !named.some((whole) => whole !== word && contains(whole, word)))
    .map(({ text }) => text);
}

function contains(whole: Span, { start, end }: Span): boolean {
  return whole.start <= start && end <= whole.end;
}

/** The share of a word's characters that are covered by words that documents have. */
function heldShare(word: QueryWord, held: readonly QueryWord[]): number {
  let count = 0;
  for (let at = word.start; at < word.end; at++) {
    if (held.some(({ start, end }) => start <= at && at < end)) count++;
  }
  return count / (word.end - word.start);
}
