import type { FoundConcept } from "./ranking.js";

/** A word is rare when at most this many passages hold it, … */
const mostPassages = 3;
/** … and the query's next rarest word stands in so many times as many. */
const lead = 8;
/** In fewer passages than this, many an ordinary word is rare. */
const manyPassages = 2_000;

/** What passages gain that hold the rare word of a query. */
export interface RareWord {
  readonly passages: readonly number[];
  readonly gain: number;
}

/**
 * The one word of a query that is by far its rarest, if there is one: most likely what the question
 * is about ("What is a qersu, and how does the company …"). Where there are many passages, those
 * that hold it come before all others; where there are few, they gain about as much as the best
 * passage has.
 *
 * @param passages how many passages are searched
 */
export function rareWord(found: readonly FoundConcept[], passages: number): RareWord | null {
  const [rarest, next] = [...found].sort((a, b) => a.holding - b.holding);
  if (!rarest || rarest.holding > mostPassages) return null;
  // A prefix or a word in several languages says less than one word.
  if (rarest.postings.length > 1) return null;
  if (next && next.holding < lead * rarest.holding) return null;
  const holding = (rarest.postings[0] ?? []).flatMap((slot) => slot ?? []);
  return { passages: holding, gain: passages >= manyPassages ? 10 : 2 };
}
