import { PagehoundError } from "../../core/errors.js";

const longestName = 200;

/** The error for a pattern that cannot be used: what is wrong, where if known, and what to write instead. */
export function invalidPattern(
  pattern: string,
  position: number | null,
  problem: string,
  advice: string,
): PagehoundError {
  const place = position === null ? "" : ` (character ${position + 1})`;
  const named = pattern.length <= longestName ? pattern : `${pattern.slice(0, longestName)}…`;
  return new PagehoundError(
    "invalid-argument",
    `The pattern ${named} cannot be used: ${problem}${place}. ${advice}`,
    { data: { pattern, position } },
  );
}
