import {
  type CallOptions,
  type Coverage,
  checkedOptions,
  checkShape,
  checkText,
  checkTexts,
  type DocumentId,
  type DocumentSummary,
  type EvidenceId,
  invalidArgument,
  not,
  type OutlineEntry,
  type Page,
  type PageRange,
  type PassageText,
  type Table,
  wholeNumber,
  wholeOf,
} from "../core/index.js";
import type {
  FoundDocument,
  FoundRow,
  GrepOptions,
  GrepProgress,
  RowQuery,
  SearchMode,
  SearchOptions,
  SearchResponse,
} from "../search/index.js";

import type { CollectionReadingApi, GrepResponse } from "./api.js";

const defaultLimit = 10;
const greatestLimit = 1000;
const greatestRows = 100;
const searchModes: readonly SearchMode[] = ["words", "meaning", "both"];

/** Throws `invalid-argument` for an invalid search mode. */
export function checkSearchMode(by: SearchMode): void {
  checkText("The option `by` of a search", by);
  if (searchModes.includes(by)) return;
  throw invalidArgument(
    `The option \`by\` of a search must be one of ${searchModes.join(", ")}, not "${by}".`,
  );
}

/** Read access to a collection in another thread. `Pagehound` offers all of it. */
export class CollectionClient {
  readonly #remote: CollectionReadingApi;

  constructor(remote: CollectionReadingApi) {
    this.#remote = remote;
  }

