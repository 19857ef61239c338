import type { Pagehound } from "../../index.js";
import type { DocumentsFeature } from "../documents/documents-feature.js";
import type { Opening } from "../shell/opening.js";
import type { Shell } from "../shell/shell.js";
import { Meaning } from "./meaning.js";
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
  readonly meaning: Meaning;
  mode: SearchMode = "words";

  constructor(documents: DocumentsFeature, library: Pagehound) {
    const { list, opening, shell } = documents;
    const { changed, progressed } = shell;
    this.shell = shell;
    this.documents = documents;
    this.opening = opening;
    this.meaning = new Meaning(library, shell, () => this.asking.again());
    this.search = new Search(
      library,
      () => ({ documents: list.scope, by: this.meaning.by }),
      changed,
    );
    this.patterns = new PatternSearch(library, () => list.scope, changed, progressed);
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
