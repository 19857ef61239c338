import { type AnswerSentence, noUsage, type RunUsage } from "../agent/index.js";
import type { Pagehound } from "../client/index.js";
import type { DocumentId } from "../core/index.js";
import type { ChatReply, Embedder, LanguageModel, ModelInfo } from "../models/index.js";
import type { ToolDocument } from "../search/index.js";

/** A document of a data set. */
export interface EvaluationDocument {
  /**
   * The path it is added under, unique in its data set; of a file, its path in `EvaluationFiles`. Its
   * ending says how it is read.
   */
  readonly path: string;
  /** Its text; null for a file, which is fetched when it is needed (`EvaluationFiles`). */
  readonly text: string | null;
}

/**
 * What answers a question, as far as the data set says. `text` is what stands there, and empty where
 * the data names the place alone.
 *
 * - `document`: something in this document.
 * - `page`: this page, counting from 1.
 * - `passage`: this text, wherever it stands; `document` is empty where the data does not say in which.
 * - `cell`: a cell of a table, told by the labels of its row and column. Of a label that is itself the
 *   answer, `column` is empty and `row` its text; of the head of a column, `row` is empty.
 */
export type GoldEvidence =
  | { readonly unit: "document"; readonly document: string; readonly grade: number }
  | {
      readonly unit: "page";
      readonly document: string;
      readonly page: number;
      readonly text: string;
    }
  | { readonly unit: "passage"; readonly document: string; readonly text: string }
  | {
      readonly unit: "cell";
      readonly document: string;
      readonly row: string;
      readonly column: string;
      readonly text: string;
    };

/** What evidence is counted by. */
export type EvidenceUnit = GoldEvidence["unit"];

/** A position in the files of a data set, for messages. */
export interface SourcePlace {
  /** Path of the file in the data set. */
  readonly file: string;
  /** Counts from 1; null in files that are one JSON value. */
  readonly line: number | null;
  /** The entry within the line or the file, such as `examples[3]`; empty for all of it. */
  readonly entry: string;
}

/** A question with what is known about its answer. */
export interface EvaluationQuestion {
  /** Unique in its data set. */
  readonly id: string;
  readonly text: string;
  /** Answers, any of which is right; empty where the data has none. */
  readonly answers: readonly string[];
  /** Whether the right reply is that the documents do not say. */
  readonly unanswerable: boolean;
  /** May name places of several units; those of one unit are what a ranking is judged by. Empty where the data has none. */
  readonly evidence: readonly GoldEvidence[];
  /** Paths of the only documents to ask; null for all. */
  readonly documents: readonly string[] | null;
  /** What kind of question it is, for tables that part them; null where the data does not say. */
  readonly kind: string | null;
  /** Where it was read; absent for questions that a program made. */
  readonly place?: SourcePlace | undefined;
}

/** A tool of a catalogue, and the document that represents it. */
export interface CatalogueTool {
  readonly path: string;
  readonly tool: ToolDocument;
}

/** Documents and questions about them. */
export interface EvaluationDataSet {
  /** Short, such as `financebench`. */
  readonly name: string;
  readonly documents: readonly EvaluationDocument[];
  readonly questions: readonly EvaluationQuestion[];
  /** The catalogue, where the documents are tools; absent from other sets. */
  readonly tools?: readonly CatalogueTool[] | undefined;
  /** What was left out, and why, in words for people. */
  readonly notes: readonly string[];
}

/** Gives the files of a data set: those in a folder, or those that a person has picked. */
export interface EvaluationFiles {
  /** All paths, relative to the data set, with `/` between. */
  readonly paths: readonly string[];
  /** A file's bytes. Throws `not-found`. */
  file(path: string): Promise<Blob>;
}

/** A stretch of text that a strategy retrieved. */
export interface RetrievedText {
  /** Path of the document. */
  readonly path: string;
  /** The first and last page it is on, counting from 1. */
  readonly page: number;
  readonly lastPage: number;
  /**
   * Empty in records where nothing was answered and the question's evidence is whole documents:
   * no metric looks at it then, and thousands of queries would make a recording very large.
   */
  readonly text: string;
}

/** A request to a model and what it said, as it is kept in a recording. */
export interface RecordedExchange {
  /** Messages at the beginning of the prompt that are the same as in the exchange before. */
  readonly keptMessages: number;
  readonly addedMessages: readonly { readonly role: string; readonly content: string }[];
  /** Name of the form asked for, or null. */
  readonly format: string | null;
  /** Null when the request failed. */
  readonly reply: ChatReply | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** A tool call as it is kept in a recording. */
export interface RecordedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What the model was shown. */
  readonly text: string;
  readonly failed: boolean;
}

/** The result of a strategy for a question. */
export interface EvaluationAnswer {
  /** The answer in one piece; empty with `not-found`. */
  readonly text: string;
  /**
   * - `answered`: there is an answer.
   * - `not-found`: the model says that the documents do not tell.
   * - `failed`: no answer came about; `reason` says why.
   */
  readonly kind: "answered" | "not-found" | "failed";
  readonly reason: string | null;
  /** Its sentences with what code verified; empty for strategies whose answers are not checked. */
  readonly sentences: readonly AnswerSentence[];
  /** Whether `sentences` were checked. */
  readonly checked: boolean;
}

