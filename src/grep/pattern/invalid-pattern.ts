import { PagehoundError } from "../../core/errors.js";

/** The error for a pattern that cannot be used: what is wrong, where if known, and what to write instead. */
export function invalidPattern(
  pattern: string,
  position: number | null,
  problem: string,
  advice: string,
): PagehoundError {
  const place = position === null ? "" : ` (character ${position + 1})`;
  return new PagehoundError(
    "invalid-argument",
    `The pattern ${pattern} cannot be used: ${problem}${place}. ${advice}`,
    { data: { pattern, position } },
  );
}
