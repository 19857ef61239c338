import { wilsonInterval } from "../../src/evaluation/metrics/metric-info.js";
import { seededRandom } from "./seeded-random.js";

/** An interval that contains the true value with 95 % confidence. */
export type Interval = readonly [low: number, high: number];

/**
 * The value below which the given share (0 to 1) of the values lies, with interpolation between
 * neighbours.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/**
 * A bootstrap interval for the mean: the questions are resampled many times with replacement. The
 * samples are the same in every run, so equal values give equal intervals.
 */
export function meanInterval(values: readonly number[], draws = 4000): Interval {
  const random = seededRandom(20_240_607);
  const means = Array.from({ length: draws }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < values.length; drawn++) {
      sum += values[Math.floor(random() * values.length)] ?? 0;
    }
    return sum / Math.max(1, values.length);
  });
  return [percentile(means, 0.025), percentile(means, 0.975)];
}

/**
 * The interval of the mean difference between two lists of values for the same questions. It is
 * narrower than their two intervals suggest, because questions that are hard for one ranking are
 * mostly hard for the other.
 */
export function differenceInterval(ours: readonly number[], theirs: readonly number[]): Interval {
  return meanInterval(ours.map((value, question) => value - (theirs[question] ?? 0)));
}

export interface Rate {
  readonly count: number;
  readonly total: number;
  /** 0 to 1; 0 without cases. */
  readonly share: number;
  readonly interval: Interval;
}

/** A share with its 95 % interval; see `wilsonInterval`. */
export function rateOf(count: number, total: number): Rate {
  const share = total === 0 ? 0 : count / total;
  return { count, total, share, interval: wilsonInterval(count, total) };
}

/** Formats a rate like "31 of 40, 77.5 % [62.5, 87.7]"; a dash if there are no cases. */
export function rateText({ count, total, share, interval }: Rate): string {
  if (total === 0) return "–";
  const percent = (value: number): string => (value * 100).toFixed(1);
  const [low, high] = interval;
  return `${count} of ${total}, ${percent(share)} % [${percent(low)}, ${percent(high)}]`;
}
