import {
  type ClaimedCitation,
  capitalised,
  type DraftAnswer,
  type DraftSentence,
  isRecord,
  type JsonSchema,
  type ObjectSchema,
  truncated,
  withoutBreaks,
} from "../../core/index.js";
import type { JsonSchemaFormat } from "../../models/index.js";
import { objectSchema, type ToolDefinition } from "../tools/definition.js";

/** A tool call as the model wrote it, not yet checked. */
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

/** A question in the model's self-contained form, and queries for it. */
export interface Rewrite {
  readonly question: string;
  readonly queries: readonly string[];
}

const longestReply = 60_000;
const deepestReply = 32;
const maxCalls = 16;
const maxQueries = 3;

/**
 * Reads an action. Accepts forms that models use without a forced grammar: a fence around it, one
 * call without its list, `name` for `tool`. Null for anything else; never throws.
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

/** Parses a rewritten question; null if there is none. */
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

/** The complete sentences of a truncated reply; null if there are none. */
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

function readJson(reply: string): unknown {
  if (reply.length > longestReply || isTooDeep(reply)) return undefined;
  try {
    return JSON.parse(withoutFence(reply), plain);
  } catch {
    return undefined;
  }
}

/** The text of a fenced block, if the whole reply is one. */
function withoutFence(reply: string): string {
  const text = reply.trim();
  const fence = "```";
  if (text.length < 2 * fence.length || !text.startsWith(fence) || !text.endsWith(fence))
    return reply;
  return text.slice(fence.length, -fence.length).replace(/^json/, "");
}

/** Text copied from a prompt is restored to its form in the document. */
function plain(_name: string, value: unknown): unknown {
  return typeof value === "string" ? withoutBreaks(value) : value;
}

/** True if brackets are nested so deeply that walking the value could overflow the stack. */
function isTooDeep(reply: string): boolean {
  let depth = 0;
  for (const bracket of reply.replace(/"(?:[^"\\]|\\(?:.|$))*(?:"|$)/gs, "").match(/[[\]{}]/g) ??
    []) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    if (depth > deepestReply) return true;
  }
  return false;
}

/** Maximum tool calls in one reply. */
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

/** The format of a reply that can only be an answer. */
export function answerFormat(answer: ToolDefinition): JsonSchemaFormat {
  return named("answer", { thought, calls: onlyAnswer(answer) });
}

/** A self-contained question, and queries for it. */
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
  return objectSchema({ tool: { const: name }, arguments: parameters });
}

