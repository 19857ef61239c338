import { I18n } from "../src/element/i18n/i18n.js";
import type {
  Answer,
  AskEvent,
  BestPassage,
  Citation,
  Coverage,
  DocumentSummary,
  RunUsage,
  Span,
  Trace,
} from "../src/index.js";
import { extentText } from "./extent-text.js";
import type { Refusal } from "./gather-files.js";
import { type PageTexts, printedQuote } from "./printed-quote.js";

/** A verified place: the page of the file has the quote there. */
export interface AskCitation {
  readonly file: string;
  /** Counts from 1. */
  readonly page: number;
  readonly quote: string;
  /** Place of the quote in the page's text. */
  readonly start: number;
  readonly end: number;
}

/** The object that `ask --json` prints. */
export interface AskAnswer {
  readonly question: string;
  /** Null if no model was used, if it failed, and if the documents contain no answer. */
  readonly answer: string | null;
  readonly sentences: readonly {
    readonly text: string;
    readonly supported: boolean;
    readonly citations: readonly AskCitation[];
  }[];
  readonly passages: readonly {
    readonly file: string;
    /** Counts from 1. */
    readonly page: number;
    readonly pageLabel: string | null;
    readonly quote: string;
    readonly score: number;
  }[];
  readonly coverage: Pick<Coverage, "documents" | "pages" | "pagesWithoutText"> & {
    readonly refused: readonly Refusal[];
  };
  readonly usage: RunUsage;
  readonly trace: Trace;
}

/** An answer with the parts that only people see. */
export interface AskOutcome {
  readonly answer: AskAnswer;
  readonly kind: "answered" | "not-found" | "passages";
  /** Why no model answered; null if one did, or none was asked. */
  readonly reason: string | null;
  /** The place of each passage, as the element names it: "a.xlsx, sheet “Budget, B14”". */
  readonly places: readonly string[];
  /** What was searched, in the units that readers count: "11 pages, 2 sheets". */
  readonly extent: string;
  /** For each passage, the places that most likely contain the answer. */
  readonly marked: readonly (readonly Span[])[];
  /** For each sentence, facts that its text and citations do not show. */
  readonly remarks: readonly SentenceRemark[];
  /** The missing information, according to the model; empty if it named none. */
  readonly missing: string;
  /** Words of the question that no searched document contains. */
  readonly unmatched: readonly string[];
  /** Words of the question that were taken for typos, with the words searched for instead. */
  readonly corrections: NonNullable<Answer["corrections"]>;
  /** The queries that were tried, in plain words. */
  readonly tried: readonly string[];
  /** How the question was understood. */
  readonly notes: readonly string[];
}

/** Additional remarks on a sentence. */
export interface SentenceRemark {
  /** The sentence's numbers that were found nowhere. */
  readonly unsupportedNumbers: readonly string[];
  /** Why it may not answer the question; missing if there is no such doubt. */
  readonly doubt?: string;
  /** The place of each citation, as in `AskOutcome.places`. */
  readonly places: readonly string[];
  /** The quoted part of each citation: the line around a lone number. */
  readonly quotes: readonly string[];
}

/** What `askOutcome` knows about the documents. */
export interface AskedDocuments {
  /** The files as the person named them, by path. */
  readonly named: ReadonlyMap<string, string>;
  /** The number of pages of each document, by its id. */
  readonly totals: Readonly<Record<DocumentSummary["id"], number>>;
  /** The texts of cited pages, so that numbers are quoted with their lines. */
  readonly pageTexts: PageTexts;
}

/** An answer with files named as the person typed them. */
export function askOutcome(
  { answer, trace }: Extract<AskEvent, { type: "answer" }>,
  refused: readonly Refusal[],
  notes: readonly string[],
  { named, totals, pageTexts }: AskedDocuments,
): AskOutcome {
  const fileAt = (path: string) => named.get(path) ?? path;
  const words = new I18n("en");
  words.pageTotal = (document) => totals[document];
  const placeOf = (place: Citation | BestPassage): string => {
    // A document's labels must not begin lines of their own.
    const where = words.placeOf(place).replace(/\s+/gu, " ");
    return words.isInWhole(place) ? fileAt(place.path) : `${fileAt(place.path)}, ${where}`;
  };
  const { kind, reason, question, usage, tried, missing } = answer;
  const { documents, pages, pagesWithoutText } = answer.coverage;
  const text = answer.sentences.map((sentence) => sentence.text).join(" ");
  return {
    // Written out field by field: scripts rely on exactly this shape.
    answer: {
      question,
      answer: kind === "answered" ? text : null,
      sentences: answer.sentences.map(({ text, supported, citations }) => {
        const places = citations.map(({ path, page, quote, span: { start, end } }) => {
          return { file: fileAt(path), page, quote, start, end };
        });
        return { text, supported, citations: places };
      }),
      passages: answer.passages.map(({ path, page, pageLabel, text: quote, score }) => {
        return { file: fileAt(path), page, pageLabel, quote, score };
      }),
      coverage: { documents, pages, pagesWithoutText, refused },
      usage,
      trace,
    },
    kind,
    reason,
    places: answer.passages.map(placeOf),
    extent: extentText(answer.coverage),
    remarks: answer.sentences.map(({ unsupportedNumbers, doubt, citations }) => {
      const quotes = citations.map((citation) => printedQuote(citation, pageTexts));
      const places = citations.map(placeOf);
      return { unsupportedNumbers, places, quotes, ...(doubt === undefined ? {} : { doubt }) };
    }),
    missing,
    unmatched: answer.unmatched ?? [],
    corrections: answer.corrections ?? [],
    marked: answer.passages.map(({ marked }) => marked),
    tried,
    notes,
  };
}

/** Whether something was answered or found. */
export function foundSomething({ kind, answer }: AskOutcome): boolean {
  return kind === "answered" || (kind === "passages" && answer.passages.length > 0);
}
