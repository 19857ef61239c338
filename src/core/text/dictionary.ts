import { lazy } from "../lazy.js";
import { confusableStems } from "./confusable-stems.js";
import { fold } from "./fold.js";
import { stemsOf } from "./stems.js";

/** A misspelt word with more letters may have a word's stem: "writting". */
const shortWord = 7;
/** Minimum number of letters of the stem of a longer word, unless a regular ending follows it. */
const longStem = 6;
const endings = /^(?:(?:at)?ions?|ings?|ers?|ors?|e[ds]|s|al|able|ive|ly|ments?|ness)$/;

/** True for an English word that resembles others, so that it is not treated as a typo. */
export function isEnglishWord(word: string): boolean {
  const known = knownStems();
  const folded = fold(word);
  return stemsOf(folded, "en", "query").some(
    (stem) =>
      known.has(stem) &&
      (word.length <= shortWord ||
        stem.length >= longStem ||
        endings.test(folded.slice(stem.length))),
  );
}

const knownStems = lazy((): ReadonlySet<string> => {
  const found = new Set<string>();
  let last = "";
  for (const [, shared, rest = ""] of confusableStems.matchAll(/(\d)([a-z]+)/g)) {
    last = last.slice(0, Number(shared)) + rest;
    found.add(last);
  }
  return found;
});
