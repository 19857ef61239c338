/** What was done just now and can be undone; the offer goes by itself. */
export class UndoOffer<Item> {
  /** What can still be undone; empty when nothing can. */
  last: readonly Item[] = [];
  readonly #milliseconds: number;
  readonly #changed: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number, changed: () => void) {
    this.#milliseconds = milliseconds;
    this.#changed = changed;
  }

  /** Offers to undo this. What was offered before can then no longer be undone. */
  show(items: readonly Item[]): void {
    this.last = items;
    this.resume();
    this.#changed();
  }

  /** Takes the offer away; returns what it was. */
  take(): readonly Item[] {
    const { last } = this;
    this.forget();
    return last;
  }

  /** Stops the clock, while the reader has the offer under the pointer or in focus. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Starts the clock again. */
  resume(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.forget(), this.#milliseconds);
  }

  /** Takes the offer away. */
  forget(): void {
    clearTimeout(this.#timer);
    this.last = [];
    this.#changed();
  }
}