/** Named after its content: an engine compiles a schema once for each name. */
function named(kind: string, properties: ObjectSchema["properties"]): JsonSchemaFormat {
  const schema = objectSchema(properties);
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

/** Limits on a draft. A schema allows much less, but not every engine enforces it. */
const maxSentences = 24;
const maxCitations = 16;
export const longestSentence = 1000;

const reference = "(?:c\\d{1,6}|d\\d+\\.p\\d+\\.s\\d+)";
const references = `[[(]\\s*(?:(?:[Ss]ee|[Ss]ources?):?\\s+)?${reference}(?:\\s*(?:[,;]|and)\\s*${reference})*\\s*[\\])]`;
const introduced = new RegExp(
  `^(?:[Aa]ccording to|[Bb]ased on|[Aa]s per|[Pp]er|[Ii]n|[Ff]rom)\\s+${references},\\s*`,
);
/** A reference after a word that needs it is part of the sentence. */
const aside = new RegExp(
  `(?<!\\s|\\b(?:to|[Ii]n|[Bb]y|[Oo]n|of|[Ff]rom|[Pp]er|[Ss]ee|[Ww]ith|and))\\s*${references}`,
  "g",
);

/**
 * Reads the arguments of `answer` as a model wrote them. Accepts a text instead of sentences,
 * missing citations, ids without a quote, and ids in brackets. Removes ids in brackets within a
 * sentence, such as "(c1)" and "[d1.p3.s2]". Null if there is no sentence and `missing` is empty.
 * Reads at most 24 sentences with 16 citations each, and 1,000 characters of a text; a longer text
 * ends with "…". Never throws.
 */
export function draftFrom(value: unknown): DraftAnswer | null {
  try {
    return read(value);
  } catch {
    // The input may have getters or be a proxy.
    return null;
  }
}

function read(value: unknown): DraftAnswer | null {
  if (typeof value === "string" || Array.isArray(value)) return read({ sentences: value });
  const draft = fieldsOf(value);
  if (!draft) return null;
  const shared = citationsFrom(draft);
  const sentences = sentencesFrom(first(draft, "sentences", "answer", "text", "sentence"), shared);
  const missing = textFrom(first(draft, "missing"));
  if (sentences.length === 0 && missing === "") return null;
  const stated = first(draft, "enough");
  const isDenied =
    stated === false || (typeof stated === "string" && /^\s*(?:false|no)\s*$/i.test(stated));
  return { enough: sentences.length > 0 && !isDenied, missing, sentences };
}

function sentencesFrom(
  value: unknown,
  shared: readonly ClaimedCitation[],
): readonly DraftSentence[] {
  const all = (Array.isArray(value) ? value : [value]).slice(0, maxSentences);
  return all.flatMap((entry: unknown): readonly DraftSentence[] => {
    const fields = fieldsOf(entry);
    const text = withoutReferences(
      textFrom(fields ? first(fields, "text", "sentence", "content") : entry),
    );
    if (text === "") return [];
    const citations = fields ? citationsFrom(fields) : [];
    // Citations next to the sentences belong to all of them.
    return [{ text, citations: citations.length > 0 ? citations : shared }];
  });
}

function citationsFrom(fields: ReadonlyMap<string, unknown>): readonly ClaimedCitation[] {
  const value = first(fields, "citations", "citation", "evidence", "sources");
  const all = (Array.isArray(value) ? value : [value]).slice(0, maxCitations);
  const claimed = all.flatMap((entry: unknown): readonly ClaimedCitation[] => {
    if (typeof entry === "string") {
      const ids = entry.slice(0, longestSentence).match(/d\d+\.p\d+\.s\d+/g);
      return ids ? ids.map((id) => ({ id, quote: "" })) : [];
    }
    const citation = fieldsOf(entry);
    if (!citation) return [];
    const id = idFrom(textFrom(first(citation, "id", "evidence", "source", "passage")));
    const quote = textFrom(first(citation, "quote", "text"));
    return id === "" && quote === "" ? [] : [{ id, quote }];
  });
  return claimed.slice(0, maxCitations);
}

function idFrom(text: string): string {
  return (
    /d\d+\.p\d+\.s\d+/.exec(text)?.[0] ??
    text.replace(/^[\s[({<]+/, "").replace(/(?<![\s\])}>.,])[\s\])}>.,]+$/, "")
  );
}

function textFrom(value: unknown): string {
  if (typeof value !== "string") return "";
  // Leading white space may also be long.
  const text = value.slice(0, longestSentence * 4).trim();
  if (text.length <= longestSentence) return text;
  // Cuts at white space if there is any, not within a word or a number.
  const start = truncated(text, longestSentence - 1);
  const gap = start.search(/\s\S*$/);
  return `${(gap > 0 ? start.slice(0, gap) : start).trim()}…`;
}

/** A sentence without the ids that a model put into it, which mean nothing to people. */
function withoutReferences(text: string): string {
  const begun = text.replace(introduced, "");
  const start = begun === text ? text : capitalised(begun);
  const tidy = start.replace(aside, (match: string, at: number) => {
    const next = start.slice(at + match.length, at + match.length + 2);
    return /^[\p{Alpha}\p{N}]/u.test(next) ? " " : "";
  });
  return tidy.trim();
}

/** The object's own fields, so that names such as `constructor` have no effect. */
function fieldsOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value));
}

/** The value of the first of these fields that exists. */
function first(fields: ReadonlyMap<string, unknown>, ...names: readonly string[]): unknown {
  const name = names.find((one) => fields.get(one) !== undefined && fields.get(one) !== null);
  return name === undefined ? undefined : fields.get(name);
}
