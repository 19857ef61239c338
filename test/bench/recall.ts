import { type Interval, mean, meanInterval } from "./statistics.js";

/** The depths at which recall is read. */
export const depths = [1, 5, 10, 20] as const;

/** A figure for each depth. */
export type ByDepth<T> = Readonly<Record<`${(typeof depths)[number]}`, T>>;

/** A question's evidence pages, and the pages a ranking returned for it, best first. */
export interface Judged {
  readonly evidence: ReadonlySet<string>;
  readonly ranked: readonly string[];
}

/** The share of the evidence pages among the first `depth` pages. */
export function recallAt({ evidence, ranked }: Judged, depth: number): number {
  const found = ranked.slice(0, depth).filter((page) => evidence.has(page)).length;
  return found / evidence.size;
}

/** Mean recall over the questions at each depth. */
export function meanRecall(judged: readonly Judged[]): ByDepth<number> {
  return byDepth((depth) => mean(judged.map((one) => recallAt(one, depth))));
}

/** 95 % confidence intervals of the mean recall at each depth. */
export function recallIntervals(judged: readonly Judged[]): ByDepth<Interval> {
  return byDepth((depth) => meanInterval(judged.map((one) => recallAt(one, depth))));
}

/**
 * Interval of the mean difference between two rankings of the same questions, which is narrower
 * than their two intervals suggest: what is hard for one is mostly hard for the other.
 */
export function differenceInterval(
  ours: readonly Judged[],
  theirs: readonly Judged[],
  depth: number,
): Interval {
  return meanInterval(
    ours.map((one, question) => {
      const other = theirs[question];
      return recallAt(one, depth) - (other ? recallAt(other, depth) : 0);
    }),
  );
}

function byDepth<T>(figure: (depth: number) => T): ByDepth<T> {
  return Object.fromEntries(depths.map((depth) => [depth, figure(depth)])) as ByDepth<T>;
}
