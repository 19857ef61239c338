import { ImpactIndex } from "./impact-index.js";
import { Numbers } from "./numbers.js";
import {
  countTerms,
  type ImpactOptions,
  type Postings,
  PostingsBuilder,
  slotBits,
  sumCounts,
} from "./postings.js";
import { queryTerms } from "./query.js";
import { best, type Scores, scoreTexts } from "./ranking.js";
import { termsVersion } from "./terms.js";

/** Raised whenever the same passages would give other postings. */
export const postingsVersion: number = 1 + termsVersion;

// What each constant does to recall stands in DESIGN.md, under "Ranking".
const passageOptions: ImpactOptions = { k1: 0.9, b: 0.4, referenceLength: 150 };
const pageOptions: ImpactOptions = { k1: 1.5, b: 0.75, referenceLength: 500 };
const nameOptions: ImpactOptions = { k1: 0.9, b: 0.4, referenceLength: 5 };
const openingOptions: ImpactOptions = { k1: 0.9, b: 0.4, referenceLength: 800 };

/** What a document gives to the index. Stored with it. */
export interface DocumentPostings {
  readonly passages: Postings;
  /** One text a page, also for pages without passages. */
  readonly pages: Postings;
  /** For each passage the index of its page. */
  readonly pageOfPassage: Uint32Array;
  /** One text: the path without the extension. */
  readonly name: Postings;
  /** One text: the first pages. */
  readonly opening: Postings;
}

/** A passage that was found. */
export interface RankedPassage {
  /** Number the document was added under. */
  readonly document: number;
  /** Index of the passage among the document's. */
  readonly passage: number;
  readonly score: number;
}

/** What a search found, best first. */
export interface Ranking {
  readonly passages: readonly RankedPassage[];
  /** Number of passages that hold at least one telling term of the query. */
  readonly matches: number;
  /** The terms of the query that counted; words too common to tell passages apart are left out. */
  readonly terms: readonly string[];
}

/** Collects what a document gives to the index, page by page. */
export class DocumentPostingsBuilder {
  readonly #passages = new PostingsBuilder(passageOptions);
  readonly #pages = new PostingsBuilder(pageOptions);
  readonly #pageOfPassage: number[] = [];
  #page = 0;

  /** Adds the next page: the texts of its passages, none for a page without text. */
  addPage(passages: readonly string[]): void {
    const counts = passages.map(countTerms);
    for (const passage of counts) {
      this.#passages.add(passage);
      this.#pageOfPassage.push(this.#page);
    }
    this.#pages.add(sumCounts(counts));
    this.#page++;
  }

  /**
   * @param name the path without the extension
   * @param opening text of the first pages
   */
  finish(name: string, opening: string): DocumentPostings {
    return {
      passages: this.#passages.finish(),
      pages: this.#pages.finish(),
      pageOfPassage: Uint32Array.from(this.#pageOfPassage),
      name: postingsOf(name, nameOptions),
      opening: postingsOf(opening, openingOptions),
    };
  }
}

function postingsOf(text: string, options: ImpactOptions): Postings {
  const builder = new PostingsBuilder(options);
  builder.add(countTerms(text));
  return builder.finish();
}

/** Where a document's texts are numbered. */
interface Place {
  readonly document: number;
  /** Number of its name and of its opening. */
  readonly slot: number;
  readonly firstPassage: number;
  readonly firstPage: number;
}

/**
 * The keyword index of a collection. A passage's score is the sum of four BM25 scores, each
 * relative to the best there is for the query: of the passage, of its page, of its document's name
 * and of its document's first pages.
 */
export class SearchIndex {
  readonly #passages = new ImpactIndex();
  readonly #pages = new ImpactIndex();
  readonly #names = new ImpactIndex();
  readonly #openings = new ImpactIndex();
  readonly #places: Place[] = [];
  readonly #placeOf = new Map<number, Place>();
  /** For each passage number the slot of its document, and the number of its page. */
  readonly #slotOfPassage = new Numbers();
  readonly #pageOfPassage = new Numbers();
  #pageCount = 0;

