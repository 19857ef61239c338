import { PagehoundError } from "./core/errors.js";

/** How many parse workers there are at most. Throws `invalid-argument` for what is no such number. */
export function parserCount(asked: number | undefined): number {
  if (asked === undefined) {
    // One core is left to the collection worker and the page; more than four parsers want too much memory.
    return Math.max(1, Math.min(4, navigator.hardwareConcurrency - 1));
  }
  if (Number.isInteger(asked) && asked >= 1 && asked <= 64) return asked;
  throw new PagehoundError(
    "invalid-argument",
    `The number of parse workers is a whole number from 1 to 64, not ${asked}.`,
  );
}
