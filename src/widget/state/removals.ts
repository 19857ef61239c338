import type { DocumentSummary, Pagehound } from "../../index.js";

const TIME_TO_UNDO = 10_000;

/** Deletes documents at once, and keeps the way back open for ten seconds. */
export class Removals {
  /** Documents whose deletion can still be undone. */
  last: readonly DocumentSummary[] = [];
  readonly #library: Pagehound;
  readonly #changed: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(library: Pagehound, changed: () => void) {
    this.#library = library;
    this.#changed = changed;
  }

  /** Deletes documents. An earlier deletion can then no longer be undone. */
  async remove(documents: readonly DocumentSummary[]): Promise<void> {
    await this.#library.remove(documents.map(({ id }) => id));
    this.last = documents;
    this.resume();
    this.#changed();
  }

  /** Brings back what was deleted last. */
  async undo(): Promise<readonly DocumentSummary[]> {
    const documents = this.last;
    this.forget();
    if (documents.length > 0) await this.#library.restore(documents.map(({ id }) => id));
    return documents;
  }

  /** Stops the clock, while the reader has the offer under the pointer or in focus. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Starts the clock again. */
  resume(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.forget(), TIME_TO_UNDO);
  }

  /** Takes the offer away. */
  forget(): void {
    clearTimeout(this.#timer);
    this.last = [];
    this.#changed();
  }
}
