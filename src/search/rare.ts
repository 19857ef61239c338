import type { FoundConcept } from "./ranking.js";

/** A word is rare when at most this many passages hold it, … */
const mostPassages = 3;
/** … and the rarest of the query's other words stands in so many times as many. */
const lead = 8;
/** In fewer passages than this, many an ordinary word is rare. */
const manyPassages = 2_000;

/** What passages gain that hold a rare word of a query. */
export interface RareWord {
  readonly passages: readonly number[];
  readonly gain: number;
}

/**
 * The words of a query that are by far its rarest: most likely what the question is about ("What is
 * a qersu, and how does the company …"). Where there are many passages, those that hold one come
 * before all others; where there are few, they gain about as much as passage and page can give.
 *
 * @param passages how many passages are searched
 */
export function rareWords(found: readonly FoundConcept[], passages: number): RareWord[] {
  // A prefix, a word in several languages, or one that is only meant says less than a word.
  const single = found.filter(
    ({ postings, concept }) => postings.length === 1 && concept.occurrences >= 1,
  );
  const next = Math.min(
    ...found.map(({ holding }) => holding).filter((holding) => holding > mostPassages),
  );
  return single
    .filter(({ holding }) => holding <= mostPassages && holding * lead <= next)
    .map(({ postings }) => ({
      passages: (postings[0] ?? []).flatMap((slot) => slot ?? []),
      gain: passages >= manyPassages ? 10 : 2,
    }));
}
