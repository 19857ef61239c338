import type { EvidenceUnit } from "./data-set.js";
import { type Interval, mean, meanInterval } from "./statistics.js";

/** The depths at which recall is read. */
export const depthsOf: Readonly<Record<EvidenceUnit, readonly number[]>> = {
  page: [1, 5, 10, 20],
  document: [1, 5, 10],
};

/** A figure for each depth. */
export type ByDepth<T> = Readonly<Record<number, T>>;

/** The pages or documents that answer a question, and what a ranking returned for it, best first. */
export interface Judged {
  readonly evidence: ReadonlySet<string>;
  readonly ranked: readonly string[];
}

/** The share of the evidence among the first `depth`. */
export function recallAt({ evidence, ranked }: Judged, depth: number): number {
  const found = ranked.slice(0, depth).filter((place) => evidence.has(place)).length;
  return found / evidence.size;
}

/** Mean recall over the questions at each depth. */
export function meanRecall(judged: readonly Judged[], depths: readonly number[]): ByDepth<number> {
  return byDepth(depths, (depth) => mean(judged.map((one) => recallAt(one, depth))));
}

/** 95 % confidence intervals of the mean recall at each depth. */
export function recallIntervals(
  judged: readonly Judged[],
  depths: readonly number[],
): ByDepth<Interval> {
  return byDepth(depths, (depth) => meanInterval(judged.map((one) => recallAt(one, depth))));
}

function byDepth<T>(depths: readonly number[], figure: (depth: number) => T): ByDepth<T> {
  return Object.fromEntries(depths.map((depth) => [depth, figure(depth)]));
}
