import type { DocumentId, Pagehound, SearchHit, SearchResponse } from "pagehound";
import { PagehoundError } from "pagehound";

const PAUSE = 120;
const PATIENCE = 300;
const STEP = 20;

/** Searches as the reader types: after a short pause, the last one only, and never shows a stale answer. */
export class Search {
  query = "";
  response: SearchResponse | null = null;
  failure: string | null = null;
  /** True when an answer takes long enough to be worth saying so. */
  slow = false;
  readonly #library: Pagehound;
  readonly #scope: () => readonly DocumentId[] | undefined;
  readonly #changed: () => void;
  #limit = STEP;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    library: Pagehound,
    scope: () => readonly DocumentId[] | undefined,
    changed: () => void,
  ) {
    this.#library = library;
    this.#scope = scope;
    this.#changed = changed;
  }

  /** What was found, best first. */
  get hits(): readonly SearchHit[] {
    return this.response?.hits ?? [];
  }

  /** Whether more passages can be shown than are shown. */
  get hasMore(): boolean {
    return this.response !== null && this.hits.length >= this.#limit;
  }

  /** Searches for another query once the reader pauses. */
  type(query: string): void {
    this.query = query;
    this.#limit = STEP;
    this.#plan(PAUSE);
  }

  /** Searches again, because the documents or the scope changed. */
  again(pause: number = 0): void {
    this.#plan(pause);
  }

  /** Shows more passages. */
  more(): void {
    this.#limit += STEP;
    this.#plan(0);
  }

  #plan(pause: number): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
    if (this.query.trim() === "") {
      this.response = null;
      this.failure = null;
      this.slow = false;
      this.#changed();
      return;
    }
    this.#timer = setTimeout(() => void this.#run(), pause);
    this.#changed();
  }

  async #run(): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    const patience = setTimeout(() => {
      this.slow = true;
      this.#changed();
    }, PATIENCE);
    try {
      const documents = this.#scope();
      const response = await this.#library.search(this.query.trim(), {
        limit: this.#limit,
        documents,
        signal: abort.signal,
      });
      if (this.#abort !== abort) return;
      this.response = response;
      this.failure = null;
    } catch (error) {
      if (this.#abort !== abort) return;
      this.response = null;
      this.failure = PagehoundError.isInstance(error) ? error.message : "The search did not work.";
    } finally {
      clearTimeout(patience);
      if (this.#abort === abort) {
        this.slow = false;
        this.#changed();
      }
    }
  }
}
