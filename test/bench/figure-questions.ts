import path from "node:path";
import { BadInput } from "../../cli/bad-input.js";
import { repository } from "../driver/repository.js";
import type { BenchArguments } from "./bench-arguments.js";
import { driveBench } from "./bench-driver.js";
import { type BenchCommand, say } from "./command.js";
import { holdsFigure } from "./figure-questions/judge.js";
import {
  type FigureQuestion,
  type OtherPlace,
  ownQuestions,
  readFigureQuestions,
} from "./figure-questions/question.js";
import { figureRecords, figureReports, figureText } from "./figure-questions/report.js";
import { filingsIn, openFilings } from "./filings.js";

const usage = `Usage: npm run -s bench -- figures [--path DIR] [--cache DIR] [--json] [--quick]

Asks plain questions for figures of company filings without a model, and counts where the right
figure is shown: in the first passage, in the first sentence or row that is marked, in any that is.

  --path DIR        a folder with financebench/ and kg_rag_sec10q/; default: ../shared/data
  --cache DIR       keeps what was read of the filings, so that later runs need not read them; only
                    for the same files and the same code that reads them
  --questions FILE  other questions than those of this repository
  --json            print one JSON object, with what was shown for each question
  --quick           only the first ten questions, and their filings
`;

const quickQuestions = 10;
const collection = "bench-figures";

async function figures({
  path: data,
  cache,
  questions: file,
  json,
  quick,
}: BenchArguments): Promise<string> {
  const all = await filingsIn(data);
  const read = await readFigureQuestions(file ?? ownQuestions);
  const about = read.filter(({ document }) => all.has(document));
  const questions = quick ? about.slice(0, quickQuestions) : about;
  if (questions.length === 0) {
    throw new BadInput(
      `No filing of the questions in ${data}: PDFs in financebench/pdfs/ or kg_rag_sec10q/docs/ are needed.`,
    );
  }
  const wanted = new Set(questions.map(({ document }) => document));
  const filings = quick ? new Map([...all].filter(([name]) => wanted.has(name))) : all;
  say(
    `${questions.length} questions, ${filings.size} filings; ${read.length - about.length} questions left out.`,
  );
  return driveBench(async (driver) => {
    await openFilings(driver, { name: collection, filings, cache });
    const places = questions.flatMap((question) => placesOf(question, filings));
    const texts = await driver.page.evaluate((request) => globalThis.bench.pageTexts(request), {
      name: collection,
      places: places.map(({ place: { document, page } }) => ({ document, page })),
    });
    const absent = places.filter(
      ({ question: { value, row }, place }, index) =>
        !holdsFigure(texts[index] ?? "", value, place.row ?? row),
    );
    for (const { question, place } of absent) {
      say(
        `${question.id}: ${question.value} is not read on ${place.document}, page ${place.page}.`,
      );
    }
    const shown = await driver.page.evaluate((request) => globalThis.bench.askFigures(request), {
      name: collection,
      questions: questions.map(({ question, document, named }) => {
        return { question, document, named };
      }),
    });
    const answered = questions.flatMap((question, index) => {
      const answer = shown[index];
      return answer ? [{ question, shown: answer }] : [];
    });
    const reports = figureReports(answered);
    if (!json) return figureText(reports);
    return `${JSON.stringify({ reports, questions: figureRecords(answered) }, null, 2)}\n`;
  });
}

interface QuestionPlace {
  readonly question: FigureQuestion;
  readonly place: OtherPlace;
}

function placesOf(
  question: FigureQuestion,
  filings: ReadonlyMap<string, string>,
): readonly QuestionPlace[] {
  const places: readonly OtherPlace[] = [question, ...question.also];
  return places
    .filter(({ document }) => filings.has(document))
    .map((place) => ({ question, place }));
}

export const benchmark: BenchCommand = {
  usage,
  data: path.join(repository, "../shared/data"),
  options: ["cache", "questions", "json", "quick"],
  run: figures,
};