/** What a strategy did for a question. */
export interface StrategyOutcome {
  /** What was retrieved, best first; of strategies with tools, in the order the model saw it. */
  readonly retrieved: readonly RetrievedText[];
  /**
   * How many texts the strategy retrieves at most, whatever the question, such as the best 5 chunks;
   * absent where it has no such bound. What lies deeper in a ranking cannot be judged.
   */
  readonly depth?: number | undefined;
  /**
   * Paths of the only documents that were searched because an oracle named them; absent without
   * one.
   */
  readonly told?: readonly string[] | undefined;
  /** The library's strategy that `auto` chose for the question; absent where nothing was to choose. */
  readonly chosen?: string | undefined;
  /** Null for strategies that only retrieve. */
  readonly answer: EvaluationAnswer | null;
  readonly calls: readonly RecordedCall[];
  readonly usage: RunUsage;
}

/** What a judge said of an answer, as it is kept in a recording. */
export interface RecordedJudgement {
  /** Id of the model that judged. */
  readonly judge: string;
  /** Null when it gave none; `reason` says why. */
  readonly verdict: "correct" | "incorrect" | "refusal" | null;
  /** In the judge's words; may be empty. */
  readonly reason: string;
  readonly exchanges: readonly RecordedExchange[];
}

/** A question as it was run: one line of a recording. */
export interface EvaluationRecord {
  readonly recordVersion: 1;
  /** Name of the data set. */
  readonly dataSet: string;
  readonly question: string;
  readonly strategy: string;
  /** Id of the model; null without one. */
  readonly model: string | null;
  /** Null when the strategy threw: `failure` says what. */
  readonly outcome: StrategyOutcome | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly exchanges: readonly RecordedExchange[];
  /** The model as it was, so that a replay has the same context length; null or absent without one. */
  readonly modelInfo?: ModelInfo | null | undefined;
  /** Null or absent if it was not judged. */
  readonly judgement?: RecordedJudgement | null | undefined;
  /** Highest cosine similarity of the answer's vector to a gold answer's; absent without an embedder. */
  readonly similarity?: number | undefined;
}

/** What a strategy cost that asks no model; `begun` is when it began. */
export function usageWithoutModel(begun: number): RunUsage {
  return { ...noUsage, total: Math.round(performance.now() - begun) };
}

/** What comes of a strategy that only retrieves; `depth` is how many texts at most. */
export function retrievedOnly(
  retrieved: readonly RetrievedText[],
  depth: number,
  begun: number,
): StrategyOutcome {
  return { retrieved, depth, answer: null, calls: [], usage: usageWithoutModel(begun) };
}

/** An answer that nothing of was checked. */
export function uncheckedAnswer(text: string): EvaluationAnswer {
  return { text, kind: "answered", reason: null, sentences: [], checked: false };
}

/** The model says that the documents do not tell. */
export const uncheckedNotFound: EvaluationAnswer = {
  text: "",
  kind: "not-found",
  reason: null,
  sentences: [],
  checked: false,
};

/** No answer came about. */
export function failedAnswer(reason: string, checked = false): EvaluationAnswer {
  return { text: "", kind: "failed", reason, sentences: [], checked };
}

/** What a strategy works with. */
export interface StrategyContext {
  /** Holds all documents of the data set. */
  readonly collection: Pagehound;
  /** Ids of the documents by their path in the data set. */
  readonly documents: ReadonlyMap<string, DocumentId>;
  /** The input of a strategy. */
  readonly dataSet: EvaluationDataSet;
  /** Null without one. The caller of the strategy records every request to it. */
  readonly model: LanguageModel | null;
  /** Makes vectors; null without trained weights. Semantic strategies are not run then. */
  readonly embedder: Embedder | null;
  /** Milliseconds that the model may be silent; the library's own limit by default. */
  readonly turnTimeout?: number | undefined;
  readonly signal: AbortSignal;
}

/** A way to retrieve, or to answer, that can be compared with others. */
export interface EvaluationStrategy {
  /** Its requested name, such as `retrieve-tools` or `chunks-300`. */
  readonly name: string;
  /** In a few words, for people. */
  readonly description: string;
  /** What it cannot do without. */
  readonly needs: {
    readonly model: boolean;
    readonly embedder: boolean;
    /** A catalogue of tools. */
    readonly tools?: boolean;
  };
  /**
   * Prepares what all questions share, such as an index of chunks; called once before the first one.
   * Returns what `run` then asks. Throws only with the signal's reason, or a `PagehoundError`.
   */
  prepare(
    context: StrategyContext,
    onProgress: (done: number, total: number) => void,
  ): Promise<PreparedStrategy>;
}

/** A strategy over a collection. */
export interface PreparedStrategy {
  /** `seed` is the same for the same question in every run; what is chosen at random is chosen by it. */
  run(
    question: EvaluationQuestion,
    context: StrategyContext,
    seed: number,
  ): Promise<StrategyOutcome>;
}
