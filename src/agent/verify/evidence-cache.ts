import type { Calculation, Citation } from "../../core/answer.js";
import type { DocumentId, DocumentSummary, OutlineEntry } from "../../core/document.js";

import type { Span } from "../../core/page.js";
import { type EvidenceId, type PassageText, parseEvidenceId } from "../../core/passage.js";
import type { Table } from "../../core/table.js";
import { tableScales } from "../../core/tables.js";
import type { CollectionReader } from "../../reading/reading.js";
import { quoteFinder } from "./find-quote.js";

/** Passages shown before that are looked through for a quote that stands elsewhere, the newest. */
const maxSeen = 400;

/** What one check reads of the documents; each thing once. What cannot be read is not there. */
export class EvidenceCache {
  readonly #context: VerifyContext;
  readonly #passages = new Map<EvidenceId, Promise<PassageText | null>>();
  readonly #pages = new Map<string, Promise<readonly PassageText[]>>();
  readonly #tables = new Map<string, Promise<readonly Table[]>>();
  readonly #outlines = new Map<DocumentId, Promise<readonly OutlineEntry[]>>();
  readonly #finders = new Map<EvidenceId, (quote: string) => Span | null>();
  readonly #scales = new Map<string, readonly number[]>();
  readonly #usualScales = new Map<DocumentId, Promise<readonly number[]>>();
  #documents: Promise<ReadonlyMap<DocumentId, DocumentSummary>> | null = null;
  #seen: Promise<readonly PassageText[]> | null = null;

  constructor(context: VerifyContext) {
    this.#context = context;
  }

  /** A document in scope. */
  async document(id: DocumentId): Promise<DocumentSummary | null> {
    const { reader, signal } = this.#context;
    this.#documents ??= this.#read(async () => await reader.documents({ signal }), []).then(
      (documents) => new Map(documents.map((document) => [document.id, document])),
    );
    return (await this.#documents).get(id) ?? null;
  }

  async passage(id: EvidenceId): Promise<PassageText | null> {
    const { reader, signal } = this.#context;
    let found = this.#passages.get(id);
    if (!found) {
      const read = async () => (await reader.passagesById([id], { signal }))[0] ?? null;
      found = this.#read(read, null);
      this.#passages.set(id, found);
    }
    return await found;
  }

  /** The passages of the page that a passage stands on. */
  async page(id: EvidenceId): Promise<readonly PassageText[]> {
    const place = parseEvidenceId(id);
    if (!place) return [];
    const { reader, signal } = this.#context;
    const key = `${place.document} ${place.page}`;
    let found = this.#pages.get(key);
    if (!found) {
      const pages = { from: place.page, to: place.page };
      const read = async () => await reader.passages(place.document, { pages, signal });
      found = this.#read(read, []);
      this.#pages.set(key, found);
    }
    return await found;
  }

  /** The tables of the page that a passage stands on. */
  async tables(id: EvidenceId): Promise<readonly Table[]> {
    const place = parseEvidenceId(id);
    if (!place) return [];
    const { reader, signal } = this.#context;
    const key = `${place.document} ${place.page}`;
    let found = this.#tables.get(key);
    if (!found) {
      const read = async () =>
        (await reader.tables?.(place.document, place.page, { signal })) ?? [];
      found = this.#read(read, []);
      this.#tables.set(key, found);
    }
    return await found;
  }

