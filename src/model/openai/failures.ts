import type { PagehoundError } from "../../core/errors.js";
import type { Connection } from "./connection.js";
import { field, parseJson, text } from "./json-fields.js";

/** What a server says of a failure. */
export interface ServerFailure {
  readonly message: string;
  readonly code: string;
  /** The parameter it is about, where the server says. */
  readonly parameter: string;
}

/** Longest part of a server's message that is passed on. */
const longestQuote = 300;
/** What is looked at of it: a message says what is wrong at its beginning. */
const longestMessage = 2000;

/**
 * How servers say that a prompt is too long: OpenAI and vLLM ("maximum context length", "maximum model
 * length"), llama.cpp ("exceeds the available context size"), Ollama ("exceeds the context length"),
 * LM Studio ("context length of only"), TGI ("must be <=").
 */
const contextMessage =
  /context (?:length|size|window)|maximum (?:model|context|input) length|prompt (?:is )?too long|inputs? tokens.*must be <=|max_tokens must be at least 1, got -/i;
const contextCodes = new Set(["context_length_exceeded", "exceed_context_size_error"]);

/** Reads what servers put into the body of an error, or into a stream. */
function readFailure(body: unknown): ServerFailure {
  const error = field(body, "error") ?? body;
  const detail = field(body, "detail");
  const details = Array.isArray(detail) ? detail.map((one) => text(field(one, "msg"))) : [];
  const message =
    text(error) ??
    text(field(error, "message")) ??
    text(detail) ??
    details.filter(Boolean).join("; ");
  const code = [field(error, "code"), field(error, "type")].map(text).filter(Boolean).join(" ");
  return {
    message: message.slice(0, longestMessage).replace(/\s+/g, " ").trim(),
    code: code.slice(0, longestQuote),
    parameter: (text(field(error, "param")) ?? "").slice(0, longestQuote),
  };
}

/** Whether a failure means that the prompt is too long. */
function isContextFailure({ message, code }: ServerFailure): boolean {
  return contextMessage.test(message) || code.split(" ").some((one) => contextCodes.has(one));
}

/** The error for an answer with a status that is none of success. */
export function failureOf(connection: Connection, status: number, body: string): PagehoundError {
  const parsed = parseJson(body);
  // Pages of HTML are no message, and neither is the beginning of a JSON text.
  const failure = readFailure(parsed ?? (/^\s*[<{]/.test(body) ? "" : body));
  if (status !== 401 && status !== 403 && isContextFailure(failure)) {
    return contextError(connection, failure, status);
  }
  const error = connection.error("endpoint-failed", describe(connection, status, failure), {
    status,
  });
  failures.set(error, failure);
  return error;
}

/** The error for a failure that came inside a stream. */
export function streamFailure(connection: Connection, body: unknown): PagehoundError {
  const failure = readFailure(body);
  if (isContextFailure(failure)) return contextError(connection, failure);
  return connection.error(
    "endpoint-failed",
    `${connection.origin} failed in the middle of a reply${quoted(failure)}. Try again.`,
  );
}

/** What the server said, for an error of `failureOf`. */
export function serverFailure(error: unknown): ServerFailure | undefined {
  return typeof error === "object" && error !== null ? failures.get(error) : undefined;
}

const failures = new WeakMap<object, ServerFailure>();

function contextError(
  connection: Connection,
  failure: ServerFailure,
  status?: number,
): PagehoundError {
  return connection.error(
    "context-exceeded",
    `The prompt is longer than the context of the model at ${connection.origin}${quoted(failure)}. Ask about fewer documents, or run the model with a longer context.`,
    status === undefined ? {} : { status },
  );
}

function describe(connection: Connection, status: number, failure: ServerFailure): string {
  const { origin, base, hasKey } = connection;
  if (status === 401 || status === 403) {
    return hasKey
      ? `${origin} does not accept the API key (${status}). Check the key, and that it may use this model.`
      : `${origin} asks for an API key (${status}). Set the key of this endpoint.`;
  }
  const said = quoted(failure);
  if (status === 404) {
    return `${base} has no chat, or not this model (404)${said}. Check the model's name and the address, which usually ends with /v1.`;
  }
  if (status === 429) {
    return `${origin} takes no more requests for now (429)${said}. Try again later.`;
  }
  return `${origin} answered with an error (${status})${said}. See the server's log for the cause.`;
}

function quoted({ message }: ServerFailure): string {
  const short =
    message.length > longestQuote ? `${message.slice(0, longestQuote).trimEnd()}…` : message;
  return short === "" ? "" : `: ${short.replace(/[.!]+$/, "")}`;
}
