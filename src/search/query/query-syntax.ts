import type { FormatId } from "../../core/document.js";
import type { PageRange, Span } from "../../core/page.js";

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