  /** Passages that the model was shown, the newest first. */
  async seen(): Promise<readonly PassageText[]> {
    const { reader, seen, signal } = this.#context;
    const ids = seen.slice(-maxSeen).reverse();
    this.#seen ??= this.#read(async () => await reader.passagesById(ids, { signal }), []).then(
      (passages) => passages.filter((passage) => passage !== null),
    );
    return await this.#seen;
  }

  /** The headings that a passage stands under, the highest first, and the path of its document. */
  async surroundings(passage: PassageText): Promise<string> {
    const { document } = parseEvidenceId(passage.id) ?? {};
    if (document === undefined) return "";
    const { reader, signal } = this.#context;
    let outline = this.#outlines.get(document);
    if (!outline) {
      outline = this.#read(async () => await reader.outline(document, { signal }), []);
      this.#outlines.set(document, outline);
    }
    const headings = await outline;
    const above: string[] = [];
    let level = Number.POSITIVE_INFINITY;
    for (let index = passage.heading; index >= 0 && level > 1; index--) {
      const heading = headings[index];
      if (!heading || heading.level >= level) continue;
      above.unshift(heading.text);
      level = heading.level;
    }
    return [(await this.document(document))?.path ?? "", ...above].join("\n");
  }

  /**
   * The powers of ten that a passage's page states for its tables; where it states none, the one of
   * its document, if there is one.
   */
  async scales(id: EvidenceId): Promise<readonly number[]> {
    const page = await this.page(id);
    const key = page[0]?.id ?? id;
    let scales = this.#scales.get(key);
    if (!scales) {
      scales = tableScales(page.map(({ text }) => text).join("\n"));
      if (scales.length === 0) scales = await this.#usualScale(id);
      this.#scales.set(key, scales);
    }
    return scales;
  }

  /** The scale that nine in ten of a document's pages that state one state, and no other. */
  async #usualScale(id: EvidenceId): Promise<readonly number[]> {
    const { document } = parseEvidenceId(id) ?? {};
    if (document === undefined) return [];
    const { reader, signal } = this.#context;
    let found = this.#usualScales.get(document);
    if (!found) {
      const read = async () => usualScale(await reader.passages(document, { signal }));
      found = this.#read(read, []);
      this.#usualScales.set(document, found);
    }
    return await found;
  }

  /** Where a quote stands in a passage's text. */
  find(quote: string, passage: PassageText): Span | null {
    let finder = this.#finders.get(passage.id);
    if (!finder) {
      finder = quoteFinder(passage.text);
      this.#finders.set(passage.id, finder);
    }
    return finder(quote);
  }

  /** A citation of a part of a passage's text; null when its document is not in scope. */
  async cite(passage: PassageText, part: Span): Promise<Citation | null> {
    const id = parseEvidenceId(passage.id)?.document;
    const document = id === undefined ? null : await this.document(id);
    if (!document) return null;
    const { start } = passage.span;
    return {
      evidence: passage.id,
      document: document.id,
      path: document.path,
      page: passage.page,
      pageLabel: passage.pageLabel,
      pageUnit: document.pageUnit,
      quote: passage.text.slice(part.start, part.end),
      span: { start: start + part.start, end: start + part.end },
    };
  }

  /** What cannot be read backs nothing, but does not end the check either; an abort does. */
  async #read<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
    const { signal } = this.#context;
    signal.throwIfAborted();
    try {
      return await read();
    } catch {
      signal.throwIfAborted();
      return otherwise;
    }
  }
}

function usualScale(passages: readonly PassageText[]): readonly number[] {
  const pages = new Map<number, string>();
  for (const { page, text } of passages) pages.set(page, `${pages.get(page) ?? ""}\n${text}`);
  const stated = [...pages.values()].map(tableScales).filter((scales) => scales.length > 0);
  const most = [3, 6, 9].find(
    (power) =>
      stated.filter((scales) => scales.length === 1 && scales[0] === power).length >
      stated.length * 0.9,
  );
  return most === undefined ? [] : [most];
}

/** What an answer is checked against. */
export interface VerifyContext {
  /** The documents in scope. */
  readonly reader: CollectionReader;
  /** Numbers and years in it may be repeated. */
  readonly question: string;
  readonly calculations: readonly Calculation[];
  /** Passages that the model was shown, the newest last. */
  readonly seen: readonly EvidenceId[];
  readonly signal: AbortSignal;
}
