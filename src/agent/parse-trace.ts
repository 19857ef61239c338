import { PagehoundError } from "../core/errors.js";
import {
  boolean,
  type Check,
  list,
  nullable,
  number,
  oneOf,
  optional,
  record,
  shape,
  text,
} from "./check-shape.js";
import { strategies } from "./strategies.js";
import { type Trace, traceVersion } from "./trace.js";

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
