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

/** What is used of FlexSearch's index. */
interface TermListIndex {
  readonly map: Map<string, number[][]>;
}

const none: TermPostings = [];

/** With more than these waiting, to look a term up in each takes longer than it is worth. */
const mostWaiting = 400;

/**
 * FlexSearch as an impact-ordered index. Its map has for each term `resolution` slots with the texts
 * that hold it; here the slot is the quantised BM25 weight, so that reading a term's slots gives
 * every text with its weight. FlexSearch's own ranking is not used. What a document gives is put
 * right into the map: `add` takes text by text, with lists of terms made for each, which for a large
 * document are many times its postings, and `import` can be used only once.
 *
 * To put all postings of a large collection there takes most of a second, in which nobody could search
 * it. So they wait as they are stored; a term's are put into the map when it is first asked for, and
 * the others by `merge`.
 */
export class ImpactIndex {
  readonly #index: TermListIndex;
  readonly #waiting: WaitingPostings[] = [];
  /** Terms of postings that wait which are in the map already: up to which of those that ever came. */
  readonly #ahead = new Map<string, number>();
  /** How many postings were merged. */
  #merged = 0;

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
  add(numbered: Numbered): void {
    this.#waiting.push(new WaitingPostings(numbered));
    if (this.#waiting.length > mostWaiting) this.#mergeAll();
  }

  /** Puts the postings of one document that waits into the map. Returns false if none does. */
  merge(): boolean {
    const next = this.#waiting.shift();
    if (!next) return false;
    const { map } = this.#index;
    this.#merged++;
    next.forEachTerm((term, from, to) => {
      if ((this.#ahead.get(term) ?? 0) < this.#merged) next.putInto(map, term, from, to);
    });
    if (this.#waiting.length === 0) this.#ahead.clear();
    return true;
  }

  /** All terms, each once, in no order. */
  terms(): Iterable<string> {
    this.#mergeAll();
    return this.#index.map.keys();
  }

  /** The postings of a term, or none. Not to be kept or changed. */
  get(term: string): TermPostings {
    this.#bring(term);
    // What a search of FlexSearch's for one term gives, without what it costs to prepare one.
    return this.#index.map.get(term) ?? none;
  }

  #mergeAll(): void {
    while (this.merge());
  }

  /** Puts what documents that wait have of a term into the map. */
  #bring(term: string): void {
    const all = this.#merged + this.#waiting.length;
    const from = Math.max(this.#merged, this.#ahead.get(term) ?? 0);
    if (from === all) return;
    for (let index = from; index < all; index++) {
      this.#waiting[index - this.#merged]?.find(term, this.#index.map);
    }
    this.#ahead.set(term, all);
  }
}

/** Postings of a document that are not in the map yet. */
class WaitingPostings {
  readonly #postings: Postings;
  readonly #first: number;
  /** Where each term begins in the text of all, and where one more would. */
  #starts: Uint32Array | null = null;

  constructor({ postings, first }: Numbered) {
    this.#postings = postings;
    this.#first = first;
  }

  forEachTerm(callback: (term: string, from: number, to: number) => void): void {
    const { terms, offsets } = this.#postings;
    if (terms === "") return;
    terms.split("\n").forEach((term, index) => {
      callback(term, offsets[index] ?? 0, offsets[index + 1] ?? 0);
    });
  }

  /** Puts what there is of a term into a map. */
  find(term: string, map: Map<string, number[][]>): void {
    const { terms, offsets } = this.#postings;
    this.#starts ??= startsOf(terms);
    const starts = this.#starts;
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = terms.slice(starts[middle], (starts[middle + 1] ?? 0) - 1);
      if (found === term) {
        this.putInto(map, term, offsets[middle] ?? 0, offsets[middle + 1] ?? 0);
        return;
      }
      if (found < term) low = middle + 1;
      else high = middle;
    }
  }

  /** Puts a term's entries into a map, after those of the documents before. */
  putInto(map: Map<string, number[][]>, term: string, from: number, to: number): void {
    let slots = map.get(term);
    if (!slots) {
      slots = [];
      map.set(term, slots);
    }
    const { entries } = this.#postings;
    for (let index = from; index < to; index++) {
      const entry = entries[index] ?? 0;
      const slot = entry & slotMask;
      const text = this.#first + (entry >>> slotBits);
      const texts = slots[slot];
      if (texts) texts.push(text);
      else slots[slot] = [text];
    }
  }
}

/** Where each of the terms begins that a text has one a line, and where one more would. */
function startsOf(terms: string): Uint32Array {
  if (terms === "") return new Uint32Array(1);
  const starts = [0];
  for (let end = terms.indexOf("\n"); end >= 0; end = terms.indexOf("\n", end + 1)) {
    starts.push(end + 1);
  }
  starts.push(terms.length + 1);
  return Uint32Array.from(starts);
}
