import type {
  CallOptions,
  DocumentId,
  EvidenceId,
  Page,
  PageRange,
  PageUnit,
  Span,
} from "../../core/index.js";

import type { Reach } from "./pattern/syntax.js";

/** How patterns are read and what they match. All are off by default. */
export interface PatternOptions {
  /** Takes the patterns as they are, not as regular expressions. */
  readonly fixed?: boolean | undefined;
  readonly ignoreCase?: boolean | undefined;
  /** Only matches with neither letter, mark, digit nor underscore beside them, in any script. */
  readonly wholeWord?: boolean | undefined;
  /** Matches letters whatever diacritics they have, in pattern and text. */
  readonly foldDiacritics?: boolean | undefined;
}

/** How a grep is narrowed, and what comes back. */
export interface GrepOptions extends PatternOptions {
  /**
   * Globs of the paths to look at; all by default. `*`, `**`, `?`, `[…]` and `{a,b}` as in gitignore
   * files: without a `/` a glob is about the file's name in whatever folder. Case does not matter.
   */
  readonly include?: string | readonly string[] | undefined;
  /** Globs of the paths to leave out. */
  readonly exclude?: string | readonly string[] | undefined;
  /** Only these documents. */
  readonly documents?: readonly DocumentId[] | undefined;
  /** Only these pages of each document, counting from 1: "2-3,5", "10-". */
  readonly pages?: string | undefined;
  /**
   * Lines of context before and after each matching line; empty lines do not count.
   *
   * @defaultValue `0`
   */
  readonly context?: number | undefined;
  /** As `context`, before the line only. */
  readonly before?: number | undefined;
  /** As `context`, after the line only. */
  readonly after?: number | undefined;
  /**
   * How many matching lines come back at most, 1 to 10,000. All are counted.
   *
   * @defaultValue `100`
   */
  readonly limit?: number | undefined;
  /** How many matching lines to pass over first, to go on where `left` said there is more. */
  readonly offset?: number | undefined;
  /**
   * Milliseconds after which the matching is stopped, 10 to 600,000.
   *
   * @defaultValue `5_000`
   */
  readonly deadline?: number | undefined;
}

/** A line of a page's text: the `number`-th of `page.text.split("\n")`, counting from 1. */
export interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

/** A line in which a match begins, with the lines it runs on to, if any. */
export interface GrepLine {
  /** Page, counting from 1. */
  readonly page: number;
  /** The label printed on the page, or null. */
  readonly pageLabel: string | null;
  /** Set where the page's text was recognised in a picture, so that it may have mistakes. */
  readonly recognised?: true;
  /** Number of the first line on the page; see `NumberedLine`. */
  readonly line: number;
  /** The line's, or lines', place in the page's text. */
  readonly span: Span;
  readonly text: string;
  /** Each match's place in the page's text, in order; all begin in the first line. */
  readonly marks: readonly Span[];
  readonly before: readonly NumberedLine[];
  readonly after: readonly NumberedLine[];
}

/** A matching line, where it stands, and the evidence id to cite it by. */
export interface GrepHit extends GrepLine {
  /** The passage in which the first match begins; null in running headers, footers and page numbers. */
  readonly id: EvidenceId | null;
  readonly document: DocumentId;
  /** Path of the document. */
  readonly path: string;
  /** What the document's pages are; see `DocumentSummary.pageUnit`. */
  readonly pageUnit: PageUnit;
}

/** Matches never overlap; `lines` are those in which a match begins. */
export interface MatchCount {
  readonly matches: number;
  readonly lines: number;
}

export interface PageMatchCount extends MatchCount {
  /** Counts from 1. */
  readonly page: number;
}

export interface DocumentMatchCount extends MatchCount {
  readonly document: DocumentId;
  readonly path: string;
  /** The pages with a match, in order. */
  readonly pages: readonly PageMatchCount[];
}

/** Where a grep was stopped because its deadline had passed. */
export interface GrepStop {
  /** The patterns that may have taken too long. */
  readonly patterns: readonly string[];
  readonly document: DocumentId;
  readonly path: string;
  /** The pages that were being looked at. */
  readonly pages: PageRange;
  /** What happened and what to do, for people. */
  readonly message: string;
}

