import type { Verdict } from "../../../src/evaluation/grade/grade-answer.js";
import { seededRandom } from "../seeded-random.js";
import { type Interval, percentile } from "../statistics.js";

/** A person's label and the grader's verdict; `none` if a judge returned no verdict. */
export interface Labelled {
  readonly id: string;
  readonly label: Verdict;
  readonly verdict: Verdict | "none";
}

/** How often a grader agrees with people on what is correct; refusals count as incorrect. */
export interface Agreement {
  readonly answers: number;
  readonly questions: number;
  readonly agreed: number;
  /** `agreed` out of `answers`; 0 without answers. */
  readonly share: number;
  /**
   * 95 % interval, resampled by question because answers to one question tend to be right or wrong
   * together.
   */
  readonly interval: Interval;
  /**
   * Cohen's kappa (Educational and Psychological Measurement 20, 1960): agreement beyond chance,
   * where 1 is perfect and 0 is chance. Null if both always give the same single verdict.
   */
  readonly kappa: number | null;
}

/** Computes agreement. A missing verdict agrees with no label. */
export function agreementOf(rows: readonly Labelled[]): Agreement {
  const agreed = rows.filter(agrees).length;
  return {
    answers: rows.length,
    questions: new Set(rows.map(({ id }) => id)).size,
    agreed,
    share: rows.length === 0 ? 0 : agreed / rows.length,
    interval: intervalOf(rows),
    kappa: kappaOf(rows),
  };
}

/** How often each verdict was given for each label. */
export type Confusion = Readonly<Record<Verdict, Readonly<Record<Verdict | "none", number>>>>;

export function confusionOf(rows: readonly Labelled[]): Confusion {
  const row = () => ({ correct: 0, incorrect: 0, refusal: 0, none: 0 });
  const counts = { correct: row(), incorrect: row(), refusal: row() };
  for (const { label, verdict } of rows) counts[label][verdict]++;
  return counts;
}

function agrees({ label, verdict }: Labelled): boolean {
  return verdict !== "none" && (label === "correct") === (verdict === "correct");
}

function kappaOf(rows: readonly Labelled[]): number | null {
  const share = (test: (row: Labelled) => boolean): number =>
    rows.filter(test).length / Math.max(1, rows.length);
  const labelled = share(({ label }) => label === "correct");
  const graded = share(({ verdict }) => verdict === "correct");
  const chance = labelled * graded + (1 - labelled) * (1 - graded);
  return chance === 1 || rows.length === 0 ? null : (share(agrees) - chance) / (1 - chance);
}

function intervalOf(rows: readonly Labelled[], draws = 4000): Interval {
  const questions = new Map<string, { answers: number; agreed: number }>();
  for (const row of rows) {
    const counts = questions.get(row.id) ?? { answers: 0, agreed: 0 };
    counts.answers++;
    if (agrees(row)) counts.agreed++;
    questions.set(row.id, counts);
  }
  const all = [...questions.values()];
  const random = seededRandom(20_240_607);
  const shares = Array.from({ length: draws }, () => {
    let answers = 0;
    let agreed = 0;
    for (let drawn = 0; drawn < all.length; drawn++) {
      const one = all[Math.floor(random() * all.length)];
      answers += one?.answers ?? 0;
      agreed += one?.agreed ?? 0;
    }
    return agreed / Math.max(1, answers);
  });
  return [percentile(shares, 0.025), percentile(shares, 0.975)];
}
