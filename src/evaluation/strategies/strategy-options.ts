import { PagehoundError } from "../../core/errors.js";

/** What strategies of a run have in common. */
export interface StrategyOptions {
  /** Tool calls at most, from 1 to 15, of strategies whose names do not say; 10 unless told. */
  readonly calls?: number | undefined;
}

/** Tool calls at most that any strategy may have. */
const mostCalls = 15;
const usualCalls = 10;

/** The number of calls that was asked for. Throws `invalid-argument`. */
export function callsOf({ calls = usualCalls }: StrategyOptions): number {
  return wholeNumber("The number of tool calls", calls, 1, mostCalls);
}

/** A number as it was given. Throws `invalid-argument` when it is out of bounds. */
export function wholeNumber(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new PagehoundError(
    "invalid-argument",
    `${name} is a whole number from ${least} to ${most}, not ${value}.`,
  );
}
