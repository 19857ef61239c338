import type { DocumentId, PageGap } from "../core/document.js";
import type { Span } from "../core/page.js";
import type { EvidenceId } from "../core/passage.js";
import type { IgnoredPart } from "./query/query-syntax.js";

/**
 * What a search goes by.
 *
 * - `words`: the words of the query.
 * - `meaning`: how near the vector of a passage is to that of the query.
 * - `both`: the score by words plus a share of how near the vectors are, each relative to its best.
 */
export type SearchMode = "words" | "meaning" | "both";

/** How a search is done, and narrowed. */
export interface SearchOptions {
  /**
   * `words` by default. The others need embeddings (`Pagehound.embeddings`); operators narrow the
   * search as ever.
   */
  readonly by?: SearchMode | undefined;
  /**
   * How many passages at most.
   *
   * @defaultValue `10`
   */
  readonly limit?: number | undefined;
  /**
   * Only these documents.
   *
   * @defaultValue all
   */
  readonly documents?: readonly DocumentId[] | undefined;
}

/** A piece of a passage's text for display. */
export interface Excerpt {
  readonly text: string;
  /** Where the query's words stand in `text`. */
  readonly marks: readonly Span[];
}

/** A passage that was found. */
export interface SearchHit {
  readonly id: EvidenceId;
  readonly document: DocumentId;
  /** Path of the document. */
  readonly path: string;
  /** Page, counting from 1. */
  readonly page: number;
  /** The label printed on the page, or null. */
  readonly pageLabel: string | null;
  /** What the document's pages are; see `DocumentSummary.pageUnit`. */
  readonly pageUnit: "page" | "part";
  /** The passage's place in the page's text. */
  readonly span: Span;
  /** The whole passage. */
  readonly text: string;
  /** Where the query's words stand in the page's text, all of them inside `span`. */
  readonly marks: readonly Span[];
  readonly excerpt: Excerpt;
  /** Text of the heading the passage stands under, or null. */
  readonly heading: string | null;
  /**
   * Greater is better; by `meaning` a cosine. Scores of one search can be compared with one another,
   * those of two cannot.
   */
  readonly score: number;
}

/** What a search covered, so that "nothing found" can be judged. */
export interface Coverage {
  readonly documents: number;
  readonly pages: number;
  /** Pages without text that can be searched: empty, scanned or unreadable ones. */
  readonly pagesWithoutText: number;
  /**
   * Which pages those are, in the order the documents were added. At most 50 entries of at most 20
   * ranges each.
   */
  readonly gaps: readonly CoverageGap[];
  /** How many of the pages without text `gaps` does not name, because there are too many. */
  readonly pagesNotNamed: number;
  /** About how many rare words of these documents are left out of the index (`DocumentSummary.termsLeftOut`); missing when none. */
  readonly termsLeftOut?: number;
}

/** Pages of one document that could not be searched, for one reason. */
export interface CoverageGap extends PageGap {
  readonly document: DocumentId;
  /** Path of the document. */
  readonly path: string;
}

/** A word of the query that nothing holds, and the word that was searched for instead. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/** What a search found, best first. */
export interface SearchResponse {
  readonly query: string;
  readonly hits: readonly SearchHit[];
  /**
   * Number of passages that contain at least one of the query's words, and the words of all that it
   * requires. Whether a phrase's words stand side by side is seen to for those in `hits` only. By
   * `meaning`, the number of passages that were compared.
   */
  readonly matches: number;
  /**
   * Passages of the documents searched that have no vector yet: by `both` they are found by their
   * words alone, by `meaning` not at all. Missing when the search goes by `words`.
   */
  readonly withoutVectors?: number;
  /** Words taken for typing errors. Not empty only when nothing was found as it was typed. */
  readonly corrections: readonly Correction[];
  /** Words of the query that no document searched holds. */
  readonly unmatched: readonly string[];
  /** Parts of the query that could not be used, with the reason. */
  readonly ignored: readonly IgnoredPart[];
  readonly coverage: Coverage;
}
