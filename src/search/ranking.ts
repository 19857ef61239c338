import type { ImpactIndex, TermPostings } from "./impact-index.js";
import { slotCount, weightOf } from "./postings.js";

const weights = Float32Array.from({ length: slotCount }, (_, slot) => weightOf(slot));

/**
 * Inverse document frequency, always positive: ln(1 + (N - n + 0.5) / (n + 0.5)) for a term that
 * `holding` of `texts` texts hold. Robertson and Zaragoza 2009, with Lucene's 1 inside the logarithm.
 */
export function inverseDocumentFrequency(texts: number, holding: number): number {
  return Math.log(1 + (texts - holding + 0.5) / (holding + 0.5));
}

/** Scores of texts for one query, kept sparse: only `touched` texts have one. */
export interface Scores {
  readonly of: Float32Array;
  /** Numbers of the texts with a score, in no order. */
  readonly touched: number[];
  /** The greatest score, 0 when no text has one. */
  readonly greatest: number;
  /** The terms that counted. */
  readonly terms: readonly string[];
}

/** A term that more than this share of the texts hold, … */
const commonShare = 0.4;
/** … and whose idf is below this share of the most telling term's, only costs time. */
const tellingShare = 0.3;

/**
 * Idf is raised to this power: questions hold rare words that say nothing of what is asked
 * ("judgments", "primarily"), which would otherwise outweigh the rest.
 */
const idfPower = 0.75;

/**
 * BM25 scores of the texts of an index for the terms of a query: for each occurrence of a term in
 * the query its damped idf times the text's quantised term weight. Words that nearly every text
 * holds are left out beside telling ones.
 *
 * @param texts how many texts the index numbers
 */
export function scoreTexts(index: ImpactIndex, texts: number, terms: readonly string[]): Scores {
  const found = [...countOccurrences(terms)].flatMap(([term, occurrences]) => {
    const postings = index.get(term);
    const holding = countTexts(postings);
    const idf = inverseDocumentFrequency(texts, holding);
    return holding > 0 ? [{ term, occurrences, postings, holding, idf }] : [];
  });
  const greatestIdf = Math.max(...found.map(({ idf }) => idf));
  const counted = found.filter(
    ({ holding, idf }) => holding <= texts * commonShare || idf >= greatestIdf * tellingShare,
  );
  const scores = new Float32Array(texts);
  const touched: number[] = [];
  for (const { postings, idf, occurrences } of counted) {
    const termImpact = occurrences * idf ** idfPower;
    for (let slot = 0; slot < postings.length; slot++) {
      const members = postings[slot];
      if (!members) continue;
      const impact = termImpact * (weights[slot] ?? 0);
      for (const text of members) {
        const before = scores[text] ?? 0;
        if (before === 0) touched.push(text);
        scores[text] = before + impact;
      }
    }
  }
  let greatest = 0;
  for (const text of touched) greatest = Math.max(greatest, scores[text] ?? 0);
  return { of: scores, touched, greatest, terms: counted.map(({ term }) => term) };
}

function countOccurrences(terms: readonly string[]): Map<string, number> {
  const occurrences = new Map<string, number>();
  for (const term of terms) occurrences.set(term, (occurrences.get(term) ?? 0) + 1);
  return occurrences;
}

function countTexts(postings: TermPostings): number {
  let texts = 0;
  for (const members of postings) texts += members?.length ?? 0;
  return texts;
}

/** A candidate with its score. */
interface Ranked {
  readonly candidate: number;
  readonly score: number;
}

/** The `limit` candidates of greatest score, best first; those of equal score by `order`. */
export function best(
  candidates: Iterable<number>,
  limit: number,
  score: (candidate: number) => number,
  order: (candidate: number) => number,
): Ranked[] {
  const precedes = (a: Ranked, b: Ranked): boolean =>
    a.score > b.score || (a.score === b.score && order(a.candidate) < order(b.candidate));
  // A sorted list of at most `limit`; nearly every candidate fails the comparison with its last.
  const kept: Ranked[] = [];
  for (const candidate of candidates) {
    const entry = { candidate, score: score(candidate) };
    const last = kept.at(-1);
    if (kept.length >= limit && last && !precedes(entry, last)) continue;
    let position = kept.length;
    while (position > 0 && precedes(entry, kept[position - 1] as Ranked)) position--;
    kept.splice(position, 0, entry);
    if (kept.length > limit) kept.pop();
  }
  return kept;
}
