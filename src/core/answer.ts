import type { CountedUnit } from "./counted-units.js";
import type { DocumentId, DocumentSource, DocumentSummary, PageGap } from "./document.js";
import type { Span } from "./page.js";
import type { EvidenceId, PassageText } from "./passage.js";
import type { DocumentPlace } from "./place.js";
import type { SentenceParts } from "./sentence-part.js";
import type { CellId, TableId } from "./table.js";
import type { ToolOrigin, ToolText } from "./tool-text.js";

/** A place on a page of a document, with what is needed to show and open it. */
export interface EvidencePlace extends DocumentPlace {
  readonly evidence: EvidenceId;
  /** True if the page's text was recognised in an image, so it may contain errors. */
  readonly recognised?: true;
  /** Set if it is in the result of an external tool, whose text is in `Answer.toolTexts`. */
  readonly tool?: ToolOrigin | undefined;
  /**
   * Set if the document is not stored here but read from a source, which may number it differently:
   * `DocumentSource.url` and the path identify it.
   */
  readonly from?: DocumentSource | undefined;
}

/**
 * A place that code has verified: the page's text at `span` is `quote`. A model's unverified claim
 * is a `ClaimedCitation`.
 */
export interface Citation extends EvidencePlace {
  /** The page's own text at `span`, with its original white space, hyphens and quotes. */
  readonly quote: string;
}

/** A part of a passage's text as a citation. `part` is a position in that text, not in the page. */
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
  /** `constant`: part of a formula, such as the 100 of a percentage; `result`: of another one. */
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
  /** For a query's result, all rows it was computed from; missing with `operands` alone. */
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

/** A number whose digits occur in the cited text, but with another meaning. */
export interface MisplacedNumber {
  /** The number as the sentence writes it. */
  readonly number: string;
  /**
   * The difference:
   *
   * - `column`, `row`: it is in a table, but for another time, or in another row.
   * - `unit`: its unit or currency.
   * - `sign`: its sign.
   * - `scale`: its scale, such as thousands or millions.
   * - `unstated`: the sentence has a scale word, but the document states no scale.
   * - `company`: the document is about another company.
   */
  readonly kind: "column" | "row" | "unit" | "sign" | "scale" | "unstated" | "company";
  /** The counterpart in the document: time, label, currency, printed number, or company. */
  readonly stands: string;
  /** The value in the sentence, or else in the question. */
  readonly said: string;
}

/** A sentence of an answer, with the results of its verification. */
export interface AnswerSentence {
  readonly text: string;
  /**
   * True if at least one citation was verified and `unsupportedNumbers` is empty: every amount in
   * digits is in the citations, in the question, or the result of a calculation; every year, date,
   * ordinal and name with a number is in the citations, their headings and path, or the question;
   * every amount in words with a scale word, a currency or percent is in the citations or the
   * question in the same words. Numbers of list items, of notes in brackets, ids of passages and
   * other numbers in words ("three months") are not looked up. Also true for sentences that code
   * itself counted, copied, or composed from a document's properties.
   */
  readonly supported: boolean;
  /** Verified citations only. */
  readonly citations: readonly Citation[];
  /** Calculations whose result the sentence states. */
  readonly calculations: readonly Calculation[];
  /**
   * Numbers of the sentence without evidence, as written there: "$11,588", "March 14", "Q3",
   * "eleven billion dollars".
   */
  readonly unsupportedNumbers: readonly string[];
  /** Unsupported numbers whose digits occur there with another meaning; missing if none. */
  readonly misplacedNumbers?: readonly MisplacedNumber[] | undefined;
  /** Why claimed citations were dropped, as sentences for display; empty if none was. */
  readonly dropped: readonly string[];
  /**
   * Why it may not answer the question, although its content is in the documents; `supported` is
   * then false. Missing if there is no such doubt.
   */
  readonly doubt?: string | undefined;
  /** True if it starts a new line: it is about one of several things that were asked about. */
  readonly ownLine?: boolean | undefined;
}

