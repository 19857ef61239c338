import { PagehoundError } from "../core/errors.js";
import type { EvidenceId } from "../core/passage.js";
import type { Span } from "../core/span.js";
import { estimateTokens } from "./estimate-tokens.js";

/** A text for a language model. */
export interface Reading {
  /** The whole text, within its budget. Says at its end what it leaves out. */
  readonly text: string;
  /** Tokens of `text`, as the budget's counter counts them. */
  readonly tokens: number;
  /** Passages of which the text shows something, in its order. */
  readonly evidence: readonly EvidenceId[];
  /** What the text leaves out, in the words its end has; null when it is all there. */
  readonly leftOut: string | null;
  /** Where to go on: the same call with this as its `from` gives what follows. Null when nothing does. */
  readonly next: string | null;
}

/** A reading of passages, with exactly what it shows of each. */
export interface PassageReading extends Reading {
  readonly pieces: readonly PassagePiece[];
}

/** What a reading shows of a passage: all of it, or a part when there is no room for all. */
export interface PassagePiece {
  readonly id: EvidenceId;
  /** Counts from 1. */
  readonly page: number;
  /** The piece's place in the page's text. */
  readonly span: Span;
  /** The page's text at `span`; stands in the reading's text as it is. */
  readonly text: string;
}

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
