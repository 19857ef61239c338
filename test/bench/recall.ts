import { mean } from "../../src/evaluation/metrics/metric-info.js";
import { type Judged, recallAt } from "../../src/evaluation/metrics/ranking.js";
import type { EvidenceUnit } from "./data-set.js";
import { type Interval, meanInterval } from "./statistics.js";

export const depthsOf: Readonly<Record<EvidenceUnit, readonly number[]>> = {
  page: [1, 5, 10, 20],
  document: [1, 5, 10],
};

export type ByDepth<T> = Readonly<Record<number, T>>;

/** Mean recall over the questions at each depth. */
export function meanRecall(judged: readonly Judged[], depths: readonly number[]): ByDepth<number> {
  return byDepth(depths, (depth) => mean(judged.map((one) => recallAt(one, depth))));
}

/** 95 % confidence intervals of mean recall at each depth. */
export function recallIntervals(
  judged: readonly Judged[],
  depths: readonly number[],
): ByDepth<Interval> {
  return byDepth(depths, (depth) => meanInterval(judged.map((one) => recallAt(one, depth))));
}

function byDepth<T>(depths: readonly number[], figure: (depth: number) => T): ByDepth<T> {
  return Object.fromEntries(depths.map((depth) => [depth, figure(depth)]));
}
