import { readdir } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "../../cli/bad-input.js";
import { repository } from "../driver/repository.js";
import type { BenchArguments } from "./bench-arguments.js";
import { driveBench } from "./bench-driver.js";
import { type BenchCommand, say } from "./command.js";
import type { ReadFile } from "./page/read-tables.js";
import { table } from "./table.js";
import { relationsOf, type Score, type ScoredCell, scoreOf } from "./tables/adjacency.js";
import { readTruths, type TruthFile } from "./tables/ground-truth.js";
import type { StatementColumns } from "./tables/statements.js";

const usage = `Usage: npm run -s bench -- tables [--path DIR] [--json] [--quick] [--statements]

Finds the tables of PDFs and scores them against what people saw there, as the ICDAR 2013 table
competition did: by which cells stand beside each other. Recall and precision are means over
documents, F1 is made of the two means. Also how much longer reading takes than reading the text alone.

  --path DIR  a folder with NAME.pdf and NAME-str.xml (../shared/data/tables_icdar2013); where a
              name ends in a letter, NAMEb-str.xml is another view of the same PDF, and the better counts
  --json      print one JSON object
  --quick     the first two files, which only shows that everything works
  --statements  instead, for a folder of filings: of how many columns of their statements period and
              scale are known
`;

interface Scored extends ReadFile {
  readonly name: string;
  readonly score: Score;
}

async function tables(options: BenchArguments): Promise<string> {
  if (options.statements) return statements(options);
  const { path: folder, json, quick } = options;
  const all = await readTruths(folder);
  const files = quick ? all.slice(0, 2) : all;
  const scored = await driveBench(async ({ page, setFiles }) => {
    await setFiles(files.map(({ location }) => location));
    const done: Scored[] = [];
    for (const [index, file] of files.entries()) {
      const request = { file: index, textFirst: index % 2 === 0 };
      const read = await page.evaluate(
        (argument) => globalThis.bench.readTables(argument),
        request,
      );
      const score = bestScore(file, read);
      done.push({ ...read, name: file.name, score });
      say(`${done.length}/${files.length} ${file.name}: ${figures(score).join(" ")}`);
    }
    return done;
  });
  return json ? `${JSON.stringify(asJson(scored), null, 2)}\n` : asText(scored);
}

async function statements({ path: folder, json, quick }: BenchArguments): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith(".pdf"));
  const files = names.sort().slice(0, quick ? 2 : names.length);
  if (files.length === 0)
    throw new BadInput(`${folder} has no PDFs. Name another folder by --path.`);
  const found = await driveBench(async ({ page, setFiles }) => {
    await setFiles(files.map((name) => path.join(folder, name)));
    const counts: StatementColumns[] = [];
    for (const [file, name] of files.entries()) {
      say(`${file + 1}/${files.length} ${name}`);
      const request = { file, textFirst: false, untimed: true };
      const read = await page.evaluate(
        (argument) => globalThis.bench.readTables(argument),
        request,
      );
      counts.push(...read.statements);
    }
    return counts;
  });
  const sum = (pick: (columns: StatementColumns) => number) =>
    found.reduce((total, columns) => total + pick(columns), 0);
  const columns = sum((each) => each.columns);
  const [period, scale] = [sum((each) => each.period), sum((each) => each.scale)];
  if (json) return `${JSON.stringify({ statements: found.length, columns, period, scale })}\n`;
  const share = (count: number) => `${count} (${((100 * count) / columns).toFixed(1)} %)`;
  return `${columns} columns of ${found.length} statements: period known of ${share(period)}, scale of ${share(scale)}\n`;
}

function bestScore({ truths }: TruthFile, { tables: found }: ReadFile): Score {
  const relations = found.flatMap(({ cells }) =>
    relationsOf(
      cells.map(
        ([startRow, endRow, startColumn, endColumn, text]): ScoredCell => ({
          ...{ startRow, endRow, startColumn, endColumn, text },
        }),
      ),
    ),
  );
  const scores = truths.map((truth) =>
    scoreOf(
      truth.flatMap(({ cells }) => relationsOf(cells)),
      relations,
    ),
  );
  return scores.reduce((best, score) => (f1(score) > f1(best) ? score : best));
}

function f1({ recall, precision }: Score): number {
  return recall + precision === 0 ? 0 : (2 * recall * precision) / (recall + precision);
}

function mean(scored: readonly Scored[]): Score {
  const sum = (pick: (score: Score) => number) =>
    scored.reduce((total, { score }) => total + pick(score), 0) / scored.length;
  return { recall: sum(({ recall }) => recall), precision: sum(({ precision }) => precision) };
}

function timeRatio(scored: readonly Scored[]): number {
  const sum = (pick: (file: Scored) => number) =>
    scored.reduce((total, file) => total + pick(file), 0);
  return sum(({ milliseconds }) => milliseconds) / sum(({ textMilliseconds }) => textMilliseconds);
}

function figures(score: Score): string[] {
  return [score.recall, score.precision, f1(score)].map((value) => value.toFixed(3));
}

function asJson(scored: readonly Scored[]): object {
  const score = mean(scored);
  return {
    documents: scored.length,
    ...score,
    f1: f1(score),
    timeRatio: timeRatio(scored),
    files: Object.fromEntries(scored.map(({ name, tables: found }) => [name, found])),
  };
}

function asText(scored: readonly Scored[]): string {
  const rows = scored.map(({ name, score, tables: found }) => [
    name,
    String(found.length),
    ...figures(score),
  ]);
  const count = scored.reduce((sum, { tables: found }) => sum + found.length, 0);
  rows.push(["mean", String(count), ...figures(mean(scored))]);
  const ratio = timeRatio(scored).toFixed(2);
  return `${table(["document", "tables", "recall", "precision", "F1"], rows)}\nReading takes ${ratio} times as long as reading the text alone.\n`;
}

export const benchmark: BenchCommand = {
  usage,
  data: path.join(repository, "../shared/data/tables_icdar2013"),
  options: ["json", "quick", "statements"],
  run: tables,
};
