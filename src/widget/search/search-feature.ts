import type { Pagehound, SearchMode as SearchBy } from "../../index.js";
import type { DocumentsFeature } from "../documents/documents-feature.js";
import type { Opening } from "../shell/opening.js";
import type { Shell } from "../shell/shell.js";
import type { Meaning } from "./meaning.js";
import { PatternSearch } from "./pattern-search.js";
import { Search } from "./search.js";

/** How the documents are searched: by words, ranked, or by a pattern, line by line. */
export type SearchMode = "words" | "pattern";

/** The search by words and meaning, and the one by patterns, behind one box. */
export class SearchFeature {
  readonly shell: Shell;
  /** What is searched. */
  readonly documents: DocumentsFeature;
  readonly opening: Opening;
  readonly search: Search;
  readonly patterns: PatternSearch;
  mode: SearchMode = "words";
  readonly #library: Pagehound;
  #meaning: Meaning | null = null;

  constructor(documents: DocumentsFeature, library: Pagehound) {
    const { list, opening, shell } = documents;
    const { changed, progressed } = shell;
    this.shell = shell;
    this.documents = documents;
    this.opening = opening;
    this.#library = library;
    this.search = new Search(library, () => ({ documents: list.scope, by: this.by }), changed);
    this.patterns = new PatternSearch(library, () => list.scope, changed, progressed);
  }

  /** The search by meaning; null until its code is there, which is fetched with its view. */
  get meaning(): Meaning | null {
    return this.#meaning;
  }

  /** The search by meaning, made with its code unless it is there. */
  meaningOf(Kind: typeof Meaning): Meaning {
    this.#meaning ??= new Kind(this.#library, this.shell, () => this.asking.again());
    return this.#meaning;
  }

  /** What searches go by. */
  get by(): SearchBy {
    return this.#meaning?.by ?? "words";
  }

  /** The search that the box belongs to. */
  get asking(): Search | PatternSearch {
    return this.mode === "pattern" ? this.patterns : this.search;
  }

  /** Goes from words to patterns or back; what is in the box stays. */
  togglePatternMode(): void {
    this.shell.view = "search";
    const { query, resting } = this.asking;
    this.asking.type("");
    this.mode = this.mode === "pattern" ? "words" : "pattern";
    this.asking.type(resting ? "" : query);
  }
}
