import { seededRandom } from "../seeded-random.js";
import { Vocabulary, wordsIn } from "./words.js";

export interface QuerySet {
  readonly terms: number;
  readonly queries: readonly string[];
}

/** A range of ranks in a text's vocabulary, most frequent first. */
type Band = readonly [from: number, to: number];

// Skips the most frequent words, the function words, which nobody searches for on their own.
const frequent: Band = [30, 500];
const middling: Band = [500, 5_000];
const rare: Band = [5_000, Number.POSITIVE_INFINITY];

const seed = 1_592;

/**
 * Draws `count` queries of each length from a text. One term: a frequent, a medium and a rare word
 * in turn. Four terms: one frequent, two medium and one rare word. Twenty terms: consecutive words
 * of the text, including function words, as when a question is a sentence.
 */
export function drawQueries(paragraphs: readonly string[], count: number): QuerySet[] {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const words = wordsByFrequency(paragraphs);
  const wordOf = ([from, to]: Band): string => {
    // A short text has no words in the rarer bands, so its rarest words are used instead.
    const end = Math.max(1, Math.min(to, words.length));
    const start = Math.min(from, end - 1);
    return words[start + below(end - start)] ?? "";
  };
  const run = (length: number): string => {
    const all = [...wordsIn(paragraphs[below(paragraphs.length)] ?? "")].map(([word]) => word);
    const start = below(Math.max(1, all.length - length));
    return all.slice(start, start + length).join(" ");
  };
  const queries = (terms: number, query: (index: number) => string): QuerySet => {
    return { terms, queries: Array.from({ length: count }, (_, index) => query(index)) };
  };
  return [
    queries(1, (index) => wordOf([frequent, middling, rare][index % 3] ?? rare)),
    queries(4, () => [frequent, middling, middling, rare].map(wordOf).join(" ")),
    queries(20, () => run(20)),
  ];
}

/** The words of three or more letters without digits, most frequent first. */
function wordsByFrequency(paragraphs: readonly string[]): string[] {
  const vocabulary = new Vocabulary();
  for (const paragraph of paragraphs) vocabulary.add(paragraph);
  return [...vocabulary.frequencies]
    .filter(([word]) => /^\p{L}{3,}$/u.test(word))
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([word]) => word);
}
