import { readFile } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "../../cli/bad-input.js";
import { folderFiles } from "../../cli/evaluation/folder-files.js";
import { textHash } from "../../src/core/bytes.js";
import { parseJson } from "../../src/core/json.js";
import { loadDataSet } from "../../src/evaluation/datasets/load-data-set.js";
import type { Driver } from "../driver/driver.js";
import { repository } from "../driver/repository.js";
import type { BenchArguments } from "./bench-arguments.js";
import { driveBench } from "./bench-driver.js";
import { type BenchCommand, say } from "./command.js";
import { ownQuestions, readFigureQuestions } from "./figure-questions/question.js";
import { filingsIn, openFilings } from "./filings.js";
import { isForTuning } from "./grader/halves.js";
import { type StatementCase, statementsAbout } from "./verifier/changes.js";
import type { FigureCell } from "./verifier/figure-cell.js";
import { companyNames, filingCells, goldCell, goldFigure } from "./verifier/filing-cells.js";
import {
  type JudgedStatement,
  misjudgedText,
  verifierJson,
  verifierText,
} from "./verifier/report.js";
import { tatqaCells } from "./verifier/table-cells.js";

const usage = `Usage: npm run -s bench -- verifier [--path DIR] [--cache DIR] [--misjudged] [--json] [--quick]

Makes true statements of gold tables and false ones that differ from them in one thing: another
year's column, the row beside it, a scale of a thousand, the sign, one digit, the company, the unit.
Counts which of them the library's checker of answers accepts. Half of the contexts and filings, by
a hash of their ids, are for development; of the others only counts are shown.

  --path DIR   a folder with tatqa/ and financebench/; default: ../shared/data
  --cache DIR  keeps what was read of the filings, as for bench -- figures
  --misjudged  also prints what was judged wrongly in the half for development
  --json       print one JSON object
  --quick      twenty contexts, and no filings
`;

/** How many cells of one context or page to make statements about. */
const cellsEach = 8;
const quickContexts = 20;
const texts = "bench-verifier-contexts";
const filings = "bench-verifier-filings";

/** Statements, and where the documents that they cite come from. */
interface Source {
  readonly name: string;
  readonly collection: string;
  readonly cases: readonly StatementCase[];
}

async function verifier(parsed: BenchArguments): Promise<string> {
  const contexts = await readContexts(parsed);
  const pdfs = parsed.quick ? new Map<string, string>() : await filingsIn(parsed.path);
  if (contexts.length === 0 && pdfs.size === 0) {
    throw new BadInput(
      `No data in ${parsed.path}: tatqa/tatqa_dataset_dev.json or financebench/pdfs/ is needed.`,
    );
  }
  const judged = await driveBench(async (driver) => {
    const sources: Source[] = [];
    if (contexts.length > 0) sources.push(await contextStatements(driver, parsed.path, contexts));
    if (pdfs.size > 0) {
      await openFilings(driver, { name: filings, filings: pdfs, cache: parsed.cache });
      sources.push(...(await filingStatements(driver, parsed.path, pdfs)));
    }
    const found: JudgedStatement[] = [];
    for (const source of sources) found.push(...(await judgedBy(driver, source)));
    return found;
  });
  if (parsed.json) return `${JSON.stringify(verifierJson(judged), null, 2)}\n`;
  const misjudged = parsed.misjudged ? `\n${misjudgedText(judged)}` : "";
  return verifierText(judged) + misjudged;
}

async function readContexts({ path: data, quick }: BenchArguments): Promise<readonly unknown[]> {
  const file = path.join(data, "tatqa/tatqa_dataset_dev.json");
  const text = await readFile(file, "utf8").catch(() => null);
  const contexts = text === null ? [] : parseJson(text);
  if (!Array.isArray(contexts)) throw new BadInput(`${file} is no list of contexts.`);
  return quick ? contexts.slice(0, quickContexts) : contexts;
}

