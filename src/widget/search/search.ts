import {
  type ErrorCode,
  type Pagehound,
  PagehoundError,
  type SearchHit,
  type SearchOptions,
  type SearchResponse,
} from "../../index.js";

const PAUSE = 120;
const STEP = 20;

/** Searches as the reader types. */
export class Search {
  query = "";
  readonly #library: Pick<Pagehound, "search">;
  readonly #scope: () => Pick<SearchOptions, "documents" | "by">;
  readonly #answer: LiveAnswer<SearchResponse>;
  #limit = STEP;
  #isExample = false;

  constructor(
    library: Pick<Pagehound, "search">,
    scope: () => Pick<SearchOptions, "documents" | "by">,
    changed: () => void,
  ) {
    this.#library = library;
    this.#scope = scope;
    this.#answer = new LiveAnswer(changed);
  }

  get response(): SearchResponse | null {
    return this.#answer.value;
  }

  get failure(): Failure | null {
    return this.#answer.failure;
  }

  /** True when an answer takes long enough to be worth saying so. */
  get slow(): boolean {
    return this.#answer.slow;
  }

  /** True when nothing is asked: the box is empty, or holds an example nobody has touched. */
  get resting(): boolean {
    return this.#isExample || this.query.trim() === "";
  }

  /** What was found, best first. */
  get hits(): readonly SearchHit[] {
    return this.response?.hits ?? [];
  }

  /** Whether more passages can be shown than are shown. */
  get hasMore(): boolean {
    return this.response !== null && this.hits.length >= this.#limit;
  }

  /** Searches for another query once the reader pauses; for the same one, nothing begins anew. */
  type(query: string): void {
    if (query === this.query && !this.#isExample) return;
    this.query = query;
    this.#isExample = false;
    this.#limit = STEP;
    this.#ask(PAUSE);
  }

  /** Puts an example into the box, to be changed before it is searched for. */
  propose(example: string): void {
    this.query = example;
    this.#isExample = true;
    this.#answer.clear();
  }

  /** Searches again, because the documents or the scope changed. */
  again(pause: number = 0): void {
    this.#ask(pause);
  }

  /** Shows more passages. */
  more(): void {
    this.#limit += STEP;
    this.#ask(0);
  }

  #ask(pause: number): void {
    if (this.resting) {
      this.#answer.clear();
      return;
    }
    this.#answer.ask(
      (signal) =>
        this.#library.search(this.query.trim(), {
          limit: this.#limit,
          ...this.#scope(),
          signal,
        }),
      pause,
    );
  }
}

const PATIENCE = 300;

/** What went wrong, in words for people; the code is null for what was not foreseen. */
export interface Failure {
  readonly code: ErrorCode | null;
  readonly message: string;
  /** What to ask the language's words about. */
  readonly error: PagehoundError;
}

/** The answer to what a reader types: asked for after a pause, for the last words only, and never a stale one. */
export class LiveAnswer<Answer> {
  value: Answer | null = null;
  failure: Failure | null = null;
  /** True when an answer takes long enough to be worth saying so. */
  slow = false;
  readonly #changed: () => void;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Asks after a pause, unless something else is asked by then. The last answer stays until the new one. */
  ask(call: (signal: AbortSignal) => Promise<Answer>, pause: number): void {
    this.#stop();
    this.#timer = setTimeout(() => void this.#run(call), pause);
    this.#changed();
  }

  /** Takes back the question and the answer. */
  clear(): void {
    this.#stop();
    this.value = null;
    this.failure = null;
    this.slow = false;
    this.#changed();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
  }

  async #run(call: (signal: AbortSignal) => Promise<Answer>): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    const patience = setTimeout(() => {
      if (this.#abort !== abort) return;
      this.slow = true;
      this.#changed();
    }, PATIENCE);
    try {
      const value = await call(abort.signal);
      if (this.#abort !== abort) return;
      this.value = value;
      this.failure = null;
    } catch (error) {
      if (this.#abort !== abort) return;
      this.value = null;
      this.failure = PagehoundError.isInstance(error)
        ? { code: error.code, message: error.message, error }
        : unforeseen(error);
    } finally {
      clearTimeout(patience);
      if (this.#abort === abort) {
        this.slow = false;
        this.#changed();
      }
    }
  }
}

function unforeseen(cause: unknown): Failure {
  const error = new PagehoundError("internal", "The search did not work.", { cause });
  return { code: null, message: error.message, error };
}
