import { Index } from "flexsearch";
import { type Postings, slotBits, slotCount } from "./postings.js";

/** A term's postings: for each slot the numbers of the texts whose weight fell into it. */
export type TermPostings = readonly (readonly number[] | undefined)[];

/** Postings, and the number that their first text has in the index. */
export interface Numbered {
  readonly postings: Postings;
  readonly first: number;
}

const slotMask = slotCount - 1;

/** What is used of FlexSearch's index. Its declarations leave out that content may be a list of terms. */
interface TermListIndex {
  readonly map: ReadonlyMap<string, TermPostings>;
  add(id: number, terms: readonly string[]): unknown;
  search(terms: readonly string[], options: { resolve: false }): { readonly result: TermPostings };
  import(key: "map", data: readonly (readonly [string, number[][]])[]): void;
}

/**
 * FlexSearch as an impact-ordered index. Its `score` hook decides which of `resolution` slots a
 * term of a text goes to; here the slot is the quantised BM25 weight, so that reading a term's
 * slots gives every text with its weight. FlexSearch's own ranking is not used.
 */
export class ImpactIndex {
  readonly #index: TermListIndex;
  /** Slots of the terms of the text that is being added, for the score hook. */
  #slots: readonly number[] = [];

  constructor() {
    const options = {
      tokenize: "strict",
      resolution: slotCount,
      // Terms arrive as a list, stemmed already; the encoder has nothing left to do.
      encode: (terms: readonly string[]) => terms,
      score: (_content: unknown, _term: unknown, position: number) => this.#slots[position] ?? 0,
    };
    this.#index = new Index(options as object) as unknown as TermListIndex;
  }

  /**
   * Fills an empty index at once. (FlexSearch's `import` replaces the postings of terms it knows,
   * so it can be used only once; what comes later goes through `add`.)
   */
  load(parts: readonly Numbered[]): void {
    const merged = new Map<string, number[][]>();
    for (const { postings, first } of parts) {
      forEachTerm(postings, (term, from, to) => {
        const slots = merged.get(term) ?? [];
        merged.set(term, slots);
        for (let index = from; index < to; index++) {
          const entry = postings.entries[index] ?? 0;
          const slot = entry & slotMask;
          const texts = slots[slot];
          if (texts) texts.push(first + (entry >>> slotBits));
          else slots[slot] = [first + (entry >>> slotBits)];
        }
      });
    }
    this.#index.import("map", [...merged]);
  }

  /** Adds the texts of one more document. */
  add({ postings, first }: Numbered): void {
    const terms: string[][] = Array.from({ length: postings.texts }, () => []);
    const slots: number[][] = Array.from({ length: postings.texts }, () => []);
    forEachTerm(postings, (term, from, to) => {
      for (let index = from; index < to; index++) {
        const entry = postings.entries[index] ?? 0;
        terms[entry >>> slotBits]?.push(term);
        slots[entry >>> slotBits]?.push(entry & slotMask);
      }
    });
    for (let text = 0; text < postings.texts; text++) {
      this.#slots = slots[text] ?? [];
      this.#index.add(first + text, terms[text] ?? []);
    }
  }

  /** All terms, each once, in no order. */
  terms(): Iterable<string> {
    return this.#index.map.keys();
  }

  /** The postings of a term, or none. Not to be kept or changed. */
  get(term: string): TermPostings {
    return this.#index.search([term], { resolve: false }).result;
  }
}

function forEachTerm(
  { terms, offsets }: Postings,
  callback: (term: string, from: number, to: number) => void,
): void {
  if (terms === "") return;
  terms.split("\n").forEach((term, index) => {
    callback(term, offsets[index] ?? 0, offsets[index + 1] ?? 0);
  });
}
