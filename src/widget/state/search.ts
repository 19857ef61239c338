import type { DocumentId, Pagehound, SearchHit, SearchResponse } from "../../index.js";
import { type Failure, LiveAnswer } from "./live-answer.js";

const PAUSE = 120;
const STEP = 20;

/** Searches by words, as the reader types. */
export class Search {
  query = "";
  readonly #library: Pagehound;
  readonly #scope: () => readonly DocumentId[] | undefined;
  readonly #answer: LiveAnswer<SearchResponse>;
  #limit = STEP;
  #isExample = false;

  constructor(
    library: Pagehound,
    scope: () => readonly DocumentId[] | undefined,
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

  /** Searches for another query once the reader pauses. */
  type(query: string): void {
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
          documents: this.#scope(),
          signal,
        }),
      pause,
    );
  }
}
