import { readdir } from "node:fs/promises";
import path from "node:path";
import { folderFiles } from "../../cli/evaluation/folder-files.js";
import { candidatesOf } from "../../src/agent/loop/answer-features.js";
import {
  type BestFeatures,
  bestOf,
  lacksName,
  markedSpan,
  type ScoredCandidate,
} from "../../src/agent/loop/answer-judgement.js";
import type { EvaluationQuestion } from "../../src/evaluation/api.js";
import { loadDataSet } from "../../src/evaluation/datasets/load-data-set.js";
import { readQuestion } from "../../src/figures/question.js";
import type { SearchResponse } from "../../src/index.js";
import type { Driver } from "../driver/driver.js";
import { repository } from "../driver/repository.js";
import type { BenchArguments } from "./bench-arguments.js";
import { driveBench, embedderMounts } from "./bench-driver.js";
import { type BenchCommand, say } from "./command.js";
import { openFilings } from "./filings.js";
import { readOwnQuestions } from "./first-answer/data.js";
import { type FitChoice, type Fitted, fitChoices, fitLogistic } from "./first-answer/fit.js";
import { judgeOf } from "./first-answer/judge.js";
import { isForTuning } from "./grader/halves.js";
import { table } from "./table.js";

const usage = `Usage: npm run -s bench -- answer-judgement [--path DIR] [--embedder DIR] [--cache DIR] [--json]

Fits what tells whether a sentence or a table row is the answer to a question, and prints the constants
of src/agent/loop/answer-judgement.ts, and precision against coverage. Half of the questions, by a hash
of the document with their evidence, are fitted on; the other half is only counted. Questions are also
asked of all documents but those that answer them, where no text is right.

  --path DIR   a folder with general/ (sets in the own format, as many as there are) and tatqa/;
               default: ../shared/data
  --embedder DIR  an embedding model for transformers.js: fits what judges searches by words and meaning
  --cache DIR  keeps what was read of documents, as for bench -- first-answer
  --json       print one JSON object
`;

/**
 * One in this many TAT-QA questions is also asked without the documents that answer it. All
 * contexts of TAT-QA are searched together.
 */
const tatqaStep = 10;
/** The same for other large sets: one question in this many. */
const withoutStep = 3;
const largeSet = 100;
/** Unanswerable questions are few, and a wrong mark is worse than none, so they weigh more. */
const silenceWeight = 2;
const ridge = 1;
const thresholds = [0, 0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8];

/** A question with its search results. */
interface Case {
  readonly set: string;
  readonly question: EvaluationQuestion;
  readonly response: SearchResponse;
  /** Whether the documents that answer it were left out. */
  readonly isWithout: boolean;
  readonly forTuning: boolean;
}

/** A case with its candidate sentences and rows, each judged right or wrong. */
interface JudgedCase extends Case {
  readonly candidates: readonly (ReturnType<typeof candidatesOf>[number] & {
    readonly isRight: boolean;
    /** Whether the whole passage contains the answer. */
    readonly isInRight: boolean;
  })[];
}

