import type { DocumentId } from "../../core/document.js";
import { PagehoundError } from "../../core/errors.js";
import { isRecord, parseJson } from "../../core/json.js";
import type { EvidenceId } from "../../core/passage.js";
import {
  anyObject,
  boolean,
  list,
  mismatch,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  variant,
} from "../../core/shape.js";
import type { ChatReply, JsonSchemaFormat, ModelInfo } from "../../models/language-model.js";
import type { SearchMode } from "../../search/api.js";
import type { ToolDefinition } from "../../tools/tool.js";
import type { Answer } from "../answer.js";
import { type StrategyName, strategies } from "../strategies.js";

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

/** Something else that happened: a compaction, a repair, a fall-back, a self-check. */
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
  /** What searches went by; missing for `words`. */
  readonly by?: SearchMode | undefined;
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

/** An earlier question of a conversation and its answer, as far as later questions need them. */
export interface PastTurn {
  /** Self-contained, as the model may have made it. */
  readonly question: string;
  /** As the person asked it. */
  readonly asked: string;
  /** What of the answer was supported; empty when nothing was. */
  readonly answer: string;
}

const span = object({ start: number, end: number });
const place = {
  evidence: text,
  document: text,
  path: text,
  page: number,
  pageLabel: nullable(text),
};
const citation = object({ ...place, quote: text, span });
const calculation = object({
  id: text,
  expression: text,
  value: text,
  scale: optional(number),
  display: text,
  operands: list(
    object({
      ...{ text, value: text, citation: nullable(citation), origin: text },
      cell: optional(text),
    }),
  ),
});
const usage = {
  calls: number,
  turns: number,
  promptTokens: number,
  reusedTokens: number,
  generatedTokens: number,
  folds: number,
  firstToken: nullable(number),
  total: number,
};
const misplaced = object({
  number: text,
  kind: oneOf("column", "row", "unit", "sign", "scale", "unstated", "company"),
  stands: text,
  said: text,
});
const answer = object({
  kind: oneOf("answered", "not-found", "passages"),
  question: text,
  standalone: text,
  sentences: list(
    object({
      text,
      supported: boolean,
      citations: list(citation),
      calculations: list(calculation),
      unsupportedNumbers: list(text),
      misplacedNumbers: optional(list(misplaced)),
      dropped: list(text),
    }),
  ),
  passages: list(
    object({
      ...place,
      heading: nullable(text),
      span,
      text,
      marked: list(span),
      marks: list(span),
    }),
  ),
  missing: text,
  tried: list(text),
  coverage: object({
    documents: number,
    pages: number,
    pagesWithoutText: number,
    gaps: list(anyObject),
  }),
  calculations: list(calculation),
  reason: nullable(text),
  usage: object(usage),
});
const reply = object({
  content: text,
  finishReason: oneOf("stop", "length"),
  usage: object({ promptTokens: number, reusedTokens: nullable(number), completionTokens: number }),
  timing: object({ firstToken: nullable(number), total: number }),
});
const step = variant("type", {
  turn: object({
    keptMessages: number,
    addedMessages: list(object({ role: text, content: text })),
    format: nullable(text),
    reply: nullable(reply),
    failure: nullable(object({ code: text, message: text })),
    at: number,
  }),
  call: object({
    call: number,
    tool: text,
    arguments: anyObject,
    description: text,
    text,
    summary: text,
    evidence: list(text),
    failed: boolean,
    repeated: boolean,
    at: number,
    took: number,
  }),
  note: object({ kind: text, text, at: number }),
});
const trace = object({
  startedAt: text,
  question: text,
  history: list(object({ question: text, asked: text, answer: text })),
  strategy: oneOf(...Object.keys(strategies)),
  by: optional(oneOf("words", "meaning", "both")),
  calls: number,
  model: nullable(
    object({
      id: text,
      name: text,
      provider: text,
      contextLength: number,
      controlTokens: optional(list(text)),
    }),
  ),
  tools: list(
    object({
      name: text,
      description: text,
      parameters: object({ type: oneOf("object"), properties: anyObject }),
      // Traces that were recorded before it was required may be without.
      readOnly: optional(boolean),
    }),
  ),
  documents: list(object({ id: text, path: text, hash: text })),
  steps: list(step),
  answer,
});

/** Reads a trace from its JSON. Throws `invalid-argument` for anything that is none of this version. */
export function parseTrace(json: string): Trace {
  const value = parseJson(json);
  if (value === undefined) throw noTrace("it is not JSON");
  return checkedTrace(value);
}

/** The same value, known to be a trace. Throws `invalid-argument`. */
export function checkedTrace(value: unknown): Trace {
  if (!isRecord(value)) throw noTrace("it is no object");
  const { traceVersion: version } = value;
  if (version === undefined) throw noTrace("it has no traceVersion");
  if (version !== traceVersion) {
    throw new PagehoundError(
      "invalid-argument",
      `This trace is of version ${version}, and only version ${traceVersion} can be read. Ask the question again to record it anew.`,
    );
  }
  const problem = mismatch(trace, value);
  if (problem) throw noTrace(`${problem.path.join(".")} is not what a trace has there`);
  return value as unknown as Trace;
}

function noTrace(why: string): PagehoundError {
  return new PagehoundError(
    "invalid-argument",
    `This is no trace: ${why}. Choose a file that was saved as a trace.`,
  );
}
