import path from "node:path";
import { repository } from "../driver/repository.js";
import type { BenchArguments } from "./bench-arguments.js";
import { driveBench, embedderMounts } from "./bench-driver.js";
import { type BenchCommand, say } from "./command.js";
import { openFilings } from "./filings.js";
import { readOwnQuestions } from "./first-answer/data.js";
import { countsOf, firstAnswerText, outcomesOf, recordsOf } from "./first-answer/report.js";

const usage = `Usage: npm run -s bench -- first-answer --path DIR [--embedder DIR] [--cache DIR] [--json] [--quick]

Asks the questions of a folder without a model, and counts how often something is marked as the
answer, and how often what is marked first is right.

  --path DIR   a folder with documents/ and questions.jsonl, as eval reads it;
               default: ../shared/data/general/wiki
  --embedder DIR  an embedding model for transformers.js, to search by words and meaning
  --cache DIR  keeps what was read of the documents, so that later runs need not read them; only for
               the same files and the same code that reads them
  --json       print one JSON object, with what was shown for each question
  --quick      only the first twenty questions
`;

const quickQuestions = 20;
const collection = "bench-first-answer";

async function firstAnswer(options: BenchArguments): Promise<string> {
  const { path: data, embedder, cache, json, quick } = options;
  const { files, questions: all } = await readOwnQuestions(data);
  const questions = quick ? all.slice(0, quickQuestions) : all;
  say(`${questions.length} questions, ${files.size} documents.`);
  return driveBench(async (driver) => {
    await openFilings(driver, { name: collection, filings: files, cache });
    const shown = await driver.page.evaluate((request) => globalThis.bench.firstAnswers(request), {
      name: collection,
      embeds: embedder !== null,
      questions: questions.map(({ text, documents }) => ({ text, documents })),
    });
    const answers = questions.flatMap((question, index) => {
      const answer = shown[index];
      return answer ? [{ question, answer }] : [];
    });
    if (!json) return firstAnswerText(answers);
    const report = { ...countsOf(outcomesOf(answers)), records: recordsOf(answers) };
    return `${JSON.stringify(report, null, 2)}\n`;
  }, embedderMounts(embedder));
}

export const benchmark: BenchCommand = {
  usage,
  data: path.join(repository, "../shared/data/general/wiki"),
  options: ["embedder", "cache", "json", "quick"],
  run: firstAnswer,
};
