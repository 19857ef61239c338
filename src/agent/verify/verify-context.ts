import type { Calculation } from "../../core/calculation.js";
import type { EvidenceId } from "../../core/passage.js";
import type { CollectionReader } from "../../reading/collection-reader.js";

/** What an answer is checked against. */
export interface VerifyContext {
  /** The documents in scope. */
  readonly reader: CollectionReader;
  /** Numbers and years in it may be repeated. */
  readonly question: string;
  readonly calculations: readonly Calculation[];
  /** Passages that the model was shown, the newest last. */
  readonly seen: readonly EvidenceId[];
  readonly signal: AbortSignal;
}