/** Statements about tables of TAT-QA, whose contexts are added the way evaluations add them. */
async function contextStatements(
  { page }: Driver,
  data: string,
  contexts: readonly unknown[],
): Promise<Source> {
  const cases = contexts.flatMap((context) => drawn(tatqaCells(context)));
  const cited = new Set(cases.map(({ cell }) => cell.document));
  const { documents } = await loadDataSet("tatqa", await folderFiles(path.join(data, "tatqa")));
  await page.evaluate((request) => globalThis.bench.addTexts(request), {
    name: texts,
    documents: documents.flatMap(({ path: name, text }) =>
      cited.has(name) && text !== null ? [{ path: name, text }] : [],
    ),
  });
  return { name: "TAT-QA", collection: texts, cases };
}

/**
 * Statements about pages of filings: from FinanceBench's answers, and from the tables behind our
 * own questions.
 */
async function filingStatements(
  { page }: Driver,
  data: string,
  pdfs: ReadonlyMap<string, string>,
): Promise<readonly Source[]> {
  const records = await readFile(path.join(data, "financebench/questions.jsonl"), "utf8").catch(
    () => "",
  );
  const gold = records
    .split("\n")
    .flatMap((line) => goldFigure(parseJson(line)) ?? [])
    .filter(({ document }) => pdfs.has(document));
  const questions = (await readFigureQuestions(ownQuestions)).filter(({ document }) =>
    pdfs.has(document),
  );
  const pages = await page.evaluate((request) => globalThis.bench.pageTexts(request), {
    name: filings,
    places: [...gold, ...questions].map(({ document, page: number }) => {
      return { document, page: number };
    }),
  });
  const answers = gold.flatMap((one, index) => goldCell(one, pages[index] ?? "") ?? []);
  const about = questions.map((question, index) =>
    filingCells({ question, text: pages[gold.length + index] ?? "" }),
  );
  return [
    {
      name: "FinanceBench",
      collection: filings,
      cases: answers.map((cell) => statementsAbout(cell, companyNames)),
    },
    { name: "filings", collection: filings, cases: distinct(about.flatMap(drawn)) },
  ];
}

/** Makes statements about a sample of related cells. */
function drawn(cells: readonly FigureCell[]): readonly StatementCase[] {
  const order = (cell: FigureCell): number =>
    textHash(`${cell.context} ${cell.label} ${cell.period}`);
  return [...cells]
    .sort((one, other) => order(one) - order(other))
    .slice(0, cellsEach)
    .map((cell) => statementsAbout(cell, companyNames));
}

/** Removes duplicates: several questions are about the same page. */
function distinct(cases: readonly StatementCase[]): readonly StatementCase[] {
  return [...new Map(cases.map((one) => [`${one.cell.document} ${one.truth.text}`, one])).values()];
}

async function judgedBy(
  { page }: Driver,
  { name, collection, cases }: Source,
): Promise<readonly JudgedStatement[]> {
  const judged = await page.evaluate((request) => globalThis.bench.judgeStatements(request), {
    name: collection,
    cases: cases.map(({ cell, question, truth, changed }) => ({
      document: cell.document,
      page: cell.page,
      row: cell.row,
      question,
      statements: [truth, ...changed].map(({ text }) => text),
    })),
  });
  const absent = judged.filter((one) => one === null).length;
  say(`${name}: ${cases.length} rows; ${absent} were not found in their documents.`);
  return cases.flatMap(({ cell, question, truth, changed }, index) => {
    const half = isForTuning(cell.context) ? "development" : "counted";
    const isTruthAccepted = judged[index]?.[0]?.supported ?? false;
    return [{ ...truth, kind: null }, ...changed].flatMap(({ text, kind }, at) => {
      const one = judged[index]?.[at];
      if (!one) return [];
      const { row, document } = cell;
      const { supported: accepted, reason } = one;
      return [
        {
          ...{ source: name, half, kind, text, truth: truth.text, question },
          ...{ row, document, accepted, isTruthAccepted, reason },
        } as const,
      ];
    });
  });
}

export const benchmark: BenchCommand = {
  usage,
  data: path.join(repository, "../shared/data"),
  options: ["cache", "misjudged", "json", "quick"],
  run: verifier,
};
