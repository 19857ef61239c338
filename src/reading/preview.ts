import type { CallOptions } from "../core/call-options.js";
import type { CollectionReader } from "./collection-reader.js";
import { readStretch } from "./read.js";
import type { PassageReading } from "./reading.js";
import type { CountTokens } from "./token-budget.js";

/** How long a preview is. */
export interface PreviewOptions {
  /** Tokens at most in the whole text; 200 unless told. */
  readonly tokens?: number | undefined;
  /** See `TokenBudget.countTokens`. */
  readonly countTokens?: CountTokens | undefined;
}

const usualTokens = 200;

/**
 * The beginning of anything `read` can read, cut at the end of a sentence or word. `read` goes on
 * from its `next`. Throws as `read` does.
 */
export function preview(
  reader: CollectionReader,
  target: string,
  { tokens = usualTokens, countTokens, ...call }: PreviewOptions & CallOptions = {},
): Promise<PassageReading> {
  return readStretch(reader, target, { limit: tokens, countTokens }, { ...call, fill: true });
}
