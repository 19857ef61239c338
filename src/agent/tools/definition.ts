import type { JsonSchema, ObjectSchema } from "../../core/index.js";

/** The party that runs a tool which neither the library nor the page provides. */
export interface ToolSource {
  /** The display name, such as a server's host. */
  readonly name: string;
  /** The origin that the arguments of every call are sent to; null if they stay on this page. */
  readonly sendsTo: string | null;
  /**
   * The source's name for the operation, such as `GET /orders/{id}`; citations show it.
   * @defaultValue the tool's name
   */
  readonly operation?: string | undefined;
}

/** The description of a tool for a model. All of it can be cloned between threads. */
export interface ToolDefinition {
  /** Lower case with underscores, such as `list_documents`. */
  readonly name: string;
  /** One or two short sentences, written for a small model: what it returns, and when to use it. */
  readonly description: string;
  /** Schema of the arguments: an object. Unclear names of properties have a short `description`. */
  readonly parameters: ObjectSchema;
  /**
   * Whether it is read-only. Anything but `true` means that it may change something: such a tool of
   * a page is called only after the person approves that call.
   */
  readonly readOnly: boolean;
  /**
   * The party that runs it, if not the page. Whatever a source states, including `readOnly`, is
   * only a claim: if arguments leave the page, the person is always asked before a call.
   * @defaultValue the page itself
   */
  readonly source?: ToolSource | undefined;
}

/** Parameter names that may appear in a prompt. */
export const plainName: RegExp = /^(?!__proto__$)[\p{Alpha}\p{N}_$.@:/-]{1,64}$/u;

/**
 * The schema of an object. All properties are required except those named in `optional`. A grammar
 * generates them in this order.
 */
export function objectSchema(
  properties: ObjectSchema["properties"],
  optional: readonly string[] = [],
): ObjectSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

/** A text of at most this many characters. */
export function textSchema(maxLength: number, description?: string): JsonSchema {
  return { type: "string", maxLength, ...(description ? { description } : {}) };
}

/** A list of one to `maxItems` items. */
export function listSchema(items: JsonSchema, maxItems: number, description?: string): JsonSchema {
  return { type: "array", items, minItems: 1, maxItems, ...(description ? { description } : {}) };
}

/** The id of a passage. The pattern limits its length, because engines reject a length limit. */
export const passageIdSchema: JsonSchema = {
  type: "string",
  pattern: "^d[1-9][0-9]{0,7}\\.p[1-9][0-9]{0,5}\\.s[1-9][0-9]{0,3}$",
  description: "a passage's id, such as d3.p12.s4",
};

/** The id of a passage, or of a cell of a table. */
export const placeIdSchema: JsonSchema = {
  type: "string",
  pattern:
    "^d[1-9][0-9]{0,7}\\.p[1-9][0-9]{0,5}\\.(?:s[1-9][0-9]{0,3}|t[1-9][0-9]{0,2}\\.r[0-9]{1,4}\\.c[0-9]{1,3})$",
  description: "a passage's id such as d3.p12.s4, or a cell's such as d3.p12.t1.r7.c2",
};

/** Restricts a call to some documents. */
export const documentsSchema: JsonSchema = listSchema(
  textSchema(120),
  12,
  "ids (d3), names, parts of names, or names with * in them",
);

/** The cursor to continue from, as an earlier result returned it. */
export const fromSchema: JsonSchema = textSchema(40, "where an earlier result says to go on from");
