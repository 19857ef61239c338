import { withoutBreaks } from "../../core/control-tokens.js";
import { isRecord, type JsonSchema, type ObjectSchema } from "../../core/json.js";
import type { JsonSchemaFormat } from "../../models/language-model.js";
import type { ToolDefinition } from "../../tools/tool.js";

/** A tool call as a model writes it: nothing of it was checked. */
export interface ClaimedCall {
  readonly tool: string;
  readonly arguments: unknown;
}

/** A reply that has the form of an action. */
export interface Action {
  readonly thought: string;
  /** At least one. */
  readonly calls: readonly ClaimedCall[];
}

/** A question as the model made it self-contained, and queries for it. */
export interface Rewrite {
  readonly question: string;
  readonly queries: readonly string[];
}

/** Beyond these a reply is none that was asked for. */
const longestReply = 60_000;
const deepestReply = 32;
const maxCalls = 16;
const maxQueries = 3;

/**
 * Reads an action. Forms that models without a forced grammar fall into are understood: a fence
 * around it, one call without its list, `name` for `tool`. Null for anything else; never throws.
 */
export function readAction(reply: string): Action | null {
  const value = readJson(reply);
  if (!isRecord(value)) return null;
  const claimed = Array.isArray(value.calls) ? value.calls : [value.call ?? value];
  const calls: ClaimedCall[] = [];
  for (const call of claimed.slice(0, maxCalls)) {
    if (!isRecord(call)) return null;
    const tool = call.tool ?? call.name;
    if (typeof tool !== "string" || tool === "") return null;
    calls.push({ tool, arguments: call.arguments ?? {} });
  }
  if (calls.length === 0) return null;
  const { thought } = value as { thought?: unknown };
  return { thought: typeof thought === "string" ? thought.trim() : "", calls };
}

/** Reads a rewritten question; null when there is none. */
export function readRewrite(reply: string): Rewrite | null {
  const value = readJson(reply);
  if (!isRecord(value) || typeof value.question !== "string") return null;
  const question = value.question.trim().slice(0, 1000);
  if (question === "") return null;
  const claimed = Array.isArray(value.queries) ? value.queries : [];
  const queries = claimed
    .filter((query): query is string => typeof query === "string" && query.trim() !== "")
    .map((query) => query.trim().slice(0, 400));
  return { question, queries: queries.slice(0, maxQueries) };
}

/** The sentences of an answer that are whole, of a reply that was cut off; null when none is. */
export function readCutAnswer(reply: string): Action | null {
  if (!/"tool":\s*"answer"/.test(reply)) return null;
  let end = reply.length;
  for (let attempts = 0; attempts < maxCalls; attempts++) {
    // A sentence ends with its citations.
    end = reply.lastIndexOf("]}", end - 1);
    if (end < 0) return null;
    const action = readAction(`${reply.slice(0, end + 2)}]}}]}`);
    if (action) return action;
  }
  return null;
}

/** The JSON value of a reply, or undefined. */
function readJson(reply: string): unknown {
  if (reply.length > longestReply || isTooDeep(reply)) return undefined;
  const fenced = /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/.exec(reply);
  try {
    return JSON.parse(fenced?.[1] ?? reply, plain);
  } catch {
    return undefined;
  }
}

/** What was copied from a prompt is read as it stands in the document. */
function plain(_name: string, value: unknown): unknown {
  return typeof value === "string" ? withoutBreaks(value) : value;
}

/** Whether brackets are nested so deeply that walking the value could overflow the stack. */
function isTooDeep(reply: string): boolean {
  let depth = 0;
  for (const bracket of reply.replace(/"(?:[^"\\]|\\.)*"/gs, "").match(/[[\]{}]/g) ?? []) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    if (depth > deepestReply) return true;
  }
  return false;
}

/** Tool calls in one reply at most. */
export const maxCallsPerTurn = 3;

const thought: JsonSchema = { type: "string", maxLength: 240 };

/** One to three calls of tools, or one of `answer`. */
export function actionFormat(
  tools: readonly ToolDefinition[],
  answer: ToolDefinition,
): JsonSchemaFormat {
  const calls = { type: "array", minItems: 1, maxItems: maxCallsPerTurn };
  return named("action", {
    thought,
    calls: { anyOf: [{ ...calls, items: { anyOf: tools.map(callOf) } }, onlyAnswer(answer)] },
  });
}

/** Nothing but an answer. */
export function answerFormat(answer: ToolDefinition): JsonSchemaFormat {
  return named("answer", { thought, calls: onlyAnswer(answer) });
}

/** A question that stands for itself, and queries for it. */
export const rewriteFormat: JsonSchemaFormat = named("rewrite", {
  question: { type: "string", maxLength: 400 },
  queries: {
    type: "array",
    minItems: 1,
    maxItems: maxQueries,
    items: { type: "string", maxLength: 120 },
  },
});

function onlyAnswer(answer: ToolDefinition): JsonSchema {
  return { type: "array", minItems: 1, maxItems: 1, items: callOf(answer) };
}

function callOf({ name, parameters }: ToolDefinition): JsonSchema {
  return object({ tool: { const: name }, arguments: parameters });
}

function object(properties: ObjectSchema["properties"]): ObjectSchema {
  return {
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/** Named after its content: an engine compiles a schema once for each name. */
function named(kind: string, properties: ObjectSchema["properties"]): JsonSchemaFormat {
  const schema = object(properties);
  return { name: `${kind}_${digest(JSON.stringify(schema))}`, schema };
}

/** FNV-1a, 32 bits. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