/** What a grep found. Documents come in the order they were added. */
export interface GrepFindings extends MatchCount {
  readonly patterns: readonly string[];
  /** Matching lines from `offset` on, `limit` at most. */
  readonly hits: readonly GrepHit[];
  readonly offset: number;
  /** Matching lines that come after those in `hits`. */
  readonly left: number;
  /** The documents with a match, and how many; all matches are counted, not only those in `hits`. */
  readonly documents: readonly DocumentMatchCount[];
  /** The documents without, of those that were looked at whole. */
  readonly without: readonly { readonly document: DocumentId; readonly path: string }[];
  /**
   * Null when everything was looked at; else hits, counts and coverage are of what comes before: all
   * documents before it, and in it the pages before `stopped.pages`.
   */
  readonly stopped: GrepStop | null;
  /** What was read otherwise than some tools would read it, in sentences. */
  readonly notes: readonly string[];
}

/**
 * How far a grep has got, in documents. Text is loaded when it is first needed, and after a pattern
 * had to be stopped.
 */
export interface GrepProgress {
  readonly phase: "loading" | "matching";
  readonly done: number;
  readonly total: number;
}

/** Matching lines and counts of one document, or of some of its pages. */
export interface DocumentFindings extends MatchCount {
  /** Ordinal. */
  readonly document: number;
  readonly pages: readonly PageMatchCount[];
  /** Those of its matching lines that are asked for. */
  readonly found: readonly GrepLine[];
}

/** What the grep worker reports while it works. */
export interface GrepStep {
  /** What was found since the last step; of a long document it comes in several pieces. */
  readonly findings: readonly DocumentFindings[];
  /** Number of documents finished so far. */
  readonly done: number;
  /** The pages that are looked at next; null at the end. */
  readonly next: { readonly document: number; readonly pages: PageRange } | null;
}

/** A pattern in the form that the grep worker is given. */
export type CompiledPattern =
  /** Any of these texts, the first of them where several begin at the same place. */
  | { readonly type: "literal"; readonly texts: readonly string[]; readonly wholeWord: boolean }
  | {
      readonly type: "regexp";
      readonly source: string;
      readonly flags: string;
      /** Each match contains one of these; empty when nothing is known. */
      readonly required: readonly string[];
      /** How much of the text around a match has to be looked at. */
      readonly reach: Reach;
    };

/** What is looked for, and where. */
export interface GrepRequest {
  readonly patterns: readonly CompiledPattern[];
  readonly foldDiacritics: boolean;
  readonly documents: readonly GrepScope[];
  readonly before: number;
  readonly after: number;
  readonly offset: number;
  readonly limit: number;
}

/** A loaded document, and which of its pages to look at. */
export interface GrepScope {
  /** Ordinal. */
  readonly document: number;
  /** In ascending order; null for all. */
  readonly within: readonly PageRange[] | null;
  /** The only pages that can hold a match, where that is known. */
  readonly candidates: ReadonlySet<number> | null;
}

/** A page as the grep worker keeps it. */
export interface GrepPage {
  readonly label: string | null;
  readonly text: string;
  readonly recognised?: true;
  /** Of a page whose places are named by more than its label. */
  readonly place?: Pick<Page, "height" | "lines" | "cells">;
}

/** What the grep worker offers. It keeps the text of documents in memory. */
export interface GrepApi {
  /**
   * Takes a document's pages, in order and some at a time; the first ones take the place of all
   * that is there.
   *
   * @param request `after`: how many of them came before
   */
  load(
    request: { document: number; pages: readonly GrepPage[]; after: number },
    options?: CallOptions,
  ): Promise<void>;
  /** Forgets documents. */
  unload(request: { documents: readonly number[] }, options?: CallOptions): Promise<void>;
  /** Looks for patterns in loaded documents, in the order given. What is found comes in steps. */
  grep(request: GrepRequest, options?: CallOptions<GrepStep>): Promise<void>;
}
