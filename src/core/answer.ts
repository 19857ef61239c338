import type { DocumentId, DocumentSource, DocumentSummary, PageUnit } from "./document.js";
import type { Span } from "./page.js";
import type { EvidenceId, PassageText } from "./passage.js";
import type { CellId, TableId } from "./table.js";
import type { ToolOrigin } from "./tool-text.js";

/** A place on a page of a document, with what is needed to show and open it. */
export interface EvidencePlace {
  readonly evidence: EvidenceId;
  readonly document: DocumentId;
  /** Path of the document. */
  readonly path: string;
  /** Page, counting from 1. */
  readonly page: number;
  /** The label printed on the page, or null. */
  readonly pageLabel: string | null;
  readonly pageUnit: PageUnit;
  /** True if the page's text was recognised in an image, so it may contain errors. */
  readonly recognised?: true;
  /**
   * Set if it is in the result of an external tool instead of a document. `Answer.toolTexts` has
   * the text.
   */
  readonly tool?: ToolOrigin | undefined;
  /**
   * Set if the document is not stored here but read from a source, which may number it differently:
   * `DocumentSource.url` and the path identify it.
   */
  readonly from?: DocumentSource | undefined;
  /** Where it is in the page's text, in UTF-16 code units. */
  readonly span: Span;
}

/**
 * A place that code has verified: the page's text at `span` is `quote`. A model's unverified claim
 * is a `ClaimedCitation`.
 */
export interface Citation extends EvidencePlace {
  /** The page's own text at `span`, with its original white space, hyphens and quotes. */
  readonly quote: string;
}

/**
 * A part of a passage's text as a citation. `part` is its position in that text, not in the page's.
 */
export function citationOf(
  { id, page, pageLabel, recognised, span, text }: PassageText,
  part: Span,
  {
    id: document,
    path,
    pageUnit,
    source,
  }: Pick<DocumentSummary, "id" | "path" | "pageUnit"> & Partial<Pick<DocumentSummary, "source">>,
): Citation {
  return {
    evidence: id,
    document,
    path,
    page,
    pageLabel,
    pageUnit,
    ...(recognised ? { recognised } : {}),
    ...(source?.kind ? { from: source } : {}),
    quote: text.slice(part.start, part.end),
    span: { start: span.start + part.start, end: span.start + part.end },
  };
}

/** An unverified citation as written by a model. */
export interface ClaimedCitation {
  /** An evidence id such as `d3.p12.s4`. */
  readonly id: string;
  readonly quote: string;
}

/** An operand of a calculation, and its origin. */
export interface Operand {
  /** As written in the expression or the document. */
  readonly text: string;
  /** Its value, as a decimal string, so that no digit is lost. */
  readonly value: string;
  /** Where it is in a document; null for a constant, a result, or a number of unknown origin. */
  readonly citation: Citation | null;
  /**
   * `constant`: part of a formula, such as the 100 of a percentage; `result`: of an earlier
   * calculation.
   */
  readonly origin: "document" | "constant" | "result" | "unknown";
  /** The cell of a table that it was read in, if one was named; see `CellId`. */
  readonly cell?: CellId | undefined;
}

/** Rows of a table, on one page. */
export interface SourceRows {
  readonly table: TableId;
  /** Counted as in `TableCell.row`, ascending: "1-40, 42". */
  readonly rows: string;
}

/** A result of the calculator, or a number in the result of a query. */
export interface Calculation {
  /** Its id within a run: `c1`, `c2` and so on; for a query's result `q1.r2.c3`. */
  readonly id: string;
  /** The expression as it was computed. */
  readonly expression: string;
  /** The result, as a decimal string. */
  readonly value: string;
  /**
   * The power of ten to multiply `value` by, which the display states in words: 6 for "244
   * million"; missing if there is none.
   */
  readonly scale?: number | undefined;
  /** The result with its unit, in readable form. */
  readonly display: string;
  /** For a query's result, the first of the cells that it was computed from. */
  readonly operands: readonly Operand[];
  /**
   * For a query's result, all rows that it was computed from; missing if it was computed from
   * `operands` alone.
   */
  readonly rows?: readonly SourceRows[] | undefined;
  /** For the result of a query: the values that identify its row, such as the groups. */
  readonly keys?: readonly string[] | undefined;
  /**
   * True if every operand was read in a document, is a constant, or comes from such a calculation;
   * all operands have the same scale; and the result depends on at least one operand that is not a
   * constant, and on all of them.
   */
  readonly sourced: boolean;
}

/** An unverified sentence as written by a model. */
export interface DraftSentence {
  readonly text: string;
  readonly citations: readonly ClaimedCitation[];
}

/** The arguments of the `answer` tool, in the order a model writes them. */
export interface DraftAnswer {
  /** True if the model has seen enough to answer. */
  readonly enough: boolean;
  /** The information that the model still needs if it has not seen enough; otherwise empty. */
  readonly missing: string;
  readonly sentences: readonly DraftSentence[];
}

/** A conversation, as shown in a list. */
export interface ConversationSummary {
  readonly id: string;
  /** Its first question, or the name a person gave it. */
  readonly title: string;
  /** How many questions it has. */
  readonly turns: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** When its last question was answered, in milliseconds since 1970. */
  readonly updatedAt: number;
}
