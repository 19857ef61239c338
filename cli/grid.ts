import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { GridColumnInput } from "../src/core/index.js";
import {
  type GridEvent,
  type GridFileOptions,
  type GridTable,
  gridFile,
  parseTemplate,
} from "../src/grid/index.js";
import { BadInput } from "./bad-input.js";
import type { Command } from "./commands.js";
import { gatherFiles } from "./gather-files.js";
import { gridArguments, gridUsage } from "./grid-arguments.js";
import { gridDocuments } from "./grid-documents.js";
import { startFolder } from "./package-folder.js";
import { messages, output } from "./printer.js";
import { reportProgress } from "./progress.js";

/** Asks questions about each of several files. */
export const grid: Command = async (parameters, prepare) => {
  const parsed = gridArguments(parameters);
  if (!parsed) {
    output.text(gridUsage);
    return 0;
  }
  const { out, json, questions, ...options } = parsed;
  const { files, skipped } = await gatherFiles(parsed.files, startFolder());
  const columns = await columnsOf(parsed.columns, questions);
  await prepare();
  const apiKey = process.env.PAGEHOUND_API_KEY || undefined;
  const reading = reportProgress(files.length);
  const { table, refused } = await gridDocuments(
    { ...options, files, columns, apiKey },
    (event) => {
      if (isAnswering(event)) reportAnswer(event);
      else reading(event);
    },
  );
  for (const { message } of [...refused, ...skipped]) messages.line(message);
  if (json) output.json(table);
  else if (out) await write(table, path.resolve(startFolder(), out.file), out.form);
  else output.text(await (await gridFile(table, "markdown")).text());
  if (out && !json) output.line(`${out.file}: ${count(table)}`);
  const answers = table.rows.flatMap((row) => row.answers);
  const isWhole = answers.every((answer) => answer !== null && answer.status !== "failed");
  return isWhole && refused.length + skipped.length === 0 ? 0 : 1;
};

/** The columns of a file, then those of questions. Throws `invalid-data` for an invalid file. */
async function columnsOf(
  file: string | null,
  questions: readonly string[],
): Promise<readonly GridColumnInput[]> {
  const columns = questions.map((question) => ({ question }));
  if (file === null) return columns;
  const text = await readFile(path.resolve(startFolder(), file), "utf8").catch((cause: Error) => {
    throw new BadInput(`${file} cannot be read: ${cause.message.replaceAll("\n", " ")}`);
  });
  return [...parseTemplate(text).columns, ...columns];
}

/** Writes a table, with links from the file to the documents. */
async function write(
  table: GridTable,
  file: string,
  form: Parameters<typeof gridFile>[1],
): Promise<void> {
  const link: GridFileOptions["link"] = ({ document }, { page }) => {
    const target = path.relative(path.dirname(file), path.resolve(startFolder(), document.path));
    const address = target.split(path.sep).map(encodeURIComponent).join("/");
    return `${address}#page=${page}`;
  };
  const written = await gridFile(table, form, { link });
  await writeFile(file, new Uint8Array(await written.arrayBuffer()));
}

/** The number of answers by status. */
function count({ rows }: GridTable): string {
  const counts = new Map<string, number>();
  for (const answer of rows.flatMap((row) => row.answers)) {
    const status = answer?.status ?? "missing";
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  const parts = [...counts].map(([status, number]) => `${number} ${status}`);
  return `${rows.length} documents; ${parts.join(", ")}.`;
}

function isAnswering(event: { readonly type: string }): event is GridEvent {
  return ["answer", "answer-started", "waiting"].includes(event.type);
}

function reportAnswer(event: GridEvent): void {
  if (event.type !== "answer") return;
  const { done, total } = event;
  if (messages.isTerminal) {
    messages.progress(done === total ? "" : `${done} of ${total} answers.`);
  } else if (done % 50 === 0 || done === total) messages.line(`${done} of ${total} answers.`);
}
