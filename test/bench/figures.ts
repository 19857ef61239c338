import type { Interval } from "./statistics.js";

/** Formats a value between 0 and 1. */
export function figure(value: number): string {
  return value.toFixed(3);
}

/** Formats a difference with an explicit sign. */
export function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}

/** Formats an interval in brackets. */
export function range([low, high]: Interval, format: (value: number) => string = figure): string {
  return `[${format(low)}, ${format(high)}]`;
}
