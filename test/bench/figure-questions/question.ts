import { readFile } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "../../../cli/bad-input.js";
import { isRecord, parseJson } from "../../../src/core/json.js";
import { repository } from "../../driver/repository.js";

export interface PagePlace {
  readonly document: string;
  /** Numbered from 1. */
  readonly page: number;
}

/** Another page that states a figure. */
export interface OtherPlace extends PagePlace {
  /** The figure's label on that page, if it differs. */
  readonly row?: string | undefined;
}

/** A question about one figure in one filing. */
export interface FigureQuestion extends PagePlace {
  readonly id: string;
  readonly question: string;
  /** The figure's row label, as printed. */
  readonly row: string;
  /** The heading of its column; null in prose and in tables with one column. */
  readonly column: string | null;
  /** As printed. */
  readonly value: string;
  readonly unit: string | null;
  /** Other pages where the same figure is correct, some of them in the company's other filings. */
  readonly also: readonly OtherPlace[];
  readonly kind: string;
  /** Whether the question names its company, so that it can be asked about all filings. */
  readonly named: boolean;
}

/** The questions in this repository. */
export const ownQuestions: string = path.join(repository, "test/fixtures/figures/questions.jsonl");

/** Reads questions from JSON Lines. Throws `BadInput`. */
export async function readFigureQuestions(file: string): Promise<FigureQuestion[]> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new BadInput(`There is no file ${file} with questions.`);
  });
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line, index) => {
    const record = parseJson(line);
    if (isQuestion(record)) return record;
    throw new BadInput(`${file}:${index + 1} is no question about a figure.`);
  });
}

const kinds = {
  id: isText,
  question: isText,
  document: isText,
  page: Number.isInteger,
  row: isText,
  column: isTextOrNull,
  value: isText,
  unit: isTextOrNull,
  also: (value: unknown): boolean => Array.isArray(value) && value.every(isPlace),
  kind: isText,
  named: (value: unknown): boolean => typeof value === "boolean",
} satisfies Record<keyof FigureQuestion, (value: unknown) => boolean>;

function isQuestion(record: unknown): record is FigureQuestion {
  if (!isRecord(record)) return false;
  return Object.entries(kinds).every(([name, isRight]) => isRight(record[name]));
}

function isPlace(value: unknown): boolean {
  if (!isRecord(value) || !isText(value.document)) return false;
  return Number.isInteger(value.page) && (value.row === undefined || isText(value.row));
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isTextOrNull(value: unknown): boolean {
  return value === null || isText(value);
}
