import { ImpactIndex } from "./impact-index.js";
import { type ImpactOptions, type Postings, PostingsBuilder, slotBits } from "./postings.js";
import { best, scoreTexts } from "./ranking.js";
import { termsOf, termsVersion } from "./terms.js";

/** Raised whenever the same passages would give other postings. */
export const postingsVersion: number = termsVersion;

/** BM25 over passages; k1 and b are Anserini's defaults for passages. */
const passageOptions: ImpactOptions = { k1: 0.9, b: 0.4, referenceLength: 150 };
/** BM25 over titles with file names. */
const titleOptions: ImpactOptions = { k1: 0.9, b: 0.4, referenceLength: 10 };
/** BM25 over the first two pages of documents. */
const openingOptions: ImpactOptions = { k1: 0.9, b: 0.4, referenceLength: 800 };

/** Shares of the document-level score, relative to the best passage's score of 1. */
const titleShare = 1;
const openingShare = 0.5;

/** What a document gives to the index. Stored with it. */
export interface DocumentPostings {
  readonly passages: Postings;
  /** One text: the title and the file's name. */
  readonly title: Postings;
  /** One text: the first two pages. */
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

/** Collects what a document gives to the index, passage by passage. */
export class DocumentPostingsBuilder {
  readonly #passages = new PostingsBuilder(passageOptions);

  addPassage(text: string): void {
    this.#passages.add(text);
  }

  /** @param title title and file name @param opening text of the first two pages */
  finish(title: string, opening: string): DocumentPostings {
    const single = (text: string, options: ImpactOptions): Postings => {
      const builder = new PostingsBuilder(options);
      builder.add(text);
      return builder.finish();
    };
    return {
      passages: this.#passages.finish(),
      title: single(title, titleOptions),
      opening: single(opening, openingOptions),
    };
  }
}

interface Slot {
  readonly document: number;
  readonly firstPassage: number;
  readonly passages: number;
}

/**
 * The keyword index of a collection. Passages are ranked by BM25, to which the document's own
 * score is added: how well its title and file name (weight 1) and its first two pages (weight
 * 0.5) answer the query, each relative to the best document's.
 */
export class SearchIndex {
  readonly #passages = new ImpactIndex();
  readonly #titles = new ImpactIndex();
  readonly #openings = new ImpactIndex();
  readonly #slots: Slot[] = [];
  readonly #slotOf = new Map<number, number>();
  /** For each passage number the slot of its document. */
  #slotOfPassage = new Uint32Array(1024);
  #passageCount = 0;

  /** Fills an empty index with all documents at once. */
  load(documents: Iterable<{ document: number; postings: DocumentPostings }>): void {
    const numbered = [...documents].map(({ document, postings }) => ({
      postings,
      ...this.#place(document, postings),
    }));
    this.#passages.load(
      numbered.map(({ postings, firstPassage }) => ({
        postings: postings.passages,
        first: firstPassage,
      })),
    );
    this.#titles.load(
      numbered.map(({ postings, slot }) => ({ postings: postings.title, first: slot })),
    );
    this.#openings.load(
      numbered.map(({ postings, slot }) => ({ postings: postings.opening, first: slot })),
    );
  }

  /** Adds one more document. */
  add(document: number, postings: DocumentPostings): void {
    const { slot, firstPassage } = this.#place(document, postings);
    this.#passages.add({ postings: postings.passages, first: firstPassage });
    this.#titles.add({ postings: postings.title, first: slot });
    this.#openings.add({ postings: postings.opening, first: slot });
  }

  /** Whether a document was loaded or added. */
  has(document: number): boolean {
    return this.#slotOf.has(document);
  }

  /** Number of passages that take up room, those of documents no longer searched included. */
  get size(): number {
    return this.#passageCount;
  }

  /**
   * The passages that answer a query best, among those of the given documents.
   *
   * @param documents numbers of the documents to search; others are passed over
   */
  search(query: string, limit: number, documents: ReadonlySet<number>): Ranking {
    const terms = termsOf(query);
    const passages = scoreTexts(this.#passages, this.#passageCount, terms);
    const bonus = this.#documentScores(terms, documents);
    const candidates = passages.touched.filter(
      (passage) => (bonus[this.#slotOfPassage[passage] ?? 0] ?? -1) >= 0,
    );
    const ranked = best(
      candidates,
      limit,
      (passage) =>
        (passages.of[passage] ?? 0) / passages.greatest +
        (bonus[this.#slotOfPassage[passage] ?? 0] ?? 0),
    );
    return {
      matches: candidates.length,
      terms: passages.terms,
      passages: ranked.map(({ candidate, score }) => {
        const slot = this.#slots[this.#slotOfPassage[candidate] ?? 0] as Slot;
        return { document: slot.document, passage: candidate - slot.firstPassage, score };
      }),
    };
  }

  /** Each document slot's score, or -1 for a document that is not searched. */
  #documentScores(terms: readonly string[], documents: ReadonlySet<number>): Float32Array {
    const scores = new Float32Array(this.#slots.length).fill(-1);
    for (const document of documents) {
      const slot = this.#slotOf.get(document);
      if (slot !== undefined) scores[slot] = 0;
    }
    const parts = [
      { index: this.#titles, share: titleShare },
      { index: this.#openings, share: openingShare },
    ];
    for (const { index, share } of parts) {
      const { of, touched } = scoreTexts(index, this.#slots.length, terms);
      const searched = touched.filter((slot) => (scores[slot] ?? -1) >= 0);
      const greatest = searched.reduce((most, slot) => Math.max(most, of[slot] ?? 0), 0);
      for (const slot of searched)
        scores[slot] = (scores[slot] ?? 0) + (share * (of[slot] ?? 0)) / greatest;
    }
    return scores;
  }

  #place(document: number, { passages }: DocumentPostings): { slot: number; firstPassage: number } {
    const slot = this.#slots.length;
    const firstPassage = this.#passageCount;
    this.#slots.push({ document, firstPassage, passages: passages.texts });
    this.#slotOf.set(document, slot);
    this.#passageCount += passages.texts;
    if (this.#passageCount >= 2 ** (32 - slotBits)) throw new RangeError("Too many passages.");
    if (this.#passageCount > this.#slotOfPassage.length) {
      const larger = new Uint32Array(Math.max(this.#passageCount, this.#slotOfPassage.length * 2));
      larger.set(this.#slotOfPassage);
      this.#slotOfPassage = larger;
    }
    this.#slotOfPassage.fill(slot, firstPassage, this.#passageCount);
    return { slot, firstPassage };
  }
}