/** A passage with marks on the sentences that most likely contain the answer. */
export interface BestPassage extends EvidencePlace, SentenceParts {
  readonly heading: string | null;
  readonly text: string;
  /**
   * Places in `text` of the sentences or rows that most likely contain the answer. One at an edge
   * of `text` includes the part of its sentence that is on another page.
   */
  readonly marked: readonly Span[];
  /**
   * How likely it is that the marked part is the answer; missing if nothing is marked.
   *
   * - `likely`: it is more likely the answer than not.
   * - `possible`: it may be.
   */
  readonly certainty?: "likely" | "possible" | undefined;
  /** Place in `text` of the figure itself, if a table row with it is marked; missing otherwise. */
  readonly figure?: Span | undefined;
  /** Places of the question's words in the page's text. */
  readonly marks: readonly Span[];
  readonly score: number;
}

/** One of several questions of a message. */
export interface AnswerPart {
  readonly question: string;
  readonly passages: readonly BestPassage[];
  /** The certain answer of the passages; missing if there is none. */
  readonly direct?: DirectAnswer | undefined;
}

/** The conclusion that code draws from the shown passages, if they leave no doubt. */
export type DirectAnswer = SaidAnswer | CountedList | ComparedRows | UnsaidFact;

/** A question about a document's author or date that its properties do not answer. */
export interface UnsaidFact {
  readonly kind: "unsaid";
  readonly fact: "author" | "day";
  readonly document: DocumentId;
  readonly path: string;
  /** The first passage of the document. */
  readonly evidence: EvidenceId;
}

/** Yes or no, according to the first marked sentence. */
export interface SaidAnswer {
  readonly kind: "yes" | "no";
  /** The passage with the sentence. */
  readonly evidence: EvidenceId;
}

/** The number of items of the marked list. */
export interface CountedList {
  readonly kind: "count";
  readonly count: number;
  /** True if the question asks for the number; otherwise it only describes the list. */
  readonly isAsked: boolean;
  readonly evidence: EvidenceId;
}

/** The result of comparing the rows of a table. */
export interface ComparedRows {
  /**
   * `share`: the row's share of a total; `earliest`, `latest`: by dates; `matching`: the rows that
   * meet the question's condition; `total`, `average`: of all rows, or of those that meet it.
   */
  readonly kind:
    | "highest"
    | "lowest"
    | "earliest"
    | "latest"
    | "share"
    | "matching"
    | "total"
    | "average";
  /**
   * The label of the row, or the year or the group's value if these are compared; for several rows
   * the first twelve labels: "Tea; Milk". For a total or an average, the heading of the column.
   */
  readonly label: string;
  /** Its number as printed, with the table's unit, or the computed result: "16.9%", "3" rows. */
  readonly value: string;
  /** For `matching`: true if the question asks how many rows there are; else missing. */
  readonly isAsked?: true | undefined;
  /** True if rows are compared by their change. */
  readonly isChange: boolean;
  /** For a share, the label of the total. */
  readonly whole?: string | undefined;
  /**
   * Whether rows of a column are compared, the years of one row, or the totals of groups of rows
   * that have the same value in a column.
   */
  readonly across: "rows" | "years" | "groups";
  /**
   * The heading of the column, or the label of the row if years are compared. For groups the
   * heading of their column, and of the one that was added up: "Category, Amount".
   */
  readonly column: string;
  /** Number of rows, years or groups that were compared, or of rows that were added. */
  readonly rows: number;
  /** Set if the question asks whether one is greater than the other. */
  readonly says?: "yes" | "no" | undefined;
  /** The passage with the cells. */
  readonly evidence: EvidenceId;
  /** The calculation, with the cells that it used. */
  readonly calculation: Calculation;
}

/** The coverage of a search, so that a result of "nothing found" can be judged. */
export interface Coverage {
  readonly documents: number;
  readonly pages: number;
  /**
   * `pages` as readers count them: `part` for those of formats without pages, `sheet` for whole
   * sheets, which may have been split into several parts. Missing if all are pages.
   */
  readonly units?: Readonly<Record<CountedUnit, number>> | undefined;
  /** Pages without searchable text: empty, scanned or unreadable ones. */
  readonly pagesWithoutText: number;
  /**
   * The pages without searchable text, in the order in which the documents were added. At most 50
   * entries of at most 20 ranges each.
   */
  readonly gaps: readonly CoverageGap[];
  /** How many pages without text are missing in `gaps`, because there are too many. */
  readonly pagesNotNamed: number;
  /**
   * The approximate number of rare words of these documents that are not in the index
   * (`DocumentSummary.termsLeftOut`); missing if there are none.
   */
  readonly termsLeftOut?: number;
  /**
   * Additional sources that could not be searched, and, for an answer, services whose tools failed;
   * missing if there are none.
   */
  readonly notSearched?: readonly SourceFailure[] | undefined;
}

