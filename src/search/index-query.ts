import type { PageRange } from "../core/page-range.js";

/** Terms that stand for one word: stems of several languages, words that begin with a prefix. */
export type AnyOf = readonly string[];

/** Words of which a passage must hold all. */
export type AllOf = readonly AnyOf[];

/** A word of a query. */
export interface Concept {
  /** Each once; a text that holds several of them counts as holding the best one. */
  readonly terms: AnyOf;
  /** How often the word comes in the query; less than once for one that only may be meant. */
  readonly occurrences: number;
}

/** What an index is asked for. Words are ranked, not required; the rest narrows what is ranked. */
export interface IndexQuery {
  readonly concepts: readonly Concept[];
  /** Neighbouring words written as one, as file names have them; sought in names only. */
  readonly joined: readonly Concept[];
  /** For each requirement its alternatives: a passage must fulfil one of each. */
  readonly required: readonly (readonly AllOf[])[];
  /** A passage that fulfils one of these is passed over. */
  readonly excluded: readonly AllOf[];
  /** Only passages on these pages; null for all. */
  readonly pages: readonly PageRange[] | null;
  /** Whether the query has a number, so that passages with numbers are likelier to answer it. */
  readonly hasNumber: boolean;
}
