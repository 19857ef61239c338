import type { Calculation } from "../core/answer.js";
import type { CallOptions } from "../core/call-options.js";
import type { JsonSchema, ObjectSchema } from "../core/json.js";
import type { EvidenceId } from "../core/passage.js";
import type { GrepFindings, GrepOptions, GrepProgress } from "../grep/api.js";
import type { CollectionReader, TokenBudget } from "../reading/reading.js";
import type { Coverage, SearchOptions, SearchResponse } from "../search/api.js";

/** What a model is told of a tool. All of it can be cloned between threads. */
export interface ToolDefinition {
  /** Lower case with underscores, such as `list_documents`. */
  readonly name: string;
  /** One or two short sentences, written for a small model: what it gives, and when to use it. */
  readonly description: string;
  /** Schema of the arguments: an object; each property has a short `description` where its name does not say it all. */
  readonly parameters: ObjectSchema;
  /**
   * Whether it only reads. Anything but `true` means that it may change something: such a tool of a
   * page is called only when the person agrees to that very call.
   */
  readonly readOnly: boolean;
}

/** What a tool is given besides its arguments. */
export interface ToolContext {
  /** The documents in scope, and nothing else. */
  readonly reader: ToolReader;
  /** Tokens of the result's text at most. */
  readonly budget: TokenBudget;
  /** Passages shown so far in this run, the newest last. */
  readonly seen: readonly EvidenceId[];
  /** Calculations made so far in this run. */
  readonly calculations: readonly Calculation[];
  readonly signal: AbortSignal;
}

/** What a tool answers. */
export interface ToolResult {
  /** For the model, within the budget; says itself what it leaves out. */
  readonly text: string;
  /** Passages of which the text shows something. */
  readonly evidence: readonly EvidenceId[];
  /** For people, in plain words, without the model's ids: "14 passages in 3 documents". */
  readonly summary: string;
  /** Set by the calculator only. */
  readonly calculation?: Calculation | undefined;
}

/**
 * Something the model may do. `run` throws a `PagehoundError` for what the model can mend: its
 * message is shown to the model, so it names the valid choices and what to try instead.
 */
export interface Tool<Arguments = Readonly<Record<string, unknown>>> extends ToolDefinition {
  /** In plain words, what a call does, for people: "Looked for “capital expenditure”". */
  describe?(call: Arguments): string;
  /** The arguments fit `parameters`: they were checked before. */
  run(call: Arguments, context: ToolContext): Promise<ToolResult>;
}

/** What tools need of a collection. `Pagehound` has all of it. */
export interface ToolReader extends CollectionReader {
  /** See `Pagehound.search`. */
  search(query: string, options?: SearchOptions & CallOptions): Promise<SearchResponse>;
  /** See `Pagehound.grep`. */
  grep(
    patterns: string | readonly string[],
    options?: GrepOptions & CallOptions<GrepProgress>,
  ): Promise<GrepFindings & { readonly coverage: Coverage }>;
  /** See `Pagehound.coverage`. */
  coverage(options?: CallOptions): Promise<Coverage>;
}

/**
 * The schema of an object. All its properties are required but those named in `optional`. A grammar
 * keeps them in this order.
 */
export function objectSchema(
  properties: ObjectSchema["properties"],
  optional: readonly string[] = [],
): ObjectSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

/** A text of so many characters at most. */
export function textSchema(maxLength: number, description?: string): JsonSchema {
  return { type: "string", maxLength, ...(description ? { description } : {}) };
}

/** A list of one item to `maxItems`. */
export function listSchema(items: JsonSchema, maxItems: number, description?: string): JsonSchema {
  return { type: "array", items, minItems: 1, maxItems, ...(description ? { description } : {}) };
}

/** The id of a passage. Its pattern bounds it: with a length besides, engines complain. */
export const passageIdSchema: JsonSchema = {
  type: "string",
  pattern: "^d[1-9][0-9]{0,5}\\.p[1-9][0-9]{0,5}\\.s[1-9][0-9]{0,3}$",
  description: "a passage's id, such as d3.p12.s4",
};

/** Narrows a call to some documents. */
export const documentsSchema: JsonSchema = listSchema(
  textSchema(120),
  12,
  "ids (d3), names, parts of names, or names with * in them",
);

/** Where an earlier result said to go on. */
export const fromSchema: JsonSchema = textSchema(40, "where an earlier result says to go on from");
