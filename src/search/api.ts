import type {
  DocumentId,
  DocumentSource,
  EvidenceId,
  PageGap,
  PageUnit,
  Span,
  Table,
} from "../core/index.js";
import type { IgnoredPart } from "./query/index-query.js";

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
  /**
   * Also looks for the figure that the query asks for, in rows of tables and in sentences: hits that
   * hold one come first and say where (`SearchHit.figures`). Takes some tenths of a second more, and
   * does nothing for a query that asks for no figure.
   *
   * @defaultValue `false`
   */
  readonly figures?: boolean | undefined;
}

/** A place that may hold the figure that a query asks for. */
export interface FoundFigure {
  /** The row of a table, or the sentence, in the page's text. */
  readonly span: Span;
  /** The figure itself in the page's text; null for a sentence. */
  readonly cell: Span | null;
  /** From 0 to 1. */
  readonly score: number;
  /** Whether it is likely enough to be shown as the answer. */
  readonly sure: boolean;
}

/** What a row of a table is looked for by. */
export interface RowQuery {
  /** What the row is called, in its own words or in everyday ones: "revenue", "net sales". */
  readonly label: string;
  /**
   * The time its column names: "2022", "three months ended June 30, 2022".
   *
   * @defaultValue any
   */
  readonly period?: string | undefined;
  /**
   * Only these documents.
   *
   * @defaultValue all
   */
  readonly documents?: readonly DocumentId[] | undefined;
  /**
   * How many rows at most, from 1 to 100.
   *
   * @defaultValue `5`
   */
  readonly limit?: number | undefined;
}

/** A document that a question may be asked of. */
export interface FoundDocument {
  readonly document: DocumentId;
  /** Path of the document. */
  readonly path: string;
  /** What it is, made of its title, its years and its headings, on one line of 240 characters at most. */
  readonly description: string;
  /** Notes of how questions like this one were answered out of it before; two at most. */
  readonly guides: readonly { readonly id: string; readonly text: string }[];
  /** The source that it is read from; missing for what is stored here. */
  readonly from?: DocumentSource | undefined;
}

/** A row of a table that was found. */
export interface FoundRow {
  readonly document: DocumentId;
  /** Path of the document. */
  readonly path: string;
  /** Page, counting from 1. */
  readonly page: number;
  /** The table's number on its page, counting from 1. */
  readonly tableNumber: number;
  readonly table: Table;
  /** The row, counted as in `TableCell.row`. */
  readonly row: number;
  /** The column of the cell that is meant, counted as in `TableCell.column`. */
  readonly column: number;
  /** From 0 to 1. */
  readonly score: number;
}

/** A piece of a passage's text for display. */
export interface Excerpt {
  readonly text: string;
  /** Where the query's words stand in `text`. */
  readonly marks: readonly Span[];
}

/** Another place with the text of a hit. */
export interface SamePlace {
  readonly id: EvidenceId;
  readonly document: DocumentId;
  /** Path of the document. */
  readonly path: string;
  /** Page, counting from 1. */
  readonly page: number;
  /** The label printed on the page, or null. */
  readonly pageLabel: string | null;
  readonly pageUnit: PageUnit;
  /** The passage's place in the page's text. */
  readonly span: Span;
  /** As that of a hit. */
  readonly score: number;
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
  readonly pageUnit: PageUnit;
  /** Set where the page's text was recognised in a picture, so that it may have mistakes. */
  readonly recognised?: true;
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
  /** The source that it was read from; missing for what is stored here. */
  readonly from?: DocumentSource | undefined;
  /**
   * Where else the same text was found, of a passage with 120 characters or more; missing where
   * nowhere.
   */
  readonly alsoIn?: readonly SamePlace[];
  /** Places in the passage that may hold the figure asked for, best first; missing where none was looked for or found. */
  readonly figures?: readonly FoundFigure[];
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
  /** Sources that were asked as well and could not be searched, and for an answer services whose tools failed; missing when none. */
  readonly notSearched?: readonly SourceFailure[] | undefined;
}