async function judgement({ path: data, embedder, cache, json }: BenchArguments): Promise<string> {
  const names = (await readdir(path.join(data, "general"), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const cases = await driveBench(async (driver) => {
    const found: Case[] = [];
    const embeds = embedder !== null;
    for (const name of names) {
      const { files, questions } = await readOwnQuestions(path.join(data, "general", name));
      say(`${name}: ${questions.length} questions, ${files.size} documents.`);
      await openFilings(driver, { name, filings: files, cache });
      found.push(...(await searched(driver, { set: name, questions, embeds })));
    }
    found.push(...(await tatqaCases(driver, data, embeds)));
    return found;
  }, embedderMounts(embedder));
  const judged = cases.map(judgedCase);
  const share = weighing(judged);
  const tuning = judged.filter(({ forTuning }) => forTuning);
  const features = Object.keys(tuning.flatMap(({ candidates }) => candidates)[0]?.features ?? {});
  const single = fitChoices(
    tuning.map(({ candidates, set }): FitChoice => {
      const options = candidates
        .filter(({ isOut }) => !isOut)
        .map(({ features: values, isRight }) => ({ features: Object.values(values), isRight }));
      return { options, weight: share(set) };
    }),
    ridge,
  );
  const best = judged.flatMap((one) => bestCase(one, single) ?? []);
  const whole = fitLogistic(
    best
      .filter(({ of }) => of.forTuning)
      .map(({ values, isRight, of }) => ({
        ...{ features: values, isRight },
        weight: share(of.set) * (of.question.unanswerable ? silenceWeight : 1),
      })),
    ridge / 2,
  );
  const points = curve(best, judged, whole);
  const constants = {
    single: named(features, single),
    best: { constant: whole.constant, ...named(bestNames, whole.weights) },
  };
  if (json) return `${JSON.stringify({ constants, points }, null, 2)}\n`;
  return `${constantsText(constants.single)}\n${constantsText(constants.best)}\n${pointsText(points)}`;
}

/** The questions of a data set, and whether search by meaning is on. */
interface AskedSet {
  readonly set: string;
  readonly questions: readonly EvaluationQuestion[];
  readonly embeds: boolean;
}

/** Runs the searches: all questions, plus a sample without the documents that answer them. */
async function searched(
  { page }: Driver,
  { set, questions, embeds }: AskedSet,
): Promise<readonly Case[]> {
  const step = questions.length > largeSet ? withoutStep : 1;
  const documentsOf = ({ evidence }: EvaluationQuestion): string[] =>
    evidence.map(({ document }) => document);
  const variants = [
    ...questions.map((question) => ({ question, without: [] as string[] })),
    ...questions
      .filter((question, index) => index % step === 0 && question.evidence.length > 0)
      .map((question) => ({ question, without: documentsOf(question) })),
  ];
  const responses = await page.evaluate((request) => globalThis.bench.answerSearches(request), {
    name: set,
    embeds,
    questions: variants.map(({ question: { text }, without }) => ({ text, without })),
  });
  return variants.flatMap(({ question, without }, index): Case[] => {
    const response = responses[index];
    const forTuning = isForTuning(documentsOf(question)[0] ?? question.id);
    return response ? [{ set, question, response, isWithout: without.length > 0, forTuning }] : [];
  });
}

async function tatqaCases(driver: Driver, data: string, embeds: boolean): Promise<readonly Case[]> {
  const set = await loadDataSet("tatqa", await folderFiles(path.join(data, "tatqa")));
  const questions = set.questions.filter(
    ({ answers }, index) => index % tatqaStep === 0 && answers.length > 0,
  );
  say(`tatqa: ${questions.length} questions, ${set.documents.length} documents.`);
  await driver.page.evaluate((request) => globalThis.bench.addTexts(request), {
    name: "tatqa",
    documents: set.documents.map(({ path: name, text }) => ({ path: name, text: text ?? "" })),
  });
  return searched(driver, { set: "tatqa", questions, embeds });
}

function judgedCase(one: Case): JudgedCase {
  const { question, response, isWithout } = one;
  const judge = judgeOf(question);
  const isPossible = !isWithout && !question.unanswerable;
  const candidates = candidatesOf(response, readQuestion(question.text)).flatMap((candidate) => {
    const hit = response.hits[candidate.hit];
    if (!hit) return [];
    const text = hit.text.slice(candidate.unit.start, candidate.unit.end);
    const isRight = isPossible && judge.answers({ ...hit, text });
    return [{ ...candidate, isRight, isInRight: isPossible && judge.answers(hit) }];
  });
  return { ...one, candidates };
}

/** Weighs each set by the square root of its size, so that large sets do not dominate. */
function weighing(cases: readonly Case[]): (set: string) => number {
  const sizes = new Map<string, number>();
  for (const { set, forTuning, isWithout } of cases) {
    if (forTuning && !isWithout) sizes.set(set, (sizes.get(set) ?? 0) + 1);
  }
  return (set) => 10 / Math.sqrt(sizes.get(set) ?? 1);
}

const bestNames = [
  "odds",
  "share",
  "passage",
  "margin",
  "cover",
  "context",
  "missing",
  "namesLacking",
  "kind",
  "lacking",
  "measure",
  "lackingMeasure",
  "alike",
  "row",
] as const satisfies readonly (keyof BestFeatures)[];

interface BestCase {
  readonly of: JudgedCase;
  readonly values: readonly number[];
  readonly isRight: boolean;
  readonly isInRight: boolean;
}

function bestCase(one: JudgedCase, weights: readonly number[]): BestCase | null {
  const scored = one.candidates
    .map((candidate) => ({
      ...candidate,
      odds: oddsOf(Object.values(candidate.features), { constant: 0, weights }),
    }))
    .sort((a, b) => b.odds - a.odds);
  const { hits } = one.response;
  const found = bestOf(scored satisfies readonly ScoredCandidate[], hits);
  const [best] = scored;
  const hit = best && hits[best.hit];
  if (!found || !best || !hit) return null;
  const values = bestNames.map((name) => found.features[name]);
  const { start, end } = markedSpan(best, scored, hit.text, readQuestion(one.question.text));
  const isPossible = !one.isWithout && !one.question.unanswerable;
  const isRight =
    isPossible && judgeOf(one.question).answers({ ...hit, text: hit.text.slice(start, end) });
  return { of: one, values, isRight, isInRight: best.isInRight };
}

function oddsOf(values: readonly number[], { constant, weights }: Fitted): number {
  return values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), constant);
}

