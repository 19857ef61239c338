import type { ClaimedCitation } from "./citation.js";

/** A sentence as a model writes it: nothing of it was checked. */
export interface DraftSentence {
  readonly text: string;
  readonly citations: readonly ClaimedCitation[];
}

/** The arguments of the `answer` tool, in the order a model writes them. */
export interface DraftAnswer {
  /** Whether the model has seen enough to answer. */
  readonly enough: boolean;
  /** What is missing when it has not; else empty. */
  readonly missing: string;
  readonly sentences: readonly DraftSentence[];
}
