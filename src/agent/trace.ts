import type { DocumentId } from "../core/document.js";
import type { EvidenceId } from "../core/passage.js";
import type { ChatReply, JsonSchemaFormat, ModelInfo } from "../model/language-model.js";
import type { ToolDefinition } from "../tools/tool.js";
import type { Answer } from "./answer.js";
import type { PastTurn } from "./past-turn.js";
import type { StrategyName } from "./strategies.js";

/** Version of the form below; other versions are refused with `invalid-argument`. */
export const traceVersion = 1;

/** A request to the model and its reply. Only what the request adds is kept: prompts mostly grow at their end. */
export interface TracedTurn {
  readonly type: "turn";
  /** Messages of the prompt that are the same as in the turn before. */
  readonly keptMessages: number;
  /** The messages that follow them. */
  readonly addedMessages: readonly { readonly role: string; readonly content: string }[];
  /** Name of the form asked for, or null. */
  readonly format: JsonSchemaFormat["name"] | null;
  /** Null when the request failed. */
  readonly reply: ChatReply | null;
  /** Code and message of the failure; null when there was none. */
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** Milliseconds since the run began. */
  readonly at: number;
}

/** A tool call and what it gave. */
export interface TracedCall {
  readonly type: "call";
  readonly call: number;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly description: string;
  /** What the model was shown: a result, or an error. */
  readonly text: string;
  readonly summary: string;
  readonly evidence: readonly EvidenceId[];
  readonly failed: boolean;
  readonly repeated: boolean;
  /** Milliseconds since the run began, and that it took. */
  readonly at: number;
  readonly took: number;
}

/** Something else that happened: a fold, a repair, a fall-back, a self-check. */
export interface TracedNote {
  readonly type: "note";
  readonly kind: string;
  readonly text: string;
  readonly at: number;
}

/** A run as a JSON document: it can be exported, shown, and replayed without the model. */
export interface Trace {
  readonly traceVersion: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly question: string;
  readonly history: readonly PastTurn[];
  readonly strategy: StrategyName;
  /** Tool calls at most. */
  readonly calls: number;
  readonly model: ModelInfo | null;
  /** The tools that the model was offered besides the library's own. */
  readonly tools: readonly ToolDefinition[];
  /** The documents in scope, with the SHA-256 of their bytes. */
  readonly documents: readonly {
    readonly id: DocumentId;
    readonly path: string;
    readonly hash: string;
  }[];
  readonly steps: readonly (TracedTurn | TracedCall | TracedNote)[];
  readonly answer: Answer;
}
