import path from "node:path";
import { textHash } from "../../src/core/bytes.js";
import {
  type ExtractionGuide,
  GuideBook,
  guidesFor,
} from "../../src/search/source-knowledge/guide.js";
import { repository } from "../driver/repository.js";
import { memoryGuideStore } from "../memory-guide-store.js";
import type { BenchArguments } from "./bench-arguments.js";
import type { BenchCommand } from "./command.js";
import { chosenSources, SourceIndex } from "./routing/source-index.js";
import {
  type ContextSource,
  type RoutedQuestion,
  type RoutingData,
  readRoutingData,
} from "./routing/tatqa-sources.js";
import { seededRandom } from "./seeded-random.js";
import { differenceInterval, type Interval, meanInterval } from "./statistics.js";

const usage = `Usage: npm run -s bench -- routing [--path DIR] [--quick] [--json]

Which sources are chosen for a question, out of 30, 90 and 270: the tables and the paragraphs of TAT-QA's
contexts, by descriptions that are made of their content. The constants were chosen on
every other context, and the rest are counted. The contexts of a pool are drawn with seeds from 1 on. With guides, half of a
pool's questions, by a hash of their texts, have been answered before the other half is asked.

  --path DIR  a folder with tatqa_dataset_dev.json; default: ../shared/data/tatqa
  --quick     30 sources alone
  --json      print one JSON object
`;

/** Pools of sources, each with the number of times its contexts are drawn. */
const pools = [
  { sources: 30, draws: 8 },
  { sources: 90, draws: 3 },
  { sources: 270, draws: 1 },
] as const;

/** How well sources were chosen for one question. */
interface Choice {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** The mean over many choices, with its interval. */
interface Mean {
  readonly value: number;
  readonly interval: Interval;
}

interface Row {
  readonly half: Half;
  readonly guides: boolean;
  readonly sources: number;
  readonly questions: number;
  readonly precision: Mean;
  readonly recall: Mean;
  readonly f1: Mean;
  /** How much guides add to F1; null without guides. */
  readonly gain: Mean | null;
}

const halves = ["development", "counted"] as const;
type Half = (typeof halves)[number];

async function routing({ path: folder, quick, json }: BenchArguments): Promise<string> {
  const data = await readRoutingData(folder);
  const rows: Row[] = [];
  for (const half of halves) {
    for (const { sources, draws } of quick ? pools.slice(0, 1) : pools) {
      const drawn = Array.from({ length: draws }, (_, draw) =>
        poolOf(data, half, sources, draw + 1),
      );
      let without: readonly number[] = [];
      for (const guides of [false, true]) {
        const choices: Choice[] = [];
        for (const pool of drawn) choices.push(...(await choose(pool, guides)));
        const scores = choices.map(({ f1 }) => f1);
        const gain = guides ? gainOf(scores, without) : null;
        without = scores;
        const mean = (of: keyof Choice): Mean => meanOf(choices.map((choice) => choice[of]));
        rows.push({
          ...{ half, guides, sources, questions: choices.length },
          ...{ precision: mean("precision"), recall: mean("recall"), f1: mean("f1"), gain },
        });
      }
    }
  }
  return json ? `${JSON.stringify({ rows })}\n` : tableOf(rows);
}

interface Pool {
  readonly sources: readonly ContextSource[];
  readonly questions: readonly RoutedQuestion[];
}

/** A pool of this many sources from one half, with both sources of each drawn context. */
function poolOf(data: RoutingData, half: Half, sources: number, seed: number): Pool {
  const random = seededRandom(seed);
  const contexts = [...new Set(data.sources.map(({ context }) => context))]
    .filter((_context, place) => halves[place % 2] === half)
    .map((context) => ({ context, order: random() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, sources / 2);
  const drawn = new Set(contexts.map(({ context }) => context));
  return {
    sources: data.sources.filter(({ context }) => drawn.has(context)),
    questions: data.questions.filter(({ context }) => drawn.has(context)),
  };
}

/**
 * Chooses sources for each question of a pool. With guides, questions are split by a hash of their
 * text, and one part is asked after all questions of the other have been answered correctly.
 */
async function choose({ sources, questions }: Pool, guided: boolean): Promise<Choice[]> {
  const index = new SourceIndex();
  for (const source of sources) index.add(source);
  const partOf = ({ text }: RoutedQuestion): number => textHash(`guides\n${text}`) % 2;
  const learned: (readonly ExtractionGuide[])[] = [];
  for (const part of guided ? [0, 1] : []) {
    learned.push(await guidesOf(questions.filter((question) => partOf(question) !== part)));
  }
  return questions.map((question) => {
    const guides = guidesFor(question.text, learned[partOf(question)] ?? []);
    const found = index.find(question.text, { limit: 10 }, guides);
    return judge(
      chosenSources(found).map(({ id }) => id),
      question.sources,
    );
  });
}

/**
 * What answered questions produce: a guide for each source, built from all questions it answered.
 */
async function guidesOf(questions: readonly RoutedQuestion[]): Promise<readonly ExtractionGuide[]> {
  const book = new GuideBook(memoryGuideStore(), () => 0);
  await book.learn(
    questions.flatMap(({ text, sources }) =>
      sources.map((source) => ({ source, text: "It was here.", question: text })),
    ),
  );
  return book.all();
}

function judge(chosen: readonly string[], right: readonly string[]): Choice {
  const hits = chosen.filter((id) => right.includes(id)).length;
  const precision = chosen.length === 0 ? 0 : hits / chosen.length;
  const recall = hits / right.length;
  const f1 = hits === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1 };
}

function meanOf(values: readonly number[]): Mean {
  const value = values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
  return { value, interval: meanInterval(values, 1000) };
}

/** How much better one method is than another, question by question. */
function gainOf(ours: readonly number[], theirs: readonly number[]): Mean {
  const { value } = meanOf(ours.map((score, question) => score - (theirs[question] ?? 0)));
  return { value, interval: differenceInterval(ours, theirs) };
}

function tableOf(rows: readonly Row[]): string {
  const percent = (share: number): string => (100 * share).toFixed(1);
  const cell = ({ value, interval: [low, high] }: Mean): string =>
    `${percent(value)} (${percent(low)} – ${percent(high)})`;
  return [
    "| contexts | guides | sources | questions | precision | recall | F1 | F1 gained |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...rows.map(
      ({ half, guides, sources, questions, precision, recall, f1, gain }) =>
        `| ${half} | ${guides ? "of other questions" : "none"} | ${sources} | ${questions} | ${cell(precision)} | ${cell(recall)} | ${cell(f1)} | ${gain ? cell(gain) : ""} |`,
    ),
    "",
  ].join("\n");
}

export const benchmark: BenchCommand = {
  usage,
  data: path.join(repository, "../shared/data/tatqa"),
  options: ["quick", "json"],
  run: routing,
};
