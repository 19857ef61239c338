import type { Language } from "../core/language.js";
import { fold } from "./fold.js";
import { stemsOf } from "./stemming.js";
import {
  isCorrectable,
  type NearTerm,
  nearestFirst,
  shortestCorrected,
  type Vocabulary,
} from "./vocabulary.js";

const alphabets = [
  { of: /^[a-z]+$/, letters: "abcdefghijklmnopqrstuvwxyz" },
  { of: /^[а-яєіїґ]+$/, letters: "абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґ" },
  { of: /^[α-ω]+$/, letters: "αβγδεζηθικλμνξοπρστυφχψω" },
];

/** Longer runs of letters are no words, and have too many neighbours to try. */
const longestCorrected = 32;

/**
 * The terms that a mistyped word may be meant for, likeliest first. The terms nearest to the word's
 * stem are not enough: where the typo is in the ending, the stemmer does not know it ("depreciaton"
 * has no stem "depreci"), so the stem of every word one letter away is tried, too.
 *
 * @param frequency how much a term counts, such as the number of texts that hold it
 */
export function correctTypo(
  word: string,
  vocabulary: Vocabulary,
  languages: Iterable<Language>,
  limit: number,
  frequency: (term: string) => number,
): NearTerm[] {
  const folded = fold(word);
  if (folded.length < shortestCorrected || folded.length > longestCorrected) return [];
  if (!isCorrectable(folded)) return [];
  const distances = new Map<string, number>();
  const add = (term: string, distance: number): void => {
    distances.set(term, Math.min(distance, distances.get(term) ?? distance));
  };
  const variants = [...oneLetterAway(folded)];
  for (const language of languages) {
    const stems = stemsOf(word, language);
    for (const stem of stems) {
      for (const { term, distance } of vocabulary.nearest(stem, limit, frequency)) {
        add(term, distance);
      }
    }
    for (const variant of variants) {
      for (const stem of stemsOf(variant, language)) {
        if (stem.length > 2 && !stems.includes(stem) && vocabulary.has(stem)) add(stem, 1);
      }
    }
  }
  const found = [...distances].map(([term, distance]) => ({ term, distance }));
  return nearestFirst(found, frequency).slice(0, limit);
}

/** Every spelling with one letter more, less, changed, or swapped with its neighbour. */
function* oneLetterAway(word: string): Generator<string> {
  const letters = alphabets.find(({ of }) => of.test(word))?.letters ?? "";
  for (let index = 0; index <= word.length; index++) {
    const before = word.slice(0, index);
    const after = word.slice(index + 1);
    const here = word.charAt(index);
    if (here !== "") yield before + after;
    if (after !== "") yield before + after.charAt(0) + here + after.slice(1);
    for (const letter of letters) {
      if (here !== "" && letter !== here) yield before + letter + after;
      yield before + letter + here + after;
    }
  }
}
