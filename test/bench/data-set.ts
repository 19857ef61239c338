import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "../driver/bad-input.js";
import { repository } from "../driver/repository.js";
import { pageKey } from "./page/page-key.js";

/** The development data, beside the repository. */
export const defaultData: string = path.join(repository, "../shared/data/financebench");

/** A question with the pages that answer it. */
export interface Question {
  readonly text: string;
  /** Name of the document it is about, as in `DataSet.files`. */
  readonly document: string;
  /** The pages that answer it. */
  readonly evidence: readonly EvidencePage[];
}

/** A page that answers a question. */
export interface EvidencePage {
  readonly document: string;
  /** Made by `pageKey`. */
  readonly key: string;
}

/** Documents and questions about them. */
export interface DataSet {
  /** By name, which is also the path they are added under. */
  readonly files: ReadonlyMap<string, string>;
  readonly questions: readonly Question[];
  /** Questions left out, because their document is not there or they name no evidence. */
  readonly skipped: number;
}

interface QuestionRecord {
  readonly question?: unknown;
  readonly doc_name?: unknown;
  readonly evidence?: readonly { doc_name?: unknown; evidence_page_num?: unknown }[];
}

/** Reads a folder with `questions.jsonl` and `pdfs/`. Throws `BadInput` when it is not one. */
export async function loadDataSet(folder: string): Promise<DataSet> {
  const files = await pdfsIn(path.join(folder, "pdfs"));
  const file = path.join(folder, "questions.jsonl");
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null || files.size === 0) {
    throw new BadInput(
      `No data in ${folder}: a file questions.jsonl and a folder pdfs/ are needed. Name another folder with --path DIR.`,
    );
  }
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const questions = lines
    .map((line, index) => toQuestion(record(line, `${file}:${index + 1}`), files))
    .filter((question) => question !== null);
  if (questions.length === 0) throw new BadInput(`${file} has no question about a file in pdfs/.`);
  return { files, questions, skipped: lines.length - questions.length };
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

function toQuestion(
  { question, doc_name, evidence = [] }: QuestionRecord,
  files: ReadonlyMap<string, string>,
): Question | null {
  const document = `${doc_name}.pdf`;
  const pages = evidence.flatMap((one) => {
    const owner = one.doc_name === undefined ? document : `${one.doc_name}.pdf`;
    // The data counts pages from 0.
    const page = Number(one.evidence_page_num) + 1;
    const usable = Number.isInteger(page) && files.has(owner);
    return usable ? [{ document: owner, key: pageKey(owner, page) }] : [];
  });
  if (typeof question !== "string" || !files.has(document) || pages.length === 0) return null;
  return { text: question, document, evidence: pages };
}
