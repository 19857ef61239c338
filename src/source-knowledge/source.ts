import type { ExtractionGuide } from "./guide.js";

/**
 * What a source is.
 *
 * - `document`, and of one its `table` or `text`; `collection`: many documents, here or published.
 * - `engine`: an index that is kept elsewhere. `tool`, `api`: what is called. `site`: pages of the web.
 */
export type SourceKind =
  | "document"
  | "table"
  | "text"
  | "collection"
  | "engine"
  | "tool"
  | "api"
  | "site";

/** What can be done with a source. */
export type SourceAbility = "search" | "read" | "grep" | "table" | "call";

/** A word that is frequent in a source, as it is mostly written there. */
export interface SourceTerm {
  readonly word: string;
  readonly count: number;
}

/** A source in short, made of its content; see `describeSource`. Each list has the most telling first. */
export interface SourceDescription {
  readonly title: string;
  readonly headings: readonly string[];
  /** Heads of the columns of its tables. */
  readonly heads: readonly string[];
  /** What the rows of its tables are called. */
  readonly labels: readonly string[];
  /** Years that it names in its heads, its title and its headings, or else in its text; ascending. */
  readonly years: readonly number[];
  readonly terms: readonly SourceTerm[];
}

/** Something that can be asked. */
export interface Source {
  /** Unique among the sources of a question; a document's is its id. */
  readonly id: string;
  readonly kind: SourceKind;
  readonly description: SourceDescription;
  /** When its content was last taken from where it is kept, in milliseconds since 1970; null where it is asked anew each time. */
  readonly refreshedAt: number | null;
  readonly abilities: readonly SourceAbility[];
  /** Those that have not faded, the best first. */
  readonly guides: readonly ExtractionGuide[];
}