/** A source that could not be queried, and why. */
export interface SourceFailure {
  /** The name to display. */
  readonly source: string;
  readonly url: string;
  /**
   * - `unreachable`: it did not answer, or this page may not query it.
   * - `slow`: it did not answer in time.
   * - `refused`: it refused the request, for example because a key is missing.
   * - `unable`: it cannot do what was requested.
   */
  readonly kind: "unreachable" | "slow" | "refused" | "unable";
  /** A sentence with the reason and the next step. */
  readonly reason: string;
}

/** Pages of one document that could not be searched, all for the same reason. */
export interface CoverageGap extends PageGap {
  readonly document: DocumentId;
  /** Path of the document. */
  readonly path: string;
}

/** An earlier question of a conversation and its answer, as far as later questions need them. */
export interface PastTurn {
  /** Self-contained, possibly rewritten by the model. */
  readonly question: string;
  /** As the person asked it. */
  readonly asked: string;
  /** The supported part of the answer; empty if there is none. */
  readonly answer: string;
  /**
   * The document of the passage that was shown first. Missing if there was none, and in all turns
   * but the last.
   */
  readonly document?: DocumentId | undefined;
}

/** The cost of a run. Tokens are as counted by the model if it counts them. */
export interface RunUsage {
  /** Tool calls that were carried out. */
  readonly calls: number;
  /** Requests to the model. */
  readonly turns: number;
  readonly promptTokens: number;
  /** Tokens of prompts still in the engine's memory, as reported, else by web-llm's rule. */
  readonly reusedTokens: number;
  readonly generatedTokens: number;
  /** Number of times that older observations were compacted to notes. */
  readonly folds: number;
  /** Milliseconds to the first piece of the model's first reply; null without a model. */
  readonly firstToken: number | null;
  /** Milliseconds in total. */
  readonly total: number;
}

/**
 * A word of the query that no document contains, and what was searched for instead: a similar word,
 * or the name that an acronym stands for.
 */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/** The answer to a question. */
export interface Answer {
  /**
   * - `answered`: sentences, each with its verification; if `missing` is not empty, the model
   *   doubts that they are complete.
   * - `not-found`: the documents do not contain the answer; `tried`, `coverage` and `passages` show
   *   what was done.
   * - `passages`: no model was used, or it failed for the given `reason`; the best passages are the
   *   answer.
   */
  readonly kind: "answered" | "not-found" | "passages";
  /** The question as asked. */
  readonly question: string;
  /** The question as understood, rewritten to be self-contained if it is a follow-up. */
  readonly standalone: string;
  /**
   * The whole answer as plain text: the sentences, supported or not; if there are none, `direct`
   * and the marked part of the best passage; empty if nothing was found. `sentences` show what was
   * verified.
   */
  readonly text: string;
  /** For `not-found`, those sentences that are supported nevertheless. */
  readonly sentences: readonly AnswerSentence[];
  /**
   * For `passages`, the best ones; for `not-found`, and if no sentence is supported, the nearest
   * ones; otherwise empty.
   */
  readonly passages: readonly BestPassage[];
  /** For `passages`: their certain answer, computed without a model; missing otherwise. */
  readonly direct?: DirectAnswer | undefined;
  /** For `passages` and several questions in the message: each with its own passages. */
  readonly parts?: readonly AnswerPart[] | undefined;
  /** The missing information, according to the model; empty otherwise. Not verified. */
  readonly missing: string;
  /** Queries and patterns that were tried, as sentences for display. */
  readonly tried: readonly string[];
  /**
   * Words of the question that none of the searched documents contains; see
   * `SearchResponse.unmatched`. Missing if there are none.
   */
  readonly unmatched?: readonly string[] | undefined;
  /**
   * Words of the question that no document contains and that were taken for typos, with the words
   * searched for instead. Missing if there are none.
   */
  readonly corrections?: readonly Correction[] | undefined;
  readonly coverage: Coverage;
  readonly calculations: readonly Calculation[];
  /** Results of external tools that sentences cite; missing if there are none. */
  readonly toolTexts?: readonly ToolText[] | undefined;
  /** Why a model gave no answer, in one sentence for display; null if it did. */
  readonly reason: string | null;
  readonly usage: RunUsage;
}
