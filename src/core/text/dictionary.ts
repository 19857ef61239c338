import { confusableStems } from "./confusable-stems.js";
import { fold } from "./fold.js";
import { stemsOf } from "./stems.js";

let stems: ReadonlySet<string> | null = null;

/**
 * Longer words are rarely one letter away from another, and a misspelt one may have a word's stem
 * ("writting").
 */
const longest = 7;

/** True for an English word that resembles others, so that it is not treated as a typo. */
export function isEnglishWord(word: string): boolean {
  if (word.length > longest) return false;
  stems ??= unpacked();
  const known = stems;
  return stemsOf(fold(word), "en", "query").some((stem) => known.has(stem));
}

function unpacked(): ReadonlySet<string> {
  const found = new Set<string>();
  let last = "";
  for (const [, shared, rest = ""] of confusableStems.matchAll(/(\d)([a-z]+)/g)) {
    last = last.slice(0, Number(shared)) + rest;
    found.add(last);
  }
  return found;
}
