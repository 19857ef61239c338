import type { DocumentSummary } from "../../core/index.js";
import type { Shell } from "../shell/shell.js";
import type { Suggestion } from "./find-suggestions.js";

/** Milliseconds without a new document before the questions are made again. */
const patience = 1500;
const most = 3;
/** Number of documents to find questions in. */
const sources = 12;

/** A few questions to begin with, about the documents added last, different ones if possible. */
export class Suggestions {
  list: readonly Suggestion[] = [];
  readonly #shell: Shell;
  #asked = "";
  #isFound = false;
  #isSettled = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Remakes the questions if the latest documents changed; after a pause if more are `coming`. */
  follow(documents: readonly DocumentSummary[], coming: boolean): void {
    const latest = documents.slice(-sources).reverse();
    const ids = latest.map(({ id }) => id).join(" ");
    if (ids === this.#asked) return;
    this.#asked = ids;
    clearTimeout(this.#timer);
    const wait = coming && this.list.length > 0 ? patience : 0;
    // Suggestions are optional: if they fail, nothing else changes.
    this.#timer = setTimeout(() => void this.#make(latest, ids).catch(() => undefined), wait);
  }

  /** Whether the list was found and will hardly grow, so that what is below it stays in place. */
  isSettled(coming: boolean): boolean {
    this.#isSettled ||= this.#isFound && (!coming || this.list.length === most);
    return this.#isSettled;
  }

  async #make(latest: readonly DocumentSummary[], ids: string): Promise<void> {
    const { changed, library, words } = this.#shell;
    try {
      const { findSuggestions } = await import("./find-suggestions.js");
      const found = await findSuggestions(await library, { documents: latest, words, most });
      if (ids === this.#asked) this.list = found;
    } finally {
      this.#isFound ||= ids === this.#asked;
      changed();
    }
  }
}
