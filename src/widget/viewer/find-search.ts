import type { DocumentSummary } from "../../core/document.js";
import type { PageState } from "../../core/page.js";
import type { Span } from "../../core/span.js";
import { slicer } from "../../core/yield-to-messages.js";
import { findInText, foldText } from "./find-text.js";
import type { ViewerSource } from "./target.js";

/** Matches beyond these are not counted; nobody steps through them. */
const MOST_MATCHES = 10_000;
/** Pages asked for at once. */
const BATCH = 8;
/** Characters of pages that are kept for the next letter that is typed. */
const KEPT_CHARACTERS = 20_000_000;

interface ReadPage {
  readonly text: string;
  readonly state: PageState;
}

/** What a search has found so far. */
export interface FoundSoFar {
  /** Matches by page, in the order of the text; pages without any are left out. */
  readonly matches: ReadonlyMap<number, readonly Span[]>;
  readonly total: number;
  /** Whether there are more than were counted. */
  readonly more: boolean;
  /** Pages that were looked at, by state. */
  readonly pages: Readonly<Record<PageState, number>>;
  readonly done: boolean;
}

/** Looks for words in all pages of a document, as they were stored. */
export class DocumentSearch {
  readonly #source: ViewerSource;
  readonly #document: DocumentSummary;
  readonly #total: number;
  readonly #read = new Map<number, ReadPage>();
  #kept = 0;

  constructor(document: DocumentSummary, source: ViewerSource, total: number) {
    this.#document = document;
    this.#source = source;
    this.#total = total;
  }

  /** Searches from a page on and round to it, telling what was found after every few pages. */
  async *search(query: string, from: number, signal: AbortSignal): AsyncGenerator<FoundSoFar> {
    const wanted = foldText(query).text;
    const matches = new Map<number, readonly Span[]>();
    const pages = { text: 0, empty: 0, scanned: 0, unreadable: 0 };
    const pause = slicer(signal);
    let total = 0;
    for (let first = 0; first < this.#total; first += BATCH) {
      const size = Math.min(BATCH, this.#total - first);
      const numbers = Array.from(
        { length: size },
        (_, index) => ((from - 1 + first + index) % this.#total) + 1,
      );
      const batch = await Promise.all(numbers.map((number) => this.#page(number, signal)));
      for (const [index, { text, state }] of batch.entries()) {
        await pause();
        const spans = findInText(text, wanted, MOST_MATCHES - total + 1);
        if (spans.length > 0) matches.set(numbers[index] ?? 0, spans);
        total += spans.length;
        pages[state] += 1;
      }
      const more = total > MOST_MATCHES;
      const done = more || first + size >= this.#total;
      yield { matches, total: Math.min(total, MOST_MATCHES), more, pages: { ...pages }, done };
      if (done) return;
    }
  }

  async #page(number: number, signal: AbortSignal): Promise<ReadPage> {
    const kept = this.#read.get(number);
    if (kept) return kept;
    let page: ReadPage;
    try {
      const { text, state } = await this.#source.page(this.#document.id, number, { signal });
      page = { text, state };
    } catch {
      signal.throwIfAborted();
      return { text: "", state: "unreadable" };
    }
    this.#kept += page.text.length;
    if (this.#kept < KEPT_CHARACTERS) this.#read.set(number, page);
    return page;
  }
}
