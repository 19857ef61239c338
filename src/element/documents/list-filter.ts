import { type DocumentSummary, fold, slicer, wordFinder } from "../../core/index.js";
import { documentTitle } from "./document-title.js";

const texts = new WeakMap<DocumentSummary, string>();

/** What a document is found by in the list: its title, its name and its folders. */
function textOf(document: DocumentSummary): string {
  const known = texts.get(document);
  if (known !== undefined) return known;
  const title = documentTitle(document) ?? "";
  const text = fold(`${title} ${document.path} ${document.source?.title ?? ""}`);
  texts.set(document, text);
  return text;
}

/**
 * The search in the list of documents. Thousands of them are looked through in small steps; until that
 * is done, the list shows what was found before.
 */
export class ListFilter {
  /** What is typed; empty if all documents are listed. */
  text = "";
  readonly #changed: () => void;
  /** What is listed, and of what. */
  #found: {
    readonly all: unknown;
    readonly text: string;
    readonly list: readonly DocumentSummary[];
  };
  /** Stops the search that is under way. */
  #search: {
    readonly all: unknown;
    readonly text: string;
    readonly abort: AbortController;
  } | null = null;

  constructor(changed: () => void) {
    this.#changed = changed;
    this.#found = { all: null, text: "", list: [] };
  }

  /** Looks for other words. */
  look(text: string): void {
    this.text = text;
    this.#changed();
  }

  /** Those of all documents that are listed. */
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
      // Other words, or another list.
      return;
    }
    this.#search = null;
    this.#found = { all, text, list };
    this.#changed();
  }
}

const filters = new WeakMap<object, ListFilter>();

/** The search in the list of an interface. */
export function filterOf(shell: { readonly changed: () => void }): ListFilter {
  const filter = filters.get(shell) ?? new ListFilter(shell.changed);
  filters.set(shell, filter);
  return filter;
}
