import { Index } from "flexsearch";
import type { AllOf } from "../query/index-query.js";
import { type Postings, slotBits, slotCount } from "./postings.js";

/** A term's postings: for each slot the numbers of the texts whose weight fell into it. */
export type TermPostings = readonly (readonly number[] | undefined)[];

/** Postings, and the number that their first text has in the index. */
export interface Numbered {
  readonly postings: Postings;
  readonly first: number;
}

const slotMask = slotCount - 1;

/** What is used of FlexSearch's index. */
interface TermListIndex {
  readonly map: Map<string, number[][]>;
  search(terms: readonly string[], options: { resolve: false }): { readonly result: TermPostings };
}

/**
 * FlexSearch as an impact-ordered index. Its map has for each term `resolution` slots with the texts
 * that hold it; here the slot is the quantised BM25 weight, so that reading a term's slots gives
 * every text with its weight. FlexSearch's own ranking is not used. What a document gives is put
 * right into the map: `add` takes text by text, with lists of terms made for each, which for a large
 * document are many times its postings, and `import` can be used only once.
 */
export class ImpactIndex {
  readonly #index: TermListIndex;

  constructor() {
    const options = {
      tokenize: "strict",
      resolution: slotCount,
      // Terms arrive as a list, stemmed already; the encoder has nothing left to do.
      encode: (terms: readonly string[]) => terms,
    };
    this.#index = new Index(options as object) as unknown as TermListIndex;
  }

  /** Adds the texts of one more document, whose numbers come after those of all before it. */
  add({ postings, first }: Numbered): void {
    const { map } = this.#index;
    forEachTerm(postings, (term, from, to) => {
      let slots = map.get(term);
      if (!slots) {
        slots = [];
        map.set(term, slots);
      }
      for (let index = from; index < to; index++) {
        const entry = postings.entries[index] ?? 0;
        const slot = entry & slotMask;
        const texts = slots[slot];
        if (texts) texts.push(first + (entry >>> slotBits));
        else slots[slot] = [first + (entry >>> slotBits)];
      }
    });
  }

  /** All terms, each once, in no order. */
  terms(): Iterable<string> {
    return this.#index.map.keys();
  }

  /** The postings of a term, or none. Not to be kept or changed. */
  get(term: string): TermPostings {
    // Many a run of words is no label; asking the map is faster than a search that finds nothing.
    if (!this.#index.map.has(term)) return [];
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

/** By text, 1 where it fulfils one of the alternatives. */
export function holders(
  index: ImpactIndex,
  texts: number,
  alternatives: readonly AllOf[],
): Uint8Array {
  const held = new Uint8Array(texts);
  for (const words of alternatives) {
    // How many of the words a text holds, counted in their order: a word adds where all before it are held.
    const counts = new Uint8Array(texts);
    words.forEach((terms, before) => {
      for (const term of terms) {
        for (const slot of index.get(term)) {
          for (const text of slot ?? []) if (counts[text] === before) counts[text] = before + 1;
        }
      }
    });
    for (let text = 0; text < texts; text++) if (counts[text] === words.length) held[text] = 1;
  }
  return held;
}
