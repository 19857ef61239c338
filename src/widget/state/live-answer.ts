import { type ErrorCode, PagehoundError } from "../../index.js";

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
