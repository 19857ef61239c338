import { PagehoundError } from "../core/errors.js";
import { estimateTokens } from "./estimate-tokens.js";

/**
 * How many tokens a text has for the model that will read it. May be slow; the tokens of two texts
 * need not add up to those of both together.
 */
export type CountTokens = (text: string) => number;

/** How long a text may be. */
export interface TokenBudget {
  /** Tokens at most in the whole text, as `countTokens` counts them. */
  readonly limit: number;
  /** An estimate by words and characters unless told; see `estimateTokens`. */
  readonly countTokens?: CountTokens | undefined;
}

/** A budget that was checked, with its counter. Throws `invalid-argument`. */
export function checkedBudget({ limit, countTokens = estimateTokens }: TokenBudget): {
  readonly limit: number;
  readonly countTokens: CountTokens;
} {
  if (Number.isInteger(limit) && limit >= 1) return { limit, countTokens };
  throw new PagehoundError(
    "invalid-argument",
    `The limit of a token budget is a whole number from 1, not ${limit}.`,
  );
}
