import type { DocumentId } from "../../core/document.js";
import { PagehoundError } from "../../core/errors.js";
import { isRecord } from "../../core/json.js";
import type { EvidenceId } from "../../core/passage.js";
import type { ChatReply, JsonSchemaFormat, ModelInfo } from "../../models/language-model.js";
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

/** An earlier question of a conversation and its answer, as far as later questions need them. */
export interface PastTurn {
  /** Self-contained, as the model may have made it. */
  readonly question: string;
  /** As the person asked it. */
  readonly asked: string;
  /** What of the answer was supported; empty when nothing was. */
  readonly answer: string;
}

/** Looks at a value from outside. Null when it is as it should be, else where it is not. */
export type Check = (value: unknown) => string | null;

const text: Check = (value) => (typeof value === "string" ? null : "");
const number: Check = (value) => (Number.isFinite(value) ? null : "");
const boolean: Check = (value) => (typeof value === "boolean" ? null : "");
/** An object with any names. */
const record: Check = (value) => (isRecord(value) ? null : "");

/** One of these texts. */
function oneOf(allowed: readonly string[]): Check {
  return (value) => (typeof value === "string" && allowed.includes(value) ? null : "");
}

function nullable(check: Check): Check {
  return (value) => (value === null ? null : check(value));
}

/** May be missing. */
function optional(check: Check): Check {
  return (value) => (value === undefined ? null : check(value));
}

function list(check: Check): Check {
  return (value) => (Array.isArray(value) ? firstProblem(value.entries(), () => check) : "");
}

/** An object that has these names, and perhaps others. */
function shape(checks: Readonly<Record<string, Check>>): Check {
  return (value) => {
    const problem = record(value);
    if (problem !== null) return problem;
    const fields = value as Readonly<Record<string, unknown>>;
    const own = Object.keys(checks).map((name) => {
      return [name, Object.hasOwn(fields, name) ? fields[name] : undefined] as const;
    });
    return firstProblem(own, (name) => checks[name]);
  };
}

function firstProblem<Name extends string | number>(
  entries: Iterable<readonly [Name, unknown]>,
  checkOf: (name: Name) => Check | undefined,
): string | null {
  for (const [name, value] of entries) {
    const problem = checkOf(name)?.(value) ?? null;
    if (problem !== null) return problem === "" ? String(name) : `${name}.${problem}`;
  }
  return null;
}

const span = shape({ start: number, end: number });
const place = {
  evidence: text,
  document: text,
  path: text,
  page: number,
  pageLabel: nullable(text),
};
const citation = shape({ ...place, quote: text, span });
const calculation = shape({
  id: text,
  expression: text,
  value: text,
  display: text,
  operands: list(shape({ text, value: text, citation: nullable(citation), origin: text })),
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
const answer = shape({
  kind: oneOf(["answered", "not-found", "passages"]),
  question: text,
  standalone: text,
  sentences: list(
    shape({
      text,
      supported: boolean,
      citations: list(citation),
      calculations: list(calculation),
      unsupportedNumbers: list(text),
      dropped: list(text),
    }),
  ),
  passages: list(
    shape({ ...place, heading: nullable(text), span, text, marked: list(span), marks: list(span) }),
  ),
  missing: text,
  tried: list(text),
  coverage: shape({
    documents: number,
    pages: number,
    pagesWithoutText: number,
    gaps: list(record),
  }),
  calculations: list(calculation),
  reason: nullable(text),
  usage: shape(usage),
});
const reply = shape({
  content: text,
  finishReason: oneOf(["stop", "length"]),
  usage: shape({ promptTokens: number, reusedTokens: nullable(number), completionTokens: number }),
  timing: shape({ firstToken: nullable(number), total: number }),
});
const steps: Readonly<Record<string, Check>> = {
  turn: shape({
    keptMessages: number,
    addedMessages: list(shape({ role: text, content: text })),
    format: nullable(text),
    reply: nullable(reply),
    failure: nullable(shape({ code: text, message: text })),
    at: number,
  }),
  call: shape({
    call: number,
    tool: text,
    arguments: record,
    description: text,
    text,
    summary: text,
    evidence: list(text),
    failed: boolean,
    repeated: boolean,
    at: number,
    took: number,
  }),
  note: shape({ kind: text, text, at: number }),
};
const step: Check = (value) => {
  const problem = shape({ type: oneOf(Object.keys(steps)) })(value);
  return problem ?? steps[(value as { type: string }).type]?.(value) ?? null;
};
const trace = shape({
  startedAt: text,
  question: text,
  history: list(shape({ question: text, asked: text, answer: text })),
  strategy: oneOf(Object.keys(strategies)),
  calls: number,
  model: nullable(
    shape({
      id: text,
      name: text,
      provider: text,
      contextLength: number,
      controlTokens: optional(list(text)),
    }),
  ),
  tools: list(
    shape({
      name: text,
      description: text,
      parameters: shape({ type: oneOf(["object"]), properties: record }),
      // Traces that were recorded before it was required may be without.
      readOnly: optional(boolean),
    }),
  ),
  documents: list(shape({ id: text, path: text, hash: text })),
  steps: list(step),
  answer,
});

/** Reads a trace from its JSON. Throws `invalid-argument` for anything that is none of this version. */
export function parseTrace(json: string): Trace {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new PagehoundError(
      "invalid-argument",
      "This is not JSON, so it is no trace. Choose a file that was saved as a trace.",
      { cause },
    );
  }
  return checkedTrace(value);
}

/** The same value, known to be a trace. Throws `invalid-argument`. */
export function checkedTrace(value: unknown): Trace {
  if (record(value) !== null) throw noTrace("it is no object");
  const { traceVersion: version } = value as { traceVersion?: unknown };
  if (version === undefined) throw noTrace("it has no traceVersion");
  if (version !== traceVersion) {
    throw new PagehoundError(
      "invalid-argument",
      `This trace is of version ${version}, and only version ${traceVersion} can be read. Ask the question again to record it anew.`,
    );
  }
  const problem = trace(value);
  if (problem !== null) throw noTrace(`${problem} is not what a trace has there`);
  return value as Trace;
}

function noTrace(why: string): PagehoundError {
  return new PagehoundError(
    "invalid-argument",
    `This is no trace: ${why}. Choose a file that was saved as a trace.`,
  );
}
