import path from "node:path";
import { folderFiles } from "../../cli/evaluation/folder-files.js";
import type { EvaluationQuestion } from "../../src/evaluation/api.js";
import { loadDataSet } from "../../src/evaluation/datasets/load-data-set.js";
import { repository } from "../driver/repository.js";
import type { BenchArguments } from "./bench-arguments.js";
import { driveBench } from "./bench-driver.js";
import { command, say } from "./command.js";
import { openFilings } from "./filings.js";
import { countsOf, firstAnswerText, outcomesOf, recordsOf } from "./first-answer/report.js";

const usage = `Usage: npm run -s bench:first-answer -- --path DIR [--cache DIR] [--json] [--quick]

Asks the questions of a folder without a model, and counts how often something is marked as the
answer, and how often what is marked first is right.

  --path DIR   a folder with documents/ and questions.jsonl, as eval reads it;
               ../shared/data/general/wiki unless told
  --cache DIR  keeps what was read of the documents, so that later runs need not read them; only for
               the same files and the same code that reads them
  --json       print one JSON object, with what was shown for each question
  --quick      only the first twenty questions
`;

const quickQuestions = 20;
const collection = "bench-first-answer";
const folder = "documents/";

async function firstAnswer({ path: data, cache, json, quick }: BenchArguments): Promise<string> {
  const set = await loadDataSet("own", await folderFiles(data));
  const files = new Map(set.documents.map((one) => [named(one.path), path.join(data, one.path)]));
  const all = set.questions.map(withoutFolder);
  const questions = quick ? all.slice(0, quickQuestions) : all;
  say(`${questions.length} questions, ${files.size} documents.`);
  return driveBench(async (driver) => {
    await openFilings(driver, { name: collection, filings: files, cache });
    const shown = await driver.page.evaluate((request) => globalThis.bench.firstAnswers(request), {
      name: collection,
      questions: questions.map(({ text, documents }) => ({ text, documents })),
      withSearch: false,
    });
    const asked = questions.flatMap((question, index) => {
      const answer = shown[index]?.answer;
      return answer ? [{ question, answer }] : [];
    });
    if (!json) return firstAnswerText(asked);
    const report = { ...countsOf(outcomesOf(asked)), records: recordsOf(asked) };
    return `${JSON.stringify(report, null, 2)}\n`;
  });
}

/** Documents are added by their names alone: the folder of the data set says nothing about them. */
function named(document: string): string {
  return document.startsWith(folder) ? document.slice(folder.length) : document;
}

function withoutFolder(question: EvaluationQuestion): EvaluationQuestion {
  return {
    ...question,
    documents: question.documents?.map(named) ?? null,
    evidence: question.evidence.map((one) => ({ ...one, document: named(one.document) })),
  };
}

await command({
  usage,
  data: path.join(repository, "../shared/data/general/wiki"),
  options: ["cache", "json", "quick"],
  run: firstAnswer,
});