/** A source that could not be asked, and why. */
export interface SourceFailure {
  /** What people know it by. */
  readonly source: string;
  readonly url: string;
  /**
   * - `unreachable`: it did not answer, or this page may not ask it.
   * - `slow`: it did not answer in time.
   * - `refused`: it answered, and refused, such as for want of a key.
   * - `unable`: it cannot do what was asked for.
   */
  readonly kind: "unreachable" | "slow" | "refused" | "unable";
  /** In a sentence, with the next step. */
  readonly reason: string;
}

/** Pages of one document that could not be searched, for one reason. */
export interface CoverageGap extends PageGap {
  readonly document: DocumentId;
  /** Path of the document. */
  readonly path: string;
}

/** Conditions of a query on dates and authors that no document meets, and what there is. */
export interface UnmetFilters {
  /** Those that none meets, as they are typed; all of them where each is met by some document, but not together. */
  readonly filters: readonly string[];
  /** What they are about; null for several things. */
  readonly field: "after" | "before" | "author" | null;
  /** How many documents were looked at: those in scope that the other filters let through. */
  readonly documents: number;
  /** How many of them have no date that is known. */
  readonly undated: number;
  /** The first and the last of the others by their days; null where none has one. */
  readonly oldest: DatedDocument | null;
  readonly newest: DatedDocument | null;
  /** Who wrote them, the most frequent first, five at most. */
  readonly authors: readonly string[];
}

/** A document and its day: when it was changed last, else made, as it says itself, else when its file was changed. */
export interface DatedDocument {
  readonly path: string;
  /** As `2023-05-04`, in UTC. */
  readonly day: string;
}

/** A word of the query that nothing holds, and the word that was searched for instead. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/** A word of a query, and words that mean about the same as the hits have them, in lower case. */
export interface AlikeWord {
  readonly word: string;
  readonly forms: readonly string[];
}

/** A condition of a query that was dropped, so that its words were searched for like any others. */
export interface RelaxedPart {
  /** As it was typed, with its quotes or hyphen. */
  readonly text: string;
  /** Its place in the query. */
  readonly span: Span;
  /**
   * - `phrase`: nothing has these words side by side.
   * - `exclusion`: nothing is left without this.
   * - `option`: the documents write it with its hyphen, as an option of a command.
   */
  readonly kind: "phrase" | "exclusion" | "option";
}

/** A company, or a file, that a query names beside others, so that each is searched by itself. */
export interface QuerySide {
  /** As the query names it. */
  readonly name: string;
  /** The documents that are about it. */
  readonly documents: readonly { readonly document: DocumentId; readonly path: string }[];
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
  /**
   * Words of the query that no document searched holds, whether as they are typed, in another form, in
   * a compound or by another name.
   */
  readonly unmatched: readonly string[];
  /**
   * English words of the hits that mean about the same as one of the query and were searched for, too,
   * for less; missing where there are none, and where no figure was looked for.
   */
  readonly alike?: readonly AlikeWord[] | undefined;
  /** Phrases and exclusions that were searched for as words instead; missing where none were. */
  readonly relaxed?: readonly RelaxedPart[] | undefined;
  /** Parts of the query that could not be used, with the reason. */
  readonly ignored: readonly IgnoredPart[];
  /** Conditions on dates and authors that left no document to search; missing where some are left. */
  readonly unmet?: UnmetFilters | undefined;
  readonly coverage: Coverage;
  /** Whether the query asks for a figure; missing when that was not looked for. */
  readonly asksFigure?: boolean;
  /** Missing where the query names fewer than two. `hits` has the best places of each in turns. */
  readonly sides?: readonly QuerySide[];
  /**
   * The only company or file that the query names, where the best hit is of one of its documents. What
   * these have for the rest of the query comes first. Missing elsewhere.
   */
  readonly about?: QuerySide;
}
