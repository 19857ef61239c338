import type { PostingsBuilder } from "./postings.js";

/**
 * Different terms of one document that an index holds. By Heaps' law a document of natural language
 * has that many after some 20 million words; a log, whose every line has an identifier of its own,
 * after a few megabytes, and each of them would take half a kilobyte of memory for as long as the
 * collection is open.
 */
const mostTerms = 200_000;
/** Share of them that is kept when there are more, so that the next are not long in coming. */
const keptShare = 0.6;

/**
 * Keeps the terms of a document within bounds: when there are too many, those on the fewest pages
 * are left out, those with a digit in them first, and of such as are equally rare the latest. A term
 * that comes again later begins anew, so that a word that is rare at first and common later is found
 * where it is common.
 */
export class RarestTerms {
  readonly #pages: PostingsBuilder;
  readonly #passages: PostingsBuilder;
  readonly #most: number;
  /** About how many were left out: a term that comes again, and is left out again, counts again. */
  count = 0;

  /** @param passages hold no term that is not on their pages, but for those of their headings */
  constructor(pages: PostingsBuilder, passages: PostingsBuilder, most: number = mostTerms) {
    this.#pages = pages;
    this.#passages = passages;
    this.#most = most;
  }

  /** To be called after each page. */
  leaveOut(): void {
    if (this.#pages.distinct <= this.#most) return;
    const surplus = this.#pages.distinct - Math.floor(this.#most * keptShare);
    const sizes = new Map<number, number>();
    for (const [term, pages] of this.#pages.holding()) {
      const rank = rankOf(term, pages);
      sizes.set(rank, (sizes.get(rank) ?? 0) + 1);
    }
    // The last rank of which terms are left out, and how many of it stay.
    let [last, staying, before] = [0, 0, 0];
    for (const [rank, size] of [...sizes].sort(([a], [b]) => a - b)) {
      [last, staying] = [rank, Math.max(0, before + size - surplus)];
      before += size;
      if (before >= surplus) break;
    }
    const leaving = new Set<string>();
    for (const [term, pages] of this.#pages.holding()) {
      const rank = rankOf(term, pages);
      if (rank < last || (rank === last && staying-- <= 0)) leaving.add(term);
    }
    this.#pages.leaveOut((term) => leaving.has(term));
    // Headings are counted with each passage under them: what no page has by now goes as well.
    this.#passages.leaveOut((term) => !this.#pages.has(term));
    this.count += leaving.size;
  }
}

/** Smaller is rarer. */
function rankOf(term: string, pages: number): number {
  return 2 * pages + (/\d/.test(term) ? 0 : 1);
}
