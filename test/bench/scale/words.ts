/**
 * A word for counting vocabulary: a run of letters and digits, in which digits may be separated by
 * dots or commas.
 */
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[.,]\p{N}+)*/gu;

/** Matches the words of a text, with their positions. */
export function wordsIn(text: string): Iterable<RegExpExecArray> {
  return text.matchAll(word);
}

/** Replaces every word of a text by the result of `replace`. */
export function replaceWords(text: string, replace: (found: string) => string): string {
  return text.replace(word, replace);
}

/** The size of a text's vocabulary after this many words. */
export interface VocabularyPoint {
  readonly words: number;
  readonly vocabulary: number;
}

/** Counts words, ignoring case, and tracks how their vocabulary grows. */
export class Vocabulary {
  /** Number of occurrences, by word. */
  readonly frequencies: Map<string, number> = new Map();
  /** The growth, recorded each time the text has become a tenth longer. */
  readonly growth: VocabularyPoint[] = [];
  #words = 0;
  #nextPoint = 1000;

  add(text: string): void {
    for (const [found] of wordsIn(text)) {
      const lower = found.toLowerCase();
      this.frequencies.set(lower, (this.frequencies.get(lower) ?? 0) + 1);
      this.#words++;
      if (this.#words < this.#nextPoint) continue;
      this.growth.push({ words: this.#words, vocabulary: this.size });
      this.#nextPoint = Math.ceil(this.#words * 1.1);
    }
  }

  /** Number of words, including repetitions. */
  get words(): number {
    return this.#words;
  }

  /** Number of distinct words. */
  get size(): number {
    return this.frequencies.size;
  }
}
