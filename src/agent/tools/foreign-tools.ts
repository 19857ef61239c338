import {
  invalidArgument,
  isRecord,
  type JsonSchema,
  oneLine,
  percentDecoded,
} from "../../core/index.js";
import { plainName } from "./definition.js";

// Descriptions of tools that other parties run. Only the plain part of these reaches a prompt or a
// grammar.

/** The library's own names: a server's tool with such a name gets a prefix. */
export const ownNames: ReadonlySet<string> = new Set([
  ...["list_documents", "outline", "search", "grep", "find_rows", "preview", "read", "read_table"],
  ...["query_table", "get_passages", "calculate", "answer", "find_tools", "find_sources"],
]);

/** Maximum number of properties of an object that are read. */
export const mostProperties = 64;
const longestParameter = 160;
const deepestSchema = 6;
/** Maximum number of parts of a schema that are read; a larger one would not fit into a prompt. */
const mostParts = 600;
const longestChain = 16;

/** Throws `invalid-argument` if a string cannot be a prefix of tool names. */
export function checkPrefix(prefix: string): void {
  if (/^(?:[a-z][a-z0-9_]{0,15})?$/.test(prefix)) return;
  const message = "The prefix of tools has at most 16 lower-case letters, digits and underscores.";
  throw invalidArgument(message);
}

/** A name that models can write and that is not in use yet. */
export function foreignToolName(name: string, prefix: string, taken: Set<string>): string {
  const words = toolWords(`${prefix}${prefix === "" ? "" : "_"}${name}`).replace(/^[^a-z]+/, "");
  const isOwn = words === "" || ownNames.has(words);
  return freeToolName(isOwn ? `server_${words}`.replace(/_$/, "") : words, taken);
}

/** Maximum number of characters in a tool's name. */
const longestToolName = 40;

/**
 * A foreign name in the form of names here: "addToCart" becomes `add_to_cart`. Empty if it has no
 * ASCII letters or digits.
 */
export function toolWords(name: string): string {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|(?<!_)_+$/g, "");
}

/** Reserves a free name for a tool, with a number appended if the name is taken. */
export function freeToolName(name: string, taken: Set<string>): string {
  for (let count = 1; ; count++) {
    const end = count === 1 ? "" : `_${count}`;
    const free = `${name.slice(0, longestToolName - end.length)}${end}`;
    if (taken.has(free)) continue;
    taken.add(free);
    return free;
  }
}

/** A foreign text on one line, without anything that could pass for a prompt's delimiters. */
export function plainLine(text: string, most: number): string {
  const line = text
    .slice(0, most * 4)
    .replace(/(?!\s)[\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[<>`]/g, " ");
  const short = oneLine(line, most);
  return oneLine(line, most + 1).length > most ? `${oneLine(short, most - 1)}…` : short;
}

const copied = [
  ...["type", "enum", "const", "minimum", "maximum", "minLength", "maxLength"],
  ...["minItems", "maxItems"],
] as const;

/**
 * A schema reduced to what the grammars and validators here support and what is quick to evaluate:
 * without patterns, and with references into `root` replaced by their targets.
 */
export function plainSchema(schema: unknown, root: unknown = schema): JsonSchema {
  return plainPart(schema, { root, left: mostParts }, 0);
}

interface Reading {
  readonly root: unknown;
  /** How many more parts may be read: a few references could expand into millions. */
  left: number;
}

function plainPart(part: unknown, reading: Reading, depth: number): JsonSchema {
  if (reading.left-- <= 0 || depth > deepestSchema) return {};
  const schema = resolved(part, reading.root);
  if (!isRecord(schema)) return {};
  const below = (each: unknown): JsonSchema => plainPart(each, reading, depth + 1);
  const plain: Record<string, unknown> = {};
  for (const keyword of copied) {
    const value = schema[keyword];
    if (value !== undefined && isPlain(keyword, value)) plain[keyword] = value;
  }
  // Keywords next to a reference apply to this place only.
  const description = isRecord(part) ? (part.description ?? schema.description) : undefined;
  if (typeof description === "string") {
    plain.description = plainLine(description, longestParameter);
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) plain.anyOf = choices.slice(0, 16).map(below);
  if (isRecord(schema.items)) plain.items = below(schema.items);
  if (isRecord(schema.properties)) {
    const properties: Record<string, JsonSchema> = {};
    let count = 0;
    for (const [name, each] of Object.entries(schema.properties)) {
      if (count === mostProperties || reading.left <= 0) break;
      if (!plainName.test(name)) continue;
      properties[name] = below(each);
      count++;
    }
    plain.properties = properties;
    plain.required = namesIn(schema.required, properties);
  }
  if (!Array.isArray(schema.allOf)) return plain;
  return schema.allOf.slice(0, 16).map(below).reduce(together, plain);
}

/** The conjunction of two schemas, limited to objects. */
function together(one: JsonSchema, other: JsonSchema): JsonSchema {
  const both: Record<string, unknown> = { ...other, ...one };
  if (isRecord(one.properties) || isRecord(other.properties)) {
    both.properties = { ...Object(one.properties), ...Object(other.properties) };
    const lists = [one.required, other.required].map((list) => (Array.isArray(list) ? list : []));
    both.required = namesIn(lists.flat(), both.properties);
  }
  return both;
}

function namesIn(required: unknown, properties: unknown): readonly unknown[] {
  if (!Array.isArray(required) || !isRecord(properties)) return [];
  return [...new Set(required)].filter((name) => Object.hasOwn(properties, String(name)));
}

/** The value that a reference (`#/components/…`) points to in a document; else the value itself. */
export function resolved(value: unknown, root: unknown): unknown {
  let at = value;
  for (let hops = 0; isRecord(at) && typeof at.$ref === "string"; hops++) {
    if (hops === longestChain || !at.$ref.startsWith("#/") || at.$ref.length > 1000) return {};
    at = at.$ref.slice(2).split("/").reduce(step, root);
  }
  return at;
}

function step(at: unknown, written: string): unknown {
  const name = percentDecoded(written).replaceAll("~1", "/").replaceAll("~0", "~");
  return typeof at === "object" && at !== null && Object.hasOwn(at, name)
    ? (at as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function isPlain(keyword: (typeof copied)[number], value: unknown): boolean {
  if (keyword === "type") {
    const types = ["string", "number", "integer", "boolean", "array", "object", "null"];
    return (Array.isArray(value) ? value : [value]).every((one) => types.includes(one));
  }
  if (keyword === "enum") {
    return Array.isArray(value) && value.length > 0 && value.length <= 200 && value.every(isSimple);
  }
  if (keyword === "const") return isSimple(value);
  return typeof value === "number" && Number.isFinite(value);
}

/** Whether a value can be shown in a prompt: nothing in it passes for a delimiter. */
function isSimple(value: unknown): boolean {
  if (typeof value === "object") return value === null;
  return !/[<>`]|(?![\t\n\r])[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(String(value));
}
