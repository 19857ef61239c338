import {
  findRefusal,
  scoreOf,
  type Thresholds,
  thresholds,
} from "../../../src/evaluation/grade/grade-answer.js";
import { type Measured, measure, readGold } from "../../../src/evaluation/grade/measure.js";
import { asksWhether, findClaims } from "../../../src/evaluation/grade/polarity.js";
import { table } from "../table.js";
import type { GradedAnswer } from "./graded-answers.js";
import { isForTuning } from "./halves.js";

/** The candidate values for each threshold. */
const grid: Readonly<Record<keyof Thresholds, readonly number[]>> = {
  short: [0.3, 0.4, 0.5, 0.6],
  long: [0.05, 0.1, 0.15, 0.2, 0.25],
  middle: [2, 4, 8],
  number: [1, 2, 3],
  precision: [0, 0.2, 0.4],
  polarity: [0.2, 0.4, 0.6, 0.8],
};
const names = Object.keys(grid) as (keyof Thresholds)[];

interface Case {
  readonly id: string;
  readonly correct: boolean;
  /** One for each gold answer. */
  readonly measured: readonly Measured[];
}

interface Tried {
  readonly weights: Thresholds;
  /** Number of agreeing answers, by question. */
  readonly agreed: ReadonlyMap<string, number>;
  readonly sum: number;
}

/**
 * Tries every combination of the grid on the tuning questions, except those with a numeric gold
 * answer, which use no thresholds, and answers that decline. Reports the best combination, and what
 * to expect of it on other questions: each question is graded with the combination that is best for
 * all the others.
 */
export function fitThresholds(answers: readonly GradedAnswer[]): string {
  const cases = answers.flatMap(toCase);
  const ids = [...new Set(cases.map(({ id }) => id))];
  const tried = settings().map((weights) => tryOut(weights, cases));
  const best = [...tried].sort((one, other) => other.sum - one.sum);
  const leftOut = ids.map((id) => {
    const without = ({ sum, agreed }: Tried): number => sum - (agreed.get(id) ?? 0);
    const chosen = tried.reduce((one, other) => (without(other) > without(one) ? other : one));
    return chosen.agreed.get(id) ?? 0;
  });
  const share = (count: number): string =>
    `${((100 * count) / Math.max(1, cases.length)).toFixed(1)} %`;
  return [
    table(
      [...names, "agree"],
      best
        .slice(0, 10)
        .map(({ weights, sum }) => [...names.map((name) => String(weights[name])), share(sum)]),
    ),
    `${cases.length} answers to ${ids.length} questions. As it is: ${share(tryOut(thresholds, cases).sum)}.`,
    `Each question with the setting that is best for the others: ${share(leftOut.reduce((sum, one) => sum + one, 0))}.\n`,
  ].join("\n");
}

function toCase({ id, question, goldAnswers, answer, label }: GradedAnswer): Case[] {
  if (!isForTuning(id) || findRefusal(answer, asksWhether(question))) return [];
  const claims = findClaims(answer);
  const measured = goldAnswers.map((gold) => measure(question, readGold(question, gold), claims));
  if (measured.some(({ basis }) => basis === "number")) return [];
  return [{ id, correct: label === "correct", measured }];
}

function tryOut(weights: Thresholds, cases: readonly Case[]): Tried {
  const agreed = new Map<string, number>();
  let sum = 0;
  for (const { id, correct, measured } of cases) {
    if (measured.some((one) => scoreOf(one, weights).score > 0) !== correct) continue;
    agreed.set(id, (agreed.get(id) ?? 0) + 1);
    sum++;
  }
  return { weights, agreed, sum };
}

/** Every combination of the grid. */
function settings(): readonly Thresholds[] {
  return names.reduce<readonly Thresholds[]>(
    (chosen, name) =>
      chosen.flatMap((one) => grid[name].map((value) => ({ ...one, [name]: value }))),
    [thresholds],
  );
}
