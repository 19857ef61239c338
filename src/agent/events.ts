import type { EvidenceId } from "../core/passage.js";
import type { ModelInfo, ReadingProgress } from "../models/language-model.js";
import type { Answer, RunUsage } from "./answer.js";
import type { StrategyName } from "./strategies.js";
import type { Trace } from "./trace/trace.js";

/** What happens during a run, step by step. The last event is `answer`. */
export type AgentEvent =
  | {
      readonly type: "run-start";
      readonly question: string;
      readonly strategy: StrategyName;
      /** Null when no model takes part. */
      readonly model: ModelInfo | null;
      /** How many documents are in scope. */
      readonly documents: number;
      /** Tool calls at most. */
      readonly calls: number;
    }
  /** The question was made self-contained, or several queries were made of it. */
  | {
      readonly type: "question-rewrite";
      readonly question: string;
      readonly queries: readonly string[];
    }
  /** The model was asked for its next reply. */
  | { readonly type: "turn-start"; readonly turn: number; readonly callsLeft: number }
  /** How far the model has read what it was asked; told by engines that know. */
  | ({ readonly type: "reading" } & ReadingProgress)
  /** What the model says it is about to do. Not checked, for the curious. */
  | { readonly type: "thought"; readonly text: string }
  | {
      readonly type: "tool-call";
      readonly call: number;
      readonly tool: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      /** In plain words: "Looked for “capital expenditure”". */
      readonly description: string;
    }
  | {
      readonly type: "tool-result";
      readonly call: number;
      readonly tool: string;
      /** What the model is shown. */
      readonly text: string;
      readonly evidence: readonly EvidenceId[];
      /** In plain words: "14 passages in 3 documents". */
      readonly summary: string;
      /** True when the same call had been made before and was answered from memory. */
      readonly repeated: boolean;
    }
  | {
      readonly type: "tool-error";
      readonly call: number;
      readonly tool: string;
      /** What the model is told, with the valid choices. */
      readonly message: string;
    }
  /** Older observations were compacted to notes, because the context was filling up. */
  | { readonly type: "compaction"; readonly tokensBefore: number; readonly tokensAfter: number }
  /** A sentence of the answer, as the model writes it. Nothing of it is checked yet. */
  | { readonly type: "sentence-draft"; readonly index: number; readonly text: string }
  /** The model said that it needs more, or code found that what it wrote does not hold; it goes on. */
  | { readonly type: "self-check"; readonly enough: boolean; readonly message: string }
  /** The model is asked once to mend its reply. */
  | { readonly type: "repair"; readonly reason: string }
  /** The run goes on in a simpler way. */
  | { readonly type: "fallback"; readonly to: StrategyName | "passages"; readonly reason: string }
  | { readonly type: "usage"; readonly usage: RunUsage }
  | { readonly type: "answer"; readonly answer: Answer; readonly trace: Trace };
