import type { FormatId, PageRange, Span } from "../../core/index.js";
import type { ImpactOptions } from "../index/postings.js";

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
  /** The words that documents are told apart by from their first pages; sought there only. */
  readonly naming: readonly Concept[];
  /** Neighbouring words that may be the whole label of a row. */
  readonly labels: readonly Concept[];
  /** For each requirement its alternatives: a passage must fulfil one of each. */
  readonly required: readonly (readonly AllOf[])[];
  /** A passage that fulfils one of these is passed over. */
  readonly excluded: readonly AllOf[];
  /** Only passages on these pages; null for all. */
  readonly pages: readonly PageRange[] | null;
  /** Whether the query has a number, so that passages with numbers are likelier to answer it. */
  readonly hasNumber: boolean;
}

/**
 * The constants of ranking. What each one does to recall is measured by
 * `npm run bench -- retrieval --ablation` and written down in docs/decisions, "Ranking".
 */
export interface RankingOptions {
  /** A passage's own words, those of its heading among them. */
  readonly passage: ImpactOptions;
  /** All words of a page. */
  readonly page: ImpactOptions;
  /** The words of a document's path. */
  readonly name: ImpactOptions;
  /** The words of a document's first pages. */
  readonly opening: ImpactOptions;
  /** How many times each word of the heading counts that a passage stands under. */
  readonly headingWeight: number;
  /** How many words at the top of a page are its lead, which mostly says what the page is about … */
  readonly leadWords: number;
  /** … and how many times each of them counts more. */
  readonly leadWeight: number;
  /** What the page, the name, the opening are worth beside the passage, each relative to its best. */
  readonly pageShare: number;
  readonly nameShare: number;
  readonly openingShare: number;
  /** What a passage gains whose rows have labels that stand in the query word for word. */
  readonly labelShare: number;
  /** What a passage gains when numbers are half of it or more and the query has a number. */
  readonly numbersShare: number;
  /**
   * Idf is raised to this power: questions hold rare words that say nothing of what is asked
   * ("judgments", "primarily"), which would otherwise outweigh the rest.
   */
  readonly idfPower: number;
  /** Whether idf is that of the documents searched rather than of all documents. */
  readonly scopedIdf: boolean;
  /** How function words of a query are treated: left out, or kept like any other. */
  readonly functionWords: "left out" | "kept";
  /** Whether a word that comes twice in a query counts twice. */
  readonly repetition: boolean;
  /** What a word counts that the documents say an abbreviation in the query stands for, or the other way round. */
  readonly abbreviationWeight: number;
  /** What a word counts of the other names that a thing of the query has (`everydayNames`). */
  readonly everydayWeight: number;
  /** What another way to write a word counts: a compound that it is a part of, one word for two. */
  readonly variantWeight: number;
  /** What the words of the documents count that mean about the same as one of the query. */
  readonly likeWeight: number;
  /** What a word counts that tells how to answer, or what to calculate (`isInstruction`). */
  readonly instructionWeight: number;
  /** What the other words of a query with names count for a document's first pages. */
  readonly unnamedWeight: number;
  /** Whether passages with a word that is by far the query's rarest come first. */
  readonly rareFirst: boolean;
}

/** What a collection is ranked with. */
export const defaultRanking: RankingOptions = {
  passage: { k1: 1.2, b: 0.5, referenceLength: 150 },
  page: { k1: 3, b: 0.75, referenceLength: 500 },
  name: { k1: 0.9, b: 0.4, referenceLength: 5 },
  opening: { k1: 0.9, b: 0.4, referenceLength: 800 },
  headingWeight: 2,
  leadWords: 25,
  leadWeight: 5,
  pageShare: 0.8,
  nameShare: 2,
  openingShare: 0.5,
  labelShare: 0.6,
  numbersShare: 0.75,
  idfPower: 0.85,
  scopedIdf: true,
  functionWords: "left out",
  repetition: true,
  abbreviationWeight: 0.25,
  everydayWeight: 0.25,
  variantWeight: 0.1,
  likeWeight: 0.25,
  instructionWeight: 0.3,
  unnamedWeight: 0.3,
  rareFirst: true,
};

/** A word of a query. Its text is as it was typed, without the punctuation around it. */
export interface QueryWordItem {
  readonly kind: "word";
  readonly text: string;
  readonly span: Span;
}

/** Words in quotes, without them; white space is single spaces. */
export interface QueryPhraseItem {
  readonly kind: "phrase";
  readonly text: string;
  readonly span: Span;
}

/** The beginning of a word, without the asterisk. */
export interface QueryPrefixItem {
  readonly kind: "prefix";
  readonly text: string;
  readonly span: Span;
}

/** What can be joined by OR or excluded. */
export type QueryOperand = QueryWordItem | QueryPhraseItem | QueryPrefixItem;

/**
 * A part of a query.
 *
 * - `word`: ranked, not required. The more of them a passage has, and the rarer, the better.
 * - `prefix`: stands for all words that begin with it, ranked as one word.
 * - `phrase`: required: a passage without it is not found.
 * - `any`: joined by OR; a passage with none of the alternatives is not found. Binds tighter than
 *   what stands beside it: `cash flow OR income` is the word "cash" and one of the other two.
 * - `without`: a passage that has it is not found.
 */
export type QueryItem =
  | QueryOperand
  | { readonly kind: "any"; readonly alternatives: readonly QueryOperand[]; readonly span: Span }
  | { readonly kind: "without"; readonly operand: QueryOperand; readonly span: Span };

/**
 * A condition on documents and pages. Filters of one field that include are alternatives; those of
 * different fields, and each that excludes, must all hold.
 *
 * - `doc`: `pattern` is a part of the path or, with `*` or `?` in it, a glob. Upper and lower case
 *   are the same.
 * - `type`: the document's format.
 * - `page`: pages counting from 1, both ends included; `to` is Infinity where the range is open.
 *   A page filter never excludes.
 * - `after`, `before`: documents of this day or later, or of an earlier one (see `documentDay`). All of
 *   them must hold, and none excludes.
 * - `author`: `name` is a part of the author's name. Upper and lower case and accents are the same.
 */
export type QueryFilter =
  | {
      readonly field: "doc";
      readonly pattern: string;
      readonly exclude: boolean;
      readonly span: Span;
    }
  | {
      readonly field: "type";
      readonly format: FormatId;
      readonly exclude: boolean;
      readonly span: Span;
    }
  | {
      readonly field: "page";
      readonly range: PageRange;
      readonly exclude: false;
      readonly span: Span;
    }
  | {
      readonly field: "after" | "before";
      /** As `2023-05-04`: the first day of the year or month that is named. */
      readonly day: string;
      readonly exclude: false;
      readonly span: Span;
    }
  | {
      readonly field: "author";
      readonly name: string;
      readonly exclude: boolean;
      readonly span: Span;
    };

/** A part of a query that could not be used. */
export interface IgnoredPart {
  readonly text: string;
  readonly span: Span;
  /** A sentence for people. */
  readonly reason: string;
}

/** A query as it was understood. Every span is a place in the query's text. */
export interface ParsedQuery {
  readonly items: readonly QueryItem[];
  readonly filters: readonly QueryFilter[];
  readonly ignored: readonly IgnoredPart[];
}