  /** Fills an empty index with all documents at once. */
  load(documents: Iterable<{ document: number; postings: DocumentPostings }>): void {
    const placed = [...documents].map(({ document, postings }) => ({
      postings,
      place: this.#place(document, postings),
    }));
    for (const { index, of, first } of this.#parts()) {
      index.load(
        placed.map(({ postings, place }) => ({ postings: of(postings), first: first(place) })),
      );
    }
  }

  /** Adds one more document. */
  add(document: number, postings: DocumentPostings): void {
    const place = this.#place(document, postings);
    for (const { index, of, first } of this.#parts()) {
      index.add({ postings: of(postings), first: first(place) });
    }
  }

  /** Whether a document was loaded or added. */
  has(document: number): boolean {
    return this.#placeOf.has(document);
  }

  /** Number of passages that take up room, those of documents no longer searched included. */
  get size(): number {
    return this.#slotOfPassage.length;
  }

  /**
   * The passages that answer a query best, among those of the given documents.
   *
   * @param documents numbers of the documents to search; others are passed over
   */
  search(query: string, limit: number, documents: ReadonlySet<number>): Ranking {
    const { words, joined } = queryTerms(query);
    const passages = scoreTexts(this.#passages, this.size, words);
    const pages = scoreTexts(this.#pages, this.#pageCount, words);
    const ofDocument = this.#documentScores(words, joined, documents);
    const slotOf = (passage: number) => this.#slotOfPassage.at(passage);
    const candidates = passages.touched.filter(
      (passage) => (ofDocument[slotOf(passage)] ?? -1) >= 0,
    );
    const ranked = best(
      candidates,
      limit,
      (passage) =>
        relative(passages, passage) +
        relative(pages, this.#pageOfPassage.at(passage)) +
        (ofDocument[slotOf(passage)] ?? 0),
      // By document and place in it, which do not depend on when the document was indexed.
      (passage) => {
        const { document, firstPassage } = this.#places[slotOf(passage)] as Place;
        return document * 2 ** 32 + passage - firstPassage;
      },
    );
    return {
      matches: candidates.length,
      terms: passages.terms,
      passages: ranked.map(({ candidate, score }) => {
        const { document, firstPassage } = this.#places[slotOf(candidate)] as Place;
        return { document, passage: candidate - firstPassage, score };
      }),
    };
  }

  /** By slot, the score of each document's name and opening; -1 for a document that is not searched. */
  #documentScores(
    words: readonly string[],
    joined: readonly string[],
    documents: ReadonlySet<number>,
  ): Float32Array {
    const names = scoreTexts(this.#names, this.#places.length, [...words, ...joined]);
    const openings = scoreTexts(this.#openings, this.#places.length, words);
    const scores = new Float32Array(this.#places.length).fill(-1);
    for (const document of documents) {
      const slot = this.#placeOf.get(document)?.slot;
      if (slot !== undefined) scores[slot] = relative(names, slot) + relative(openings, slot);
    }
    return scores;
  }

  #parts(): {
    index: ImpactIndex;
    of: (postings: DocumentPostings) => Postings;
    first: (place: Place) => number;
  }[] {
    return [
      {
        index: this.#passages,
        of: ({ passages }) => passages,
        first: (place) => place.firstPassage,
      },
      { index: this.#pages, of: ({ pages }) => pages, first: (place) => place.firstPage },
      { index: this.#names, of: ({ name }) => name, first: (place) => place.slot },
      { index: this.#openings, of: ({ opening }) => opening, first: (place) => place.slot },
    ];
  }

  #place(document: number, { passages, pages, pageOfPassage }: DocumentPostings): Place {
    const place: Place = {
      document,
      slot: this.#places.length,
      firstPassage: this.size,
      firstPage: this.#pageCount,
    };
    if (this.size + passages.texts >= 2 ** (32 - slotBits))
      throw new RangeError("Too many passages.");
    for (const page of pageOfPassage) {
      this.#slotOfPassage.push(place.slot);
      this.#pageOfPassage.push(this.#pageCount + page);
    }
    this.#pageCount += pages.texts;
    this.#places.push(place);
    this.#placeOf.set(document, place);
    return place;
  }
}

function relative({ of, greatest }: Scores, text: number): number {
  return greatest > 0 ? (of[text] ?? 0) / greatest : 0;
}
