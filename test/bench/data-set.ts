import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "../../cli/bad-input.js";
import { repository } from "../driver/repository.js";
import { pageKey } from "./page/page-key.js";

/** The development data, next to the repository. */
export const defaultData: string = path.join(repository, "../shared/data/financebench");

/** The unit of evidence by which rankings are judged. */
export type EvidenceUnit = "page" | "document";

/** A question with the pages or documents that answer it. */
export interface Question {
  readonly text: string;
  /** The only document it is about, as in `DataSet.files`; null if several may answer it. */
  readonly document: string | null;
  /** The pages or documents that answer it. */
  readonly evidence: readonly Evidence[];
}

/** A page or a document that answers a question. */
export interface Evidence {
  readonly document: string;
  /** From `pageKey` for a page; the name for a document. */
  readonly key: string;
}

export interface DataSet {
  readonly unit: EvidenceUnit;
  /** By name, which is also the path they are added under. */
  readonly files: ReadonlyMap<string, string>;
  readonly questions: readonly Question[];
  /** Questions left out because a document is missing or they have no evidence. */
  readonly skipped: number;
}

interface QuestionRecord {
  readonly question?: unknown;
  readonly doc_name?: unknown;
  readonly evidence?: readonly { doc_name?: unknown; evidence_page_num?: unknown }[];
  readonly source_docs?: readonly unknown[];
}

type ToQuestion = (
  record: QuestionRecord,
  files: ReadonlyMap<string, string>,
) => Omit<Question, "text"> | null;

/** The supported layouts, each recognised by the folder that holds the PDFs. */
const layouts: readonly {
  readonly folder: string;
  readonly unit: EvidenceUnit;
  readonly toQuestion: ToQuestion;
}[] = [
  { folder: "pdfs", unit: "page", toQuestion: aboutPages },
  { folder: "docs", unit: "document", toQuestion: aboutDocuments },
];

/**
 * Reads a data set in one of two layouts: PDFs in `pdfs/` with evidence pages for each question, or
 * PDFs in `docs/` with source documents for each question. Throws `BadInput` if the folder has
 * neither.
 */
export async function loadDataSet(folder: string): Promise<DataSet> {
  const file = path.join(folder, "questions.jsonl");
  const text = await readFile(file, "utf8").catch(() => null);
  for (const { folder: name, unit, toQuestion } of layouts) {
    const files = await pdfsIn(path.join(folder, name));
    if (text === null || files.size === 0) continue;
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    const questions = lines.flatMap((line, index) => {
      const one = record(line, `${file}:${index + 1}`);
      const about = toQuestion(one, files);
      return typeof one.question === "string" && about ? [{ text: one.question, ...about }] : [];
    });
    if (questions.length > 0) {
      return { unit, files, questions, skipped: lines.length - questions.length };
    }
    throw new BadInput(`${file} has no question about a file in ${name}/.`);
  }
  throw new BadInput(
    `No data in ${folder}: a file questions.jsonl and a folder pdfs/ or docs/ with PDFs are needed. Name another folder with --path DIR.`,
  );
}

async function pdfsIn(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder).catch(() => []);
  const pdfs = names.filter((name) => name.toLowerCase().endsWith(".pdf")).sort();
  return new Map(pdfs.map((name) => [name, path.join(folder, name)]));
}

function record(line: string, place: string): QuestionRecord {
  try {
    return JSON.parse(line) as QuestionRecord;
  } catch {
    throw new BadInput(`${place} is not a JSON object.`);
  }
}

function aboutPages(
  { doc_name, evidence = [] }: QuestionRecord,
  files: ReadonlyMap<string, string>,
): Omit<Question, "text"> | null {
  const document = `${doc_name}.pdf`;
  const pages = evidence.flatMap((one) => {
    const owner = one.doc_name === undefined ? document : `${one.doc_name}.pdf`;
    // The data numbers pages from 0.
    const page = Number(one.evidence_page_num) + 1;
    const usable = Number.isInteger(page) && files.has(owner);
    return usable ? [{ document: owner, key: pageKey(owner, page) }] : [];
  });
  return files.has(document) && pages.length > 0 ? { document, evidence: pages } : null;
}

/**
 * Keeps only questions whose documents all exist: recall would otherwise be measured against
 * evidence that cannot be found.
 */
function aboutDocuments(
  { source_docs = [] }: QuestionRecord,
  files: ReadonlyMap<string, string>,
): Omit<Question, "text"> | null {
  const names = [...new Set(source_docs.map(String))];
  if (names.length === 0 || !names.every((name) => files.has(name))) return null;
  return { document: null, evidence: names.map((name) => ({ document: name, key: name })) };
}
