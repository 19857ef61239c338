import type { Interval } from "./statistics.js";

/** A figure between 0 and 1. */
export function figure(value: number): string {
  return value.toFixed(3);
}

/** A difference, always with its sign. */
export function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}

/** An interval in brackets. */
export function range([low, high]: Interval, format: (value: number) => string = figure): string {
  return `[${format(low)}, ${format(high)}]`;
}
