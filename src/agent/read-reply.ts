import { withoutBreaks } from "../core/control-tokens.js";
import { isRecord } from "../core/is-record.js";

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
const mostCalls = 16;
const mostQueries = 3;

/**
 * Reads an action. Forms that models without a forced grammar fall into are understood: a fence
 * around it, one call without its list, `name` for `tool`. Null for anything else; never throws.
 */
export function readAction(reply: string): Action | null {
  const value = readJson(reply);
  if (!isRecord(value)) return null;
  const claimed = Array.isArray(value.calls) ? value.calls : [value.call ?? value];
  const calls: ClaimedCall[] = [];
  for (const call of claimed.slice(0, mostCalls)) {
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
  return { question, queries: queries.slice(0, mostQueries) };
}

/** The sentences of an answer that are whole, of a reply that was cut off; null when none is. */
export function readCutAnswer(reply: string): Action | null {
  if (!/"tool":\s*"answer"/.test(reply)) return null;
  let end = reply.length;
  for (let attempts = 0; attempts < mostCalls; attempts++) {
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
