import type { Page } from "../core/page.js";
import type { Store } from "../store/store.js";

/** Characters of a document whose pages stay in memory from the first time they are read on. */
const heldCharacters = 8_000_000;

/**
 * The pages of a document as they are stored, without their geometry, to be gone through several
 * times. Those of a large one are read anew each time; of what is deleted meanwhile the rest is
 * missing.
 */
export class StoredPages implements AsyncIterable<Page> {
  readonly #store: Pick<Store<unknown>, "textPages">;
  readonly #content: number;
  readonly #upTo: number;
  #held: readonly Page[] | null = null;

  /** @param upTo the last page that counts: an older reader may have made more of the same bytes */
  constructor(store: Pick<Store<unknown>, "textPages">, content: number, upTo: number) {
    this.#store = store;
    this.#content = content;
    this.#upTo = upTo;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Page> {
    if (this.#held) {
      yield* this.#held;
      return;
    }
    const pages: Page[] = [];
    let characters = 0;
    for await (const page of this.#store.textPages(this.#content)) {
      if (page.number > this.#upTo) break;
      characters += page.text.length;
      if (characters <= heldCharacters) pages.push(page);
      else pages.length = 0;
      yield page;
    }
    if (characters <= heldCharacters) this.#held = pages;
  }
}
