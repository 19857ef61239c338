import { stemmer } from "@orama/stemmers/english";

/** The constants of the standard baseline (Anserini's defaults). */
const k1 = 0.9;
const b = 0.4;

/** Lucene's 33 English stop words. */
const stopWords = new Set(
  "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with".split(
    " ",
  ),
);

/**
 * Plain BM25 over whole documents, as a baseline: lower-cased letters and digits, stop words
 * removed, stemmed, with exact lengths and frequencies. Repeated query words count each time. Ties
 * keep insertion order.
 */
export class PlainBm25 {
  readonly #frequencies: Map<string, number>[] = [];
  readonly #lengths: number[] = [];
  readonly #documentsWith = new Map<string, number[]>();

  add(text: string): void {
    const terms = plainTerms(text);
    const frequencies = counts(terms);
    for (const term of frequencies.keys()) {
      const documents = this.#documentsWith.get(term);
      if (documents) documents.push(this.#lengths.length);
      else this.#documentsWith.set(term, [this.#lengths.length]);
    }
    this.#frequencies.push(frequencies);
    this.#lengths.push(terms.length);
  }

  /** Indexes of the best documents, in insertion order numbering. */
  search(query: string, limit: number): number[] {
    const total = this.#lengths.length;
    const average = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, total);
    const scores = new Map<number, number>();
    for (const [term, occurrences] of counts(plainTerms(query))) {
      const holding = this.#documentsWith.get(term) ?? [];
      const idf = Math.log(1 + (total - holding.length + 0.5) / (holding.length + 0.5));
      for (const document of holding) {
        const frequency = this.#frequencies[document]?.get(term) ?? 0;
        const length = (this.#lengths[document] ?? 0) / average;
        const weight = frequency / (frequency + k1 * (1 - b + b * length));
        scores.set(document, (scores.get(document) ?? 0) + occurrences * idf * weight);
      }
    }
    const ranked = [...scores].sort(([a, left], [c, right]) => right - left || a - c);
    return ranked.slice(0, limit).map(([document]) => document);
  }
}

function plainTerms(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !stopWords.has(word)).map((word) => stemmer(word) || word);
}

function counts(terms: readonly string[]): Map<string, number> {
  const result = new Map<string, number>();
  for (const term of terms) result.set(term, (result.get(term) ?? 0) + 1);
  return result;
}
