import type { EvaluationStrategy } from "pagehound/evaluation";

/** What a person has typed and ticked. */
export interface Settings {
  readonly strategies: ReadonlySet<string>;
  /** Questions; empty for all. */
  readonly limit: string;
  /** Tool calls at most; empty for the library's own number. */
  readonly calls: string;
}

/** What is tried unless somebody changes it: what needs no model and no oracle. */
export const usualSettings: Settings = {
  strategies: new Set(["search", "chunks-300", "chunks-1000"]),
  limit: "",
  calls: "",
};

/** Tool calls that a question may take. */
export const maxCalls = 15;

/** An integer from 1 to `most`, as it was typed; null if empty or invalid. */
export function typedCount(text: string, most = 1_000_000): number | null {
  const count = /^[1-9]\d*$/.test(text.trim()) ? Number(text) : 0;
  return count > 0 && count <= most ? count : null;
}

/** Why a strategy cannot be run; null when it can. */
export function obstacleTo({ needs }: EvaluationStrategy, hasModel: boolean): string | null {
  if (needs.embedder) return "Needs a model that makes vectors, which this page cannot load yet.";
  return needs.model && !hasModel ? "Needs a model." : null;
}
