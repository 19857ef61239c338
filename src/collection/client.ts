import type { CallOptions } from "../core/call-options.js";
import type { DocumentId, DocumentSummary } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import type { OutlineEntry } from "../core/outline.js";
import type { Page } from "../core/page.js";
import type { PageRange } from "../core/page-range.js";
import type { EvidenceId, PassageText } from "../core/passage.js";
import type { GrepOptions, GrepProgress } from "../grep/api.js";
import { wholeOf } from "../rpc/in-parts.js";
import type { Coverage, SearchMode, SearchOptions, SearchResponse } from "../search/api.js";
import type { CollectionReadingApi, GrepResponse } from "./api.js";

const defaultLimit = 10;
const greatestLimit = 1000;
const searchModes: readonly SearchMode[] = ["words", "meaning", "both"];

/** A collection in another thread, with the methods that `Pagehound` has for reading. */
export class CollectionClient {
  readonly #remote: CollectionReadingApi;

  constructor(remote: CollectionReadingApi) {
    this.#remote = remote;
  }

  documents(options: CallOptions = {}): Promise<DocumentSummary[]> {
    return wholeOf((call) => this.#remote.documents(null, call), options);
  }

  async search(query: string, options: SearchOptions & CallOptions = {}): Promise<SearchResponse> {
    const { limit = defaultLimit, documents = null, by = "words", ...call } = options;
    if (!Number.isInteger(limit) || limit < 1 || limit > greatestLimit) {
      throw new PagehoundError(
        "invalid-argument",
        `The limit of a search is a whole number from 1 to ${greatestLimit}, not ${limit}.`,
      );
    }
    if (!searchModes.includes(by)) {
      throw new PagehoundError(
        "invalid-argument",
        `A search goes by ${searchModes.join(", ")}, not by "${by}".`,
      );
    }
    return this.#remote.search({ query, limit, documents, by }, call);
  }

  grep(
    patterns: string | readonly string[],
    options: GrepOptions & CallOptions<GrepProgress> = {},
  ): Promise<GrepResponse> {
    const { signal, onProgress, ...asked } = options;
    const request = { patterns, options: asked };
    return this.#remote.grep(request, { signal, onProgress });
  }

  coverage(options: CallOptions = {}): Promise<Coverage> {
    return this.#remote.coverage(null, options);
  }

  page(document: DocumentId, number: number, options: CallOptions = {}): Promise<Page> {
    return this.#remote.page({ document, number }, options);
  }

  outline(document: DocumentId, options: CallOptions = {}): Promise<OutlineEntry[]> {
    return this.#remote.outline({ document }, options);
  }

  async passages(
    document: DocumentId,
    options: { readonly pages?: PageRange | undefined } & CallOptions = {},
  ): Promise<PassageText[]> {
    const { pages = null, ...call } = options;
    if (pages && !(pages.from >= 1 && pages.from <= pages.to)) {
      throw new PagehoundError(
        "invalid-argument",
        `Pages go from a number from 1 on to one that is not smaller, not from ${pages.from} to ${pages.to}.`,
      );
    }
    return this.#remote.passages({ document, pages }, call);
  }

  passagesById(
    ids: readonly EvidenceId[],
    options: CallOptions = {},
  ): Promise<(PassageText | null)[]> {
    return this.#remote.passagesById({ ids }, options);
  }
}
