import { wordTokens } from "./word-tokens.js";

/** Words of a shingle. */
export const shingleLength = 5;

/** A text's words and its shingles, by which texts are compared. */
export interface Shingled {
  readonly tokens: readonly string[];
  /** All runs of five successive words; of a shorter text, all its words as the only one. */
  readonly shingles: ReadonlySet<string>;
}

/**
 * The shingles of a text (Broder, "On the resemblance and containment of documents", 1997). Line
 * breaks, punctuation and capitals make no difference.
 */
export function shingled(text: string): Shingled {
  const tokens = wordTokens(text);
  return { tokens, shingles: new Set(shinglesOf(tokens)) };
}

/** Successive shingles, one for each place where one begins. */
export function shinglesOf(tokens: readonly string[]): string[] {
  if (tokens.length === 0) return [];
  const count = Math.max(1, tokens.length - shingleLength + 1);
  return Array.from({ length: count }, (_, start) =>
    tokens.slice(start, start + shingleLength).join(" "),
  );
}

/**
 * Broder's containment: the share of the shingles of `part` that `whole` has, from 0 to 1. A text of
 * fewer words than a shingle has is contained when its words stand there in a row. 0 for no words.
 */
export function containment(part: Shingled, whole: Shingled): number {
  if (part.shingles.size === 0) return 0;
  if (part.tokens.length < shingleLength) {
    return ` ${whole.tokens.join(" ")} `.includes(` ${part.tokens.join(" ")} `) ? 1 : 0;
  }
  let found = 0;
  for (const shingle of part.shingles) if (whole.shingles.has(shingle)) found++;
  return found / part.shingles.size;
}
