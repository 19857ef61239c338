import type { Language } from "../../core/index.js";
import type { DocumentPostings } from "./document-postings.js";
import { slotBits } from "./postings.js";
import type { Population } from "./ranking.js";

export interface PassagePlace {
  readonly document: number;
  /** Number of its name and of its opening. */
  readonly slot: number;
  readonly firstPassage: number;
  readonly firstPage: number;
  readonly passages: number;
  readonly pages: number;
  readonly language: Language;
  /** The terms of running headers, footers and page numbers, which may be on any page. */
  readonly margins: readonly string[];
  /** The share of numbers among the words of each passage, scaled to 255. */
  readonly numbers: Uint8Array;
  /** The approximate number of its terms that the index does not contain. */
  readonly leftOut: number;
}

/** The documents of a search: their slots, and the numbers of their texts. */
export interface Scope {
  /** By slot, 1 for a document to search. */
  readonly slots: Uint8Array;
  readonly documents: number;
  readonly passages: number;
  readonly pages: number;
  /** The languages that its documents were indexed in, English for those that were not. */
  readonly languages: ReadonlySet<Language>;
}

/** Numbers the texts of documents in order of arrival: passages, pages, and document slots. */
export class Places {
  readonly #places: PassagePlace[] = [];
  readonly #placeOf = new Map<number, PassagePlace>();
  /** For each passage, the slot of its document and the number of its page. */
  readonly #slotOfPassage = new Numbers();
  readonly #pageOfPassage = new Numbers();
  #pages = 0;

  add(document: number, postings: DocumentPostings): PassagePlace {
    const { passages, pages, pageOfPassage, numbers, language, margins, leftOut = 0 } = postings;
    const place: PassagePlace = {
      document,
      slot: this.#places.length,
      firstPassage: this.passages,
      firstPage: this.#pages,
      passages: passages.texts,
      pages: pages.texts,
      language,
      margins,
      numbers,
      leftOut,
    };
    if (this.passages + passages.texts >= 2 ** (32 - slotBits))
      throw new RangeError("Too many passages.");
    this.#slotOfPassage.grow(pageOfPassage.length).fill(place.slot);
    this.#pageOfPassage
      .grow(pageOfPassage.length)
      .set(pageOfPassage.map((page) => place.firstPage + page));
    this.#pages += pages.texts;
    this.#places.push(place);
    this.#placeOf.set(document, place);
    return place;
  }

  /** All documents, by slot. */
  get all(): readonly PassagePlace[] {
    return this.#places;
  }

  get passages(): number {
    return this.#slotOfPassage.length;
  }

  of(document: number): PassagePlace | undefined {
    return this.#placeOf.get(document);
  }

  ofPassage(passage: number): PassagePlace {
    return this.#places[this.#slotOfPassage.at(passage)] as PassagePlace;
  }

  /** For each passage, the number of its page; longer than there are passages. */
  get pagesOfPassages(): Uint32Array {
    return this.#pageOfPassage.values;
  }

  /** The number of a passage's page. */
  pageOf(passage: number): number {
    return this.#pageOfPassage.at(passage);
  }

  scope(documents: ReadonlySet<number>): Scope {
    const slots = new Uint8Array(this.#places.length);
    const counts = { documents: 0, passages: 0, pages: 0 };
    const languages = new Set<Language>();
    for (const document of documents) {
      const place = this.#placeOf.get(document);
      languages.add(place?.language ?? "en");
      if (!place) continue;
      slots[place.slot] = 1;
      counts.documents++;
      counts.passages += place.passages;
      counts.pages += place.pages;
    }
    return { slots, ...counts, languages };
  }

  /**
   * The texts of one kind in a scope.
   *
   * @param scoped whether to compute idf over the scope; otherwise over all texts
   */
  population(scope: Scope, kind: "documents" | "pages" | "passages", scoped: boolean): Population {
    const { slots } = scope;
    const size = {
      documents: this.#places.length,
      pages: this.#pages,
      passages: this.passages,
    }[kind];
    if (!scoped || scope.documents === this.#places.length) {
      return { size, texts: size, runs: [{ start: 0, end: size }], isAll: true };
    }
    const runs: { start: number; end: number }[] = [];
    for (const { slot, firstPassage, passages, firstPage, pages } of this.#places) {
      if (slots[slot] !== 1) continue;
      const [start, count] = {
        documents: [slot, 1] as const,
        pages: [firstPage, pages] as const,
        passages: [firstPassage, passages] as const,
      }[kind];
      const last = runs.at(-1);
      // Texts are numbered in document order.
      if (last && last.end === start) last.end += count;
      else if (count > 0) runs.push({ start, end: start + count });
    }
    return { size, texts: scope[kind], runs, isAll: false };
  }
}

/** A growing list of integers from 0 to 2³² - 1, four bytes each. */
class Numbers {
  #values = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Adds numbers, which the caller writes into the returned array. */
  grow(count: number): Uint32Array {
    const start = this.#length;
    this.#length += count;
    if (this.#length > this.#values.length) {
      const larger = new Uint32Array(Math.max(this.#length, this.#values.length * 2));
      larger.set(this.#values);
      this.#values = larger;
    }
    return this.#values.subarray(start, this.#length);
  }

  /** All numbers, followed by zeros. */
  get values(): Uint32Array {
    return this.#values;
  }

  /** The number at an index; 0 beyond the end. */
  at(index: number): number {
    return this.#values[index] ?? 0;
  }
}
