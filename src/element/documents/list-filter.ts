import {
  type DocumentSummary,
  documentTitle,
  fold,
  oncePer,
  slicer,
  wordFinder,
} from "../../core/index.js";

/** The text by which the list finds a document: its title, name and folders. */
const textOf = oncePer((document: DocumentSummary) => {
  const title = documentTitle(document) ?? "";
  return fold(`${title} ${document.path} ${document.source?.title ?? ""}`);
});

/** The search in the list, in small steps; until done, the list keeps the previous results. */
export class ListFilter {
  text = "";
  readonly #changed: () => void;
  /** The documents found, and the list and text that they were found for. */
  #found: {
    readonly all: unknown;
    readonly text: string;
    readonly list: readonly DocumentSummary[];
  };
  /** The files found last, and the list and text that they were found for. */
  #files: { readonly all: unknown; readonly text: string; readonly found: unknown } | null = null;
  /** The search in progress, and what stops it. */
  #search: {
    readonly all: unknown;
    readonly text: string;
    readonly abort: AbortController;
  } | null = null;

  constructor(changed: () => void) {
    this.#changed = changed;
    this.#found = { all: null, text: "", list: [] };
  }

  /** Forgets the words when the search field is removed, so that later documents are listed. */
  readonly drawn = (field?: Element): void => {
    if (!field) this.text = "";
  };

  /** Searches for other words. */
  look(text: string): void {
    this.text = text;
    this.#changed();
  }

  documents(all: readonly DocumentSummary[]): readonly DocumentSummary[] {
    const { text } = this;
    if (text.trim() === "") {
      this.#search?.abort.abort();
      this.#search = null;
      this.#found = { all, text, list: all };
      return all;
    }
    const isDone = this.#found.all === all && this.#found.text === text;
    const isComing = this.#search?.all === all && this.#search.text === text;
    if (!isDone && !isComing) void this.#find(all, text);
    return this.#found.list;
  }

  /** The files to list that are not documents: those whose path contains the words. */
  files<File extends { readonly path: string }>(all: readonly File[]): readonly File[] {
    const { text } = this;
    if (text.trim() === "") return all;
    if (this.#files?.all !== all || this.#files.text !== text) {
      const hasWords = wordFinder(text);
      this.#files = { all, text, found: all.filter(({ path }) => hasWords(fold(path))) };
    }
    return this.#files.found as readonly File[];
  }

  async #find(all: readonly DocumentSummary[], text: string): Promise<void> {
    this.#search?.abort.abort();
    const abort = new AbortController();
    this.#search = { all, text, abort };
    const hasWords = wordFinder(text);
    const pause = slicer(abort.signal);
    const list: DocumentSummary[] = [];
    try {
      for (const document of all) {
        await pause();
        if (hasWords(textOf(document))) list.push(document);
      }
    } catch {
      // Another search has replaced this one.
      return;
    }
    this.#search = null;
    this.#found = { all, text, list };
    this.#changed();
  }
}

/** The search in an interface's list. */
export const filterOf: (shell: { readonly changed: () => void }) => ListFilter = oncePer(
  ({ changed }) => new ListFilter(changed),
);
