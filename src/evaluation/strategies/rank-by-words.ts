import { stemmer } from "@orama/stemmers/english";
import { countsOf, slicer } from "../../core/index.js";

/**
 * Ranks texts for a query, in slices of a few milliseconds; `isAsked` says which may be found.
 * Texts without any of its words are not found. Throws the signal's reason.
 */
export type RankByWords = (
  query: string,
  limit: number,
  isWanted: (text: number) => boolean,
  signal: AbortSignal,
) => Promise<number[]>;

/** The constants of the usual baseline (Anserini's defaults). */
const k1 = 0.9;
const b = 0.4;

/**
 * BM25 (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework", with Lucene's inverse
 * document frequency, which is never negative). A repeated term of the query counts each time.
 * Frequencies are those of all texts, whichever are searched.
 */
export function bm25(postings: ChunkPostings): RankByWords {
  const { size, averageLength } = postings;
  return ranking(postings, ({ texts, counts }, occurrences, add) => {
    const idf = Math.log(1 + (size - texts.length + 0.5) / (texts.length + 0.5));
    texts.forEach((text, index) => {
      const frequency = counts[index] ?? 0;
      const length = postings.length(text) / averageLength;
      const weight = frequency / (frequency + k1 * (1 - b + b * length));
      add(text, occurrences * idf * weight);
    });
  });
}

/**
 * The cosine of TF-IDF vectors, with raw frequencies and ln((1 + n) / (1 + df)) + 1 (scikit-learn's
 * `TfidfVectorizer`), by which "Agentic Context Strategies" ranks chunks. The lengths of all
 * vectors are computed first. Throws the signal's reason.
 */
export async function tfIdf(postings: ChunkPostings, signal: AbortSignal): Promise<RankByWords> {
  const idf = ({ texts }: ChunkTermPostings) =>
    Math.log((1 + postings.size) / (1 + texts.length)) + 1;
  const squares = new Float64Array(postings.size);
  const pause = slicer(signal);
  for (const term of postings.all()) {
    const weight = idf(term);
    term.texts.forEach((text, index) => {
      squares[text] = (squares[text] ?? 0) + ((term.counts[index] ?? 0) * weight) ** 2;
    });
    await pause();
  }
  return ranking(postings, (term, occurrences, add) => {
    const weight = idf(term);
    term.texts.forEach((text, index) => {
      const norm = Math.sqrt(squares[text] ?? 1);
      add(text, (occurrences * weight * (term.counts[index] ?? 0) * weight) / norm);
    });
  });
}

type AddTerm = (
  term: ChunkTermPostings,
  occurrences: number,
  add: (text: number, score: number) => void,
) => void;

function ranking(postings: ChunkPostings, addTerm: AddTerm): RankByWords {
  return async (query, limit, isWanted, signal) => {
    const pause = slicer(signal);
    const scores = new Map<number, number>();
    const add = (text: number, score: number): void => {
      if (isWanted(text)) scores.set(text, (scores.get(text) ?? 0) + score);
    };
    for (const [term, occurrences] of countsOf(plainTerms(query))) {
      const found = postings.of(term);
      if (found) addTerm(found, occurrences, add);
      await pause();
    }
    return bestScores(scores, limit);
  };
}

/** Numbers of the best texts, best first; ties go to the lower number. */
export function bestScores(scores: Iterable<readonly [number, number]>, limit: number): number[] {
  const best: (readonly [text: number, score: number])[] = [];
  for (const entry of scores) {
    const last = best.at(-1);
    if (best.length >= limit && (!last || !isBetter(entry, last))) continue;
    let place = best.length;
    while (place > 0 && isBetter(entry, best[place - 1] ?? entry)) place--;
    best.splice(place, 0, entry);
    if (best.length > limit) best.pop();
  }
  return best.map(([text]) => text);
}

function isBetter(one: readonly [number, number], other: readonly [number, number]): boolean {
  return one[1] > other[1] || (one[1] === other[1] && one[0] < other[0]);
}

/** Lucene's 33 English stop words. */
const stopWords = new Set(
  "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with".split(
    " ",
  ),
);

/** Words whose stems are remembered at once. */
const maxRemembered = 200_000;
const stems = new Map<string, string>();

/**
 * The terms of a text in the usual baselines: letters and digits in lower case, English stop words
 * left out, stemmed (Porter).
 */
function plainTerms(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{Alpha}\p{N}]+/gu) ?? [];
  return words.filter((word) => !stopWords.has(word)).map(stemOf);
}

function stemOf(word: string): string {
  let stem = stems.get(word);
  if (stem === undefined) {
    stem = stemmer(word) || word;
    if (stems.size >= maxRemembered) stems.clear();
    stems.set(word, stem);
  }
  return stem;
}

/** The texts that contain a term: their numbers in order, and how often each has it. */
export interface ChunkTermPostings {
  readonly texts: readonly number[];
  readonly counts: readonly number[];
}

/** Which of many texts contain which terms: a plain yardstick. Texts are numbered from 0. */
export class ChunkPostings {
  readonly #terms = new Map<string, { texts: number[]; counts: number[] }>();
  readonly #lengths: number[] = [];
  #total = 0;

  add(text: string): void {
    const number = this.#lengths.length;
    let length = 0;
    for (const [term, count] of countsOf(plainTerms(text))) {
      length += count;
      const postings = this.#terms.get(term);
      if (postings) {
        postings.texts.push(number);
        postings.counts.push(count);
      } else {
        this.#terms.set(term, { texts: [number], counts: [count] });
      }
    }
    this.#lengths.push(length);
    this.#total += length;
  }

  get size(): number {
    return this.#lengths.length;
  }

  /** The number of terms of a text, with repetitions. */
  length(text: number): number {
    return this.#lengths[text] ?? 0;
  }

  get averageLength(): number {
    return this.#total / Math.max(1, this.size);
  }

  of(term: string): ChunkTermPostings | undefined {
    return this.#terms.get(term);
  }

  all(): Iterable<ChunkTermPostings> {
    return this.#terms.values();
  }
}
