import type { EvaluationStrategy } from "pagehound/evaluation";

/** The settings as typed and selected. */
export interface Settings {
  readonly strategies: ReadonlySet<string>;
  /** The number of questions; empty for all. */
  readonly limit: string;
  /** Maximum number of tool calls; empty for the library's default. */
  readonly calls: string;
}

/** The default choice: everything that needs no model and no oracle. */
export const usualSettings: Settings = {
  strategies: new Set(["search", "chunks-300", "chunks-1000"]),
  limit: "",
  calls: "",
};

/** Maximum number of tool calls for a question. */
export const maxCalls = 15;

/** An integer from 1 to `most`, as it was typed; null if empty or invalid. */
export function typedCount(text: string, most = 1_000_000): number | null {
  const count = /^[1-9]\d*$/.test(text.trim()) ? Number(text) : 0;
  return count > 0 && count <= most ? count : null;
}

/** Why a strategy cannot be run; null if it can. */
export function obstacleTo({ needs }: EvaluationStrategy, hasModel: boolean): string | null {
  if (needs.embedder) return "Needs a model that makes vectors, which this page cannot load yet.";
  return needs.model && !hasModel ? "Needs a model." : null;
}
