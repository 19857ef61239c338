import type { Concept } from "../query/index-query.js";

/**
 * Inverse document frequency, always positive: ln(1 + (N - n + 0.5) / (n + 0.5)) for a term that
 * `holding` of `texts` texts hold. Robertson and Zaragoza 2009, with Lucene's 1 inside the logarithm.
 */
export function inverseDocumentFrequency(texts: number, holding: number): number {
  return Math.log(1 + (texts - holding + 0.5) / (holding + 0.5));
}

/** A concept of the query, and how many texts hold it. */
export interface HeldConcept {
  readonly concept: Concept;
  /** How many of the texts searched hold it. */
  readonly holding: number;
}

/** A word that more than this share of the texts hold, … */
const commonShare = 0.4;
/**
 * … and whose idf is below this share of the most telling word's, only costs time. A word that
 * counts less than once tells as much less.
 */
const tellingShare = 0.3;

/**
 * The words that texts hold, with what each is worth to a text: their occurrences in the query times
 * their idf, raised to `idfPower`. Words that nearly every text holds are left out beside telling ones.
 */
export function telling<Found extends HeldConcept>(
  found: readonly Found[],
  texts: number,
  idfPower: number,
): (Found & { readonly impact: number })[] {
  const held = found
    .filter(({ holding }) => holding > 0)
    .map((one) => ({ ...one, idf: inverseDocumentFrequency(texts, one.holding) }));
  const greatest = Math.max(
    ...held.map(({ concept, idf }) => Math.min(1, concept.occurrences) * idf),
  );
  return held
    .filter(({ holding, idf }) => holding <= texts * commonShare || idf >= greatest * tellingShare)
    .map((one) => ({ ...one, impact: one.concept.occurrences * one.idf ** idfPower }));
}

/** A word is rare when at most this many passages hold it, … */
const maxPassages = 3;
/** … and the rarest of the query's other words stands in so many times as many. */
const lead = 8;
/** In fewer passages than this, many an ordinary word is rare. */
const manyPassages = 2_000;

/** The words that are by far the rarest; one that is only meant says less than a word. */
export function rarest<Found extends HeldConcept>(found: readonly Found[]): Found[] {
  const next = Math.min(
    ...found.map(({ holding }) => holding).filter((holding) => holding > maxPassages),
  );
  return found.filter(
    ({ holding, concept }) =>
      concept.occurrences >= 1 && holding <= maxPassages && holding * lead <= next,
  );
}

/** What a passage gains that holds such a word, where so many passages are searched. */
export function rareGain(passages: number): number {
  return passages >= manyPassages ? 10 : 2;
}

/** A name earns its whole share with this part of what a word is worth that no other name has. */
export const tellingName = 0.5;
/** Labels of rows earn their whole share with this part of what a word is worth that one passage has, … */
export const tellingLabel = 0.5;
/** … and with this part of what the best passage has for its words: a small part of a question tells less. */
export const tellingPart = 0.5;
