import { stemmer } from "@orama/stemmers/english";

/** Lucene's 33 English stop words. */
const stopWords = new Set(
  "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with".split(
    " ",
  ),
);

/** Words whose stems are remembered at once. */
const mostRemembered = 200_000;
const stems = new Map<string, string>();

/**
 * The terms of a text as the usual baselines take them: letters and digits in lower case, English
 * stop words left out, stemmed (Porter).
 */
function plainTerms(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !stopWords.has(word)).map(stemOf);
}

function stemOf(word: string): string {
  let stem = stems.get(word);
  if (stem === undefined) {
    stem = stemmer(word) || word;
    if (stems.size >= mostRemembered) stems.clear();
    stems.set(word, stem);
  }
  return stem;
}

/** How often each term occurs, in order of first occurrence. */
export function termCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of plainTerms(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