/** How a set fares at one threshold, as shares of its questions. */
interface Point {
  readonly set: string;
  readonly half: "tuning" | "other";
  readonly threshold: number;
  /** Share of answerable questions with a mark. */
  readonly marked: number;
  /** Share of those marks that are right: in the sentence or row itself, and in its passage. */
  readonly right: number;
  readonly rightPassage: number;
  /** Share of unanswerable questions with a mark. */
  readonly wronglyMarked: number;
}

function curve(
  best: readonly BestCase[],
  judged: readonly JudgedCase[],
  fitted: Fitted,
): readonly Point[] {
  const sets = [...new Set(judged.map(({ set }) => set))];
  const probabilities = new Map(
    best.map((one) => {
      const isBlocked = lacksName(one.of.response, readQuestion(one.of.question.text));
      return [one, isBlocked ? -1 : 1 / (1 + Math.exp(-oddsOf(one.values, fitted)))];
    }),
  );
  const isAnswerable = ({ isWithout, question }: Case): boolean =>
    !isWithout && !question.unanswerable;
  return sets.flatMap((set) =>
    (["tuning", "other"] as const).flatMap((half) => {
      const isOf = (one: Case): boolean => one.set === set && one.forTuning === (half === "tuning");
      const all = judged.filter(isOf);
      const answerable = all.filter(isAnswerable).length;
      const others = all.length - answerable;
      return thresholds.map((threshold): Point => {
        const marked = best.filter(
          (one) => isOf(one.of) && (probabilities.get(one) ?? 0) >= threshold,
        );
        const markedAnswerable = marked.filter(({ of }) => isAnswerable(of));
        const part = (count: number, total: number): number => (total === 0 ? 0 : count / total);
        return {
          ...{ set, half, threshold },
          marked: part(markedAnswerable.length, answerable),
          right: part(
            markedAnswerable.filter(({ isRight }) => isRight).length,
            markedAnswerable.length,
          ),
          rightPassage: part(
            markedAnswerable.filter(({ isInRight }) => isInRight).length,
            markedAnswerable.length,
          ),
          wronglyMarked: part(marked.length - markedAnswerable.length, others),
        };
      });
    }),
  );
}

function named(
  names: readonly string[],
  weights: readonly number[],
): Readonly<Record<string, number>> {
  return Object.fromEntries(names.map((name, index) => [name, weights[index] ?? 0]));
}

function constantsText(constants: Readonly<Record<string, number>>): string {
  return Object.entries(constants)
    .map(([name, value]) => `${name}: ${value.toFixed(2)}\n`)
    .join("");
}

function pointsText(points: readonly Point[]): string {
  const percent = (value: number): string => (100 * value).toFixed(0);
  return table(
    ["", "", "from", "marked", "right", "right passage", "marked without an answer"],
    points.map(({ set, half, threshold, marked, right, rightPassage, wronglyMarked }) => [
      ...[set, half, threshold.toFixed(2), percent(marked), percent(right)],
      ...[percent(rightPassage), percent(wronglyMarked)],
    ]),
  );
}

export const benchmark: BenchCommand = {
  usage,
  data: path.join(repository, "../shared/data"),
  options: ["embedder", "cache", "json"],
  run: judgement,
};
