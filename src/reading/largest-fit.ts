import type { CountTokens } from "./reading.js";

/** A text that holds its budget, and the size it was made with. */
export interface Fit {
  readonly size: number;
  readonly text: string;
  readonly tokens: number;
}

/** Guesses by length before halving; they find the place in two or three counts for any tokenizer in use. */
const guesses = 4;
/** Characters a token has in English; what is counted corrects it at once. */
const usualCharacters = 4.5;

/**
 * The text of the largest size from `least` to `greatest` that holds the budget, or null when none
 * does. Larger sizes are taken to give more tokens; where a counter contradicts that, the text may
 * be smaller than it could be, yet it was counted as it is and holds the budget.
 */
export function largestFit(
  { least, greatest }: { readonly least: number; readonly greatest: number },
  render: (size: number) => string,
  { limit, countTokens }: { readonly limit: number; readonly countTokens: CountTokens },
): Fit | null {
  let best: Fit | null = null;
  let low = least - 1;
  let high = greatest + 1;
  let perToken = usualCharacters;
  for (let counts = 0; high - low > 1; counts++) {
    const size =
      counts < guesses
        ? largestWithin(low + 1, high - 1, limit * perToken, render)
        : (low + high) >> 1;
    const text = render(size);
    const tokens = countTokens(text);
    if (tokens <= limit) {
      best = { size, text, tokens };
      low = size;
    } else {
      high = size;
    }
    if (tokens > 0) perToken = text.length / tokens;
  }
  return best;
}

/** The largest size whose text is no longer than `characters`, or `low` when there is none. */
function largestWithin(
  low: number,
  high: number,
  characters: number,
  render: (size: number) => string,
): number {
  // In doubling steps from below, so that no text is made that is much longer than needed.
  let from = low;
  let step = 1;
  while (from + step <= high && render(from + step).length <= characters) {
    from += step;
    step *= 2;
  }
  let to = Math.min(high, from + step - 1);
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if (render(middle).length <= characters) from = middle;
    else to = middle - 1;
  }
  return from;
}
