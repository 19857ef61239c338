import type { QueryWord, Span } from "../../core/index.js";
import type { SearchIndex, TranslatedQuery, WordVariant } from "../../search/index.js";

/** Scripts whose words are also found by pairs of their characters. */
const foundByPairs =
  /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A word is found by its pairs where they make up this share of it. */
const foundShare = 0.5;

/**
 * The words of a query that no document in scope has: neither as they are typed nor in another form,
 * in a compound, by another name, or by the pairs of their characters.
 */
export function missingWords(
  { words, variants, identifiers }: TranslatedQuery,
  index: Pick<SearchIndex, "isHeld" | "together">,
  scope: ReadonlySet<number>,
): string[] {
  const isHeld = (terms: readonly string[]) => terms.some((term) => index.isHeld(term, scope));
  const held = words.filter(({ terms }) => isHeld(terms));
  const isFound = ({ words: all }: WordVariant): boolean =>
    all.length === 1 ? isHeld(all[0] ?? []) : index.together(all, scope, 1).length > 0;
  const lacking = words.filter(
    (word) =>
      !held.includes(word) &&
      !held.some((whole) => contains(whole, word)) &&
      !variants.some((variant) => contains(variant, word) && isFound(variant)) &&
      !(foundByPairs.test(word.text) && heldShare(word, held) >= foundShare),
  );
  // An identifier of which a group is nowhere is named as a whole; single words with spaces are not one.
  const names = identifiers.filter(({ text }) => !/\s/.test(text));
  const named = lacking.map((word) => names.find((name) => contains(name, word)) ?? word);
  return [...new Set(named)]
    .filter((word) => !named.some((whole) => whole !== word && contains(whole, word)))
    .map(({ text }) => text);
}

function contains(whole: Span, { start, end }: Span): boolean {
  return whole.start <= start && end <= whole.end;
}

/** The share of a word's characters that other words have which are held. */
function heldShare(word: QueryWord, held: readonly QueryWord[]): number {
  let count = 0;
  for (let at = word.start; at < word.end; at++) {
    if (held.some(({ start, end }) => start <= at && at < end)) count++;
  }
  return count / (word.end - word.start);
}
