import { termCounts } from "./plain-terms.js";

/** The texts that hold a term: their numbers in order, and how often each has it. */
export interface TermPostings {
  readonly texts: readonly number[];
  readonly counts: readonly number[];
}

/** Which of many texts hold which terms, written out plainly as a yardstick. Texts are numbered from 0. */
export class Postings {
  readonly #terms = new Map<string, { texts: number[]; counts: number[] }>();
  readonly #lengths: number[] = [];
  #total = 0;

  add(text: string): void {
    const number = this.#lengths.length;
    let length = 0;
    for (const [term, count] of termCounts(text)) {
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

  /** How many texts there are. */
  get size(): number {
    return this.#lengths.length;
  }

  /** Terms of a text, each as often as it occurs. */
  length(text: number): number {
    return this.#lengths[text] ?? 0;
  }

  get averageLength(): number {
    return this.#total / Math.max(1, this.size);
  }

  of(term: string): TermPostings | undefined {
    return this.#terms.get(term);
  }

  all(): Iterable<TermPostings> {
    return this.#terms.values();
  }
}
