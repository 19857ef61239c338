import type { ToolDocument } from "../tool-knowledge/tool-document.js";

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

/** Where something stands in the files of a data set, for messages. */
export interface SourcePlace {
  /** Path of the file in the data set. */
  readonly file: string;
  /** Counts from 1; null in files that are one JSON value. */
  readonly line: number | null;
  /** The entry within the line or the file, such as `examples[3]`; empty for all of it. */
  readonly entry: string;
}

/** A question with what is known of its answer. */
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
  /** Paths of the only documents that it is asked of; null for all. */
  readonly documents: readonly string[] | null;
  /** What kind of question it is, for tables that part them; null where the data does not say. */
  readonly kind: string | null;
  /** Where it was read; absent for questions that a program made. */
  readonly place?: SourcePlace | undefined;
}

/** A tool of a catalogue, and the document that stands for it where documents are searched. */
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
  /** What was left out of what was read, and why, in words for people. */
  readonly notes: readonly string[];
}

/** Gives the files of a data set: those in a folder, or those that a person has picked. */
export interface EvaluationFiles {
  /** All paths, relative to the data set, with `/` between. */
  readonly paths: readonly string[];
  /** A file's bytes. Throws `not-found`. */
  file(path: string): Promise<Blob>;
}
