import { readFile } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "../../../cli/bad-input.js";
import { describeSource, type SourceDescription } from "./source-index.js";

/** The table or the paragraphs of a context, as a separate source. */
export interface ContextSource {
  readonly id: string;
  readonly context: string;
  readonly kind: "table" | "text";
  readonly description: SourceDescription;
}

/** A question with the sources that answer it. */
export interface RoutedQuestion {
  readonly text: string;
  readonly context: string;
  readonly sources: readonly string[];
}

export interface RoutingData {
  readonly sources: readonly ContextSource[];
  readonly questions: readonly RoutedQuestion[];
}

interface Context {
  readonly table: { readonly uid: string; readonly table: readonly (readonly unknown[])[] };
  readonly paragraphs: readonly { readonly text: string }[];
  readonly questions: readonly { readonly question: string; readonly answer_from: string }[];
}

/**
 * Reads TAT-QA as AU-RAG does: the table of each context is one source and its paragraphs are
 * another, so that 30, 90 and 270 sources have 90, 276 and 816 questions. The data states where
 * each answer comes from: the table, the text, or both.
 */
export async function readRoutingData(folder: string): Promise<RoutingData> {
  const file = path.join(folder, "tatqa_dataset_dev.json");
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) throw new BadInput(`There is no ${file}.`);
  const contexts = JSON.parse(text) as readonly Context[];
  const sources = contexts.flatMap(({ table, paragraphs }): ContextSource[] => {
    const context = table.uid;
    return [
      { id: `table ${context}`, context, kind: "table", description: describeTable(table.table) },
      {
        ...{ id: `text ${context}`, context, kind: "text" },
        description: describeSource({ texts: paragraphs.map((one) => one.text) }),
      },
    ];
  });
  const questions = contexts.flatMap(({ table, questions: perContext }) =>
    perContext.map(({ question, answer_from: from }): RoutedQuestion => {
      const kinds = from === "table-text" ? ["table", "text"] : [from];
      const { uid: context } = table;
      return { text: question, context, sources: kinds.map((kind) => `${kind} ${context}`) };
    }),
  );
  return { sources, questions };
}

function describeTable(table: readonly (readonly unknown[])[]): SourceDescription {
  const rows = table.map((row) => row.map(String));
  const first = rows.findIndex((row) => row.slice(1).some(isFigure));
  const below = Math.max(1, first);
  const heads = rows.slice(0, below).flatMap((row) => row.slice(1));
  const labels = rows.map(([label = ""]) => label);
  const others = rows.slice(below).flatMap((row) => row.slice(1).filter((cell) => !isFigure(cell)));
  return describeSource({ tables: [{ heads, labels }], texts: [others.join("\n")] });
}

/** True if a cell has a number and no words; a year is a column heading instead. */
function isFigure(cell: string): boolean {
  return /^[^\p{L}]*\d[^\p{L}]*$/u.test(cell) && !/^(?:19|20)\d\d$/.test(cell.trim());
}
