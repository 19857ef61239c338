import { slicer } from "../../core/yield-to-messages.js";
import { bestScores } from "./best-scores.js";
import { termCounts } from "./plain-terms.js";
import type { Postings, TermPostings } from "./postings.js";

/**
 * Ranks texts for a query, in slices of a few milliseconds; `isAsked` tells which may be found. Texts
 * without any of its words are not found. Throws the signal's reason.
 */
export type RankByWords = (
  query: string,
  limit: number,
  isAsked: (text: number) => boolean,
  signal: AbortSignal,
) => Promise<number[]>;

/** The constants of the usual baseline (Anserini's defaults). */
const k1 = 0.9;
const b = 0.4;

/**
 * BM25 (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework", with Lucene's inverse
 * document frequency, which is never negative). A term counts as often as it stands in the query.
 * Frequencies are those of all texts, whichever are asked.
 */
export function bm25(postings: Postings): RankByWords {
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
 * The cosine of TF-IDF vectors, with frequencies as they are and ln((1 + n) / (1 + df)) + 1
 * (scikit-learn's `TfidfVectorizer`): what the chunks of "Agentic Context Strategies" are ranked by.
 * The lengths of all vectors are worked out first. Throws the signal's reason.
 */
export async function tfIdf(postings: Postings, signal: AbortSignal): Promise<RankByWords> {
  const idf = ({ texts }: TermPostings) => Math.log((1 + postings.size) / (1 + texts.length)) + 1;
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
  term: TermPostings,
  occurrences: number,
  add: (text: number, score: number) => void,
) => void;

function ranking(postings: Postings, addTerm: AddTerm): RankByWords {
  return async (query, limit, isAsked, signal) => {
    const pause = slicer(signal);
    const scores = new Map<number, number>();
    const add = (text: number, score: number): void => {
      if (isAsked(text)) scores.set(text, (scores.get(text) ?? 0) + score);
    };
    for (const [term, occurrences] of termCounts(query)) {
      const found = postings.of(term);
      if (found) addTerm(found, occurrences, add);
      await pause();
    }
    return bestScores(scores, limit);
  };
}
