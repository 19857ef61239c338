import {
  type DocumentSummary,
  detectLanguage,
  type OutlineEntry,
  PagehoundError,
} from "../../core/index.js";
import type { Shell } from "../shell/shell.js";

/** The first pages tell the language, and tables are counted on them: reading all would take long. */
const pagesLookedAt = 20;
const pagesForLanguage = 3;

/** What takes a moment to find out about a document. */
export class DocumentDetails {
  /** Null until it is read. */
  outline: readonly OutlineEntry[] | null = null;
  /** A BCP 47 tag; null until it is known, and `und` if it is not recognised. */
  language: string | null = null;
  /** Null until they are counted. */
  tables: { readonly count: number; readonly pages: number } | null = null;

  private constructor() {}

  /** Reads them one after the other; what fails is left out. */
  static of(document: DocumentSummary, shell: Shell, signal: AbortSignal): DocumentDetails {
    const details = new DocumentDetails();
    void details.#read(document, shell, signal).catch((error: unknown) => {
      if (!signal.aborted && !PagehoundError.isInstance(error)) throw error;
    });
    return details;
  }

  async #read({ id, pages }: DocumentSummary, shell: Shell, signal: AbortSignal): Promise<void> {
    const library = await shell.library;
    this.outline = await library.outline(id, { signal });
    shell.changed();
    const texts: string[] = [];
    for (let page = 1; page <= Math.min(pagesForLanguage, pages.total); page++) {
      texts.push((await library.page(id, page, { signal })).text);
    }
    this.language = detectLanguage(texts.join("\n"));
    shell.changed();
    const looked = Math.min(pagesLookedAt, pages.total);
    let count = 0;
    for (let page = 1; page <= looked; page++) {
      count += (await library.tables(id, page, { signal })).length;
    }
    this.tables = { count, pages: looked };
    shell.changed();
  }
}
