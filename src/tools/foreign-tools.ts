import { PagehoundError } from "../core/errors.js";
import { isRecord, type JsonSchema } from "../core/json.js";
import { oneLine } from "../core/one-line.js";
import { freeToolName, toolWords } from "./tool-names.js";

// What others say of the tools that they run: of it only what is plain comes near a prompt or a grammar.

/** The library's own: what a server has under such a name is called by it with something before it. */
export const ownNames: ReadonlySet<string> = new Set([
  ...["list_documents", "outline", "search", "grep", "find_rows", "preview", "read", "read_table"],
  ...["query_table", "get_passages", "calculate", "answer", "find_tools", "find_sources"],
]);

/** Properties of an object that are looked at. */
export const mostProperties = 64;
/** Names of parameters that can stand in a prompt. */
export const plainName: RegExp = /^(?!__proto__$)[\p{L}\p{N}_$.@:/-]{1,64}$/u;
const longestParameter = 160;
const deepestSchema = 6;
/** Parts of a schema that are looked at: one with more has no room in a prompt. */
const mostParts = 600;
/** References that follow one another. */
const longestChain = 16;

/** Throws `invalid-argument` for what cannot stand before the names of tools. */
export function checkPrefix(prefix: string): void {
  if (/^(?:[a-z][a-z0-9_]{0,15})?$/.test(prefix)) return;
  const message = "The prefix of tools has at most 16 lower-case letters, digits and underscores.";
  throw new PagehoundError("invalid-argument", message);
}

/** A name that models can write, that is none of the library's and none that is taken. */
export function foreignToolName(name: string, prefix: string, taken: Set<string>): string {
  const words = toolWords(`${prefix}${prefix === "" ? "" : "_"}${name}`).replace(/^[^a-z]+/, "");
  const isOwn = words === "" || ownNames.has(words);
  return freeToolName(isOwn ? `server_${words}`.replace(/_$/, "") : words, taken);
}

/** A text of somebody else on one line, with nothing in it that a prompt could take for marks. */
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
 * A schema with what grammars and validators here know, and nothing that takes long: no patterns, and
 * references into `root` written out.
 */
export function plainSchema(schema: unknown, root: unknown = schema): JsonSchema {
  return plainPart(schema, { root, left: mostParts }, 0);
}

interface Reading {
  readonly root: unknown;
  /** Parts that may still be looked at: references could make millions of a few. */
  left: number;
}

function plainPart(given: unknown, reading: Reading, depth: number): JsonSchema {
  if (reading.left-- <= 0 || depth > deepestSchema) return {};
  const schema = resolved(given, reading.root);
  if (!isRecord(schema)) return {};
  const below = (each: unknown): JsonSchema => plainPart(each, reading, depth + 1);
  const plain: Record<string, unknown> = {};
  for (const keyword of copied) {
    const value = schema[keyword];
    if (value !== undefined && isPlain(keyword, value)) plain[keyword] = value;
  }
  // What stands beside a reference is about this very place.
  const description = isRecord(given) ? (given.description ?? schema.description) : undefined;
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

/** Two schemas that both hold, as far as objects go. */
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

/** What a value refers to within a document, where it is a reference (`#/components/…`); else itself. */
export function resolved(value: unknown, root: unknown): unknown {
  let at = value;
  for (let hops = 0; isRecord(at) && typeof at.$ref === "string"; hops++) {
    if (hops === longestChain || !at.$ref.startsWith("#/") || at.$ref.length > 1000) return {};
    at = at.$ref.slice(2).split("/").reduce(step, root);
  }
  return at;
}

function step(at: unknown, written: string): unknown {
  const name = unescaped(written).replaceAll("~1", "/").replaceAll("~0", "~");
  return typeof at === "object" && at !== null && Object.hasOwn(at, name)
    ? (at as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function unescaped(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

function isPlain(keyword: (typeof copied)[number], value: unknown): boolean {
  if (keyword === "type") {
    const types = ["string", "number", "integer", "boolean", "array", "object", "null"];
    return (Array.isArray(value) ? value : [value]).every((one) => types.includes(one));
  }
  if (keyword === "enum") return Array.isArray(value) && value.length > 0 && value.length <= 200;
  return keyword === "const" || (typeof value === "number" && Number.isFinite(value));
}
