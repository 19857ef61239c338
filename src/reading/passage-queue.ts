import type { CallOptions } from "../core/call-options.js";
import type { PassageText } from "../core/passage.js";
import type { CollectionReader } from "./collection-reader.js";
import { estimateTokens } from "./estimate-tokens.js";
import type { Stretch } from "./stretch.js";

/** Pages fetched at first; each further fetch takes twice as many. */
const firstPages = 4;

/** The passages of a stretch, fetched page by page as they are needed. */
export class PassageQueue {
  readonly #reader: CollectionReader;
  readonly #stretch: Stretch;
  readonly #options: CallOptions;
  readonly #passages: PassageText[] = [];
  readonly #onPages = new Map<number, PassageText[]>();
  #nextPage: number;
  #step = firstPages;

  /** Begins at `page`, or at the stretch's first, whichever comes later. */
  constructor(reader: CollectionReader, stretch: Stretch, options: CallOptions, page = 1) {
    this.#reader = reader;
    this.#stretch = stretch;
    this.#options = options;
    this.#nextPage = Math.max(page, stretch.pages.from);
  }

  /** What was fetched, in order. */
  get passages(): readonly PassageText[] {
    return this.#passages;
  }

  /** All passages of a page that was fetched, also those that the stretch does not include. */
  onPage(page: number): readonly PassageText[] {
    return this.#onPages.get(page) ?? [];
  }

  /** Whether everything was fetched. */
  get done(): boolean {
    return this.#nextPage > this.#stretch.pages.to;
  }

  /** Fetches text of about so many tokens more, if there is as much. */
  async fetch(tokens: number): Promise<void> {
    const { document, pages, includes } = this.#stretch;
    for (let fetched = 0; !this.done && fetched < tokens; ) {
      const from = this.#nextPage;
      const to = Math.min(pages.to, from + this.#step - 1);
      const range = { ...this.#options, pages: { from, to } };
      for (const passage of await this.#reader.passages(document.id, range)) {
        const onPage = this.#onPages.get(passage.page);
        if (onPage) onPage.push(passage);
        else this.#onPages.set(passage.page, [passage]);
        if (!includes(passage)) continue;
        this.#passages.push(passage);
        fetched += estimateTokens(passage.text);
      }
      this.#nextPage = to + 1;
      this.#step *= 2;
    }
  }
}