  /** All documents that can be searched, in the order they were added. */
  documents(options: CallOptions = {}): Promise<DocumentSummary[]> {
    return wholeOf((call) => this.#remote.documents(null, call), options);
  }

  /**
   * The passages that answer a query best, ranked by its words unless `by` says otherwise. A whole
   * question works well as a query. It may also contain `"exact words"`, `-without`, `a OR b`,
   * `begin*`, and `doc:`, `type:` and `page:` to narrow it. Any text is valid; unusable parts are
   * listed in `ignored`. Throws `invalid-argument`, also if `by` needs embeddings that are missing,
   * `not-found` for a missing document, and the embedder's errors in modes that search by meaning.
   *
   * @example
   * ```ts
   * const { hits, coverage } = await hound.search("How long is the notice period?");
   * for (const { path, page, excerpt } of hits) console.log(path, page, excerpt.text);
   * console.log(`${coverage.pages} pages, ${coverage.pagesWithoutText} of them without text`);
   * ```
   */
  async search(query: string, options: SearchOptions & CallOptions = {}): Promise<SearchResponse> {
    checkText("A query", query);
    const checked = checkedOptions(options);
    const {
      limit = defaultLimit,
      documents = null,
      by = "words",
      figures = false,
      ...call
    } = checked;
    if (documents !== null) checkTexts("The documents to search", documents);
    wholeNumber("The limit of a search", limit, 1, greatestLimit);
    checkSearchMode(by);
    return this.#remote.search({ query, limit, documents, by, figures: figures === true }, call);
  }

  /**
   * The table rows with this label, best first. Labels, the groups above them, column heads and
   * table titles are compared, in the table's own words or in everyday ones. Throws
   * `invalid-argument`, and `not-found` for a missing document.
   *
   * @example
   * ```ts
   * const [row] = await hound.findRows({ label: "total revenue", period: "2022" });
   * if (row) {
   *   const cells = row.table.cells.filter((cell) => cell.row === row.row);
   *   console.log(row.path, row.page, cells.map(({ text }) => text).join(" | "));
   * }
   * ```
   */
  async findRows(query: RowQuery, options: CallOptions = {}): Promise<readonly FoundRow[]> {
    const members = {
      label: "string",
      "period?": "string",
      "documents?": "list",
      "limit?": "number",
    };
    checkShape("The name of the rows", query, members as Parameters<typeof checkShape>[2]);
    const { label, period, documents, limit } = query;
    if (documents !== undefined) checkTexts("The documents to search", documents);
    if (limit !== undefined) wholeNumber("The limit of a search", limit, 1, greatestRows);
    return this.#remote.rows({ label, period, documents, limit }, options);
  }

  /**
   * The documents most likely to answer a question, best first: by what search finds in them, and
   * by notes on how similar questions were answered before (`Pagehound.guides`). Ten unless `limit`
   * says otherwise. Throws `invalid-argument`, and `not-found` for a missing document.
   *
   * @example
   * ```ts
   * const [first] = await hound.findSources("How long is the notice period?", { limit: 3 });
   * console.log(first?.path, first?.description);
   * ```
   */
  async findSources(
    question: string,
    options: Pick<SearchOptions, "limit" | "documents"> & CallOptions = {},
  ): Promise<readonly FoundDocument[]> {
    checkText("A question", question);
    const { limit = defaultLimit, documents = null, ...call } = checkedOptions(options);
    if (documents !== null) checkTexts("The documents to search", documents);
    wholeNumber("The limit of a search", limit, 1, greatestLimit);
    return this.#remote.findSources({ question, limit, documents }, call);
  }

  /**
   * The lines that match a pattern, or any of several, over all pages' text: regular expressions in
   * JavaScript's syntax with additions from PCRE, Python and grep, or fixed strings. A space and
   * `\s` also match a line break inside a block; nothing else crosses lines except `\n`. Straight
   * quotes and hyphens also match their typographic forms, even in sets. If stopped at its
   * deadline, it returns the matches so far, with `stopped` set. Throws `invalid-argument` for an
   * invalid pattern, list of pages or number, `not-found` for a missing document, and
   * `worker-failed`.
   *
   * @example
   * ```ts
   * const options = { ignoreCase: true, include: "*10-K*", pages: "20-60", context: 2 };
   * const { hits, lines, left } = await hound.grep("net (income|loss)", options);
   * ```
   */
  async grep(
    patterns: string | readonly string[],
    options: GrepOptions & CallOptions<GrepProgress> = {},
  ): Promise<GrepResponse> {
    checkTexts("A list of patterns", typeof patterns === "string" ? [patterns] : patterns);
    const { signal, onProgress, ...rest } = checkedOptions(options);
    const request = { patterns, options: rest };
    return this.#remote.grep(request, { signal, onProgress });
  }

  /** Returns the current coverage of a search of the whole collection. */
  coverage(options: CallOptions = {}): Promise<Coverage> {
    return this.#remote.coverage(null, options);
  }

  /** A page, counting from 1, with its text, lines and geometry. Throws `not-found`. */
  async page(document: DocumentId, number: number, options: CallOptions = {}): Promise<Page> {
    checkText("The document", document);
    if (typeof number !== "number") throw not("The number of a page", "a number", number);
    return this.#remote.page({ document, number }, options);
  }

  /**
   * The tables of a page, counting from 1, from top to bottom: their cells, rows and columns, with
   * their periods and units if known. A table that continues from the previous page has the head
   * from that page. Throws `not-found` for a missing document.
   */
  async tables(
    document: DocumentId,
    page: number,
    options: CallOptions = {},
  ): Promise<readonly Table[]> {
    checkText("The document", document);
    if (typeof page !== "number") throw not("The number of a page", "a number", page);
    return this.#remote.tables({ document, page }, options);
  }

  /**
   * A document's bookmarks or, if it has none, its recognised headings, with the size of each
   * section. Throws `not-found`.
   */
  async outline(document: DocumentId, options: CallOptions = {}): Promise<OutlineEntry[]> {
    checkText("The document", document);
    return this.#remote.outline({ document }, options);
  }

  /**
   * The passages of a document, in order; with `pages`, only those on these pages, without reading
   * others. Throws `not-found` and, for an invalid range, `invalid-argument`.
   */
  async passages(
    document: DocumentId,
    options: { readonly pages?: PageRange | undefined } & CallOptions = {},
  ): Promise<PassageText[]> {
    checkText("The document", document);
    const { pages = null, ...call } = checkedOptions(options);
    if (pages) {
      checkShape("The range of pages", pages, { from: "number", to: "number" });
      const { from, to } = pages;
      if (!(from >= 1 && from <= to)) {
        throw invalidArgument(
          `${from} to ${to} is not a range of pages. It must start at 1 or later and not end before it starts.`,
        );
      }
    }
    return this.#remote.passages({ document, pages }, call);
  }

  /** Passages by their ids, in the requested order; null for each missing one. */
  async passagesById(
    ids: readonly EvidenceId[],
    options: CallOptions = {},
  ): Promise<(PassageText | null)[]> {
    checkTexts("The ids of passages", ids);
    return this.#remote.passagesById({ ids }, options);
  }
}
