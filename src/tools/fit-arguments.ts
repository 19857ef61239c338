import { isRecord } from "../core/is-record.js";
import type { JsonSchema } from "../core/json-schema.js";

/**
 * A value made to fit a schema where that is harmless: numbers written as text, one item instead of
 * a list, null for what may be left out, names nobody asked for. What cannot be mended stays as it
 * is, for the check that follows.
 */
export function fitted(schema: unknown, value: unknown): unknown {
  if (!isRecord(schema)) return value;
  const { anyOf, type, enum: choices } = schema;
  if (Array.isArray(anyOf)) return fittedToOne(anyOf, value);
  if (Array.isArray(choices)) return fittedChoice(choices, value);
  switch (type) {
    case "string":
      return fittedText(schema, value);
    case "number":
    case "integer":
      return typeof value === "string" && /^\s*[+-]?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value)
        ? Number(value)
        : value;
    case "boolean":
      return fittedBoolean(value);
    case "array":
      return fittedList(schema, value);
    case "object":
      return fittedObject(schema, value);
    default:
      return value;
  }
}

/** The first alternative that the value has the type of, or can be brought to. */
function fittedToOne(anyOf: readonly unknown[], value: unknown): unknown {
  const fits = (schema: unknown) => isRecord(schema) && hasType(schema, value);
  const own = anyOf.find(fits);
  if (own) return fitted(own, value);
  for (const schema of anyOf) {
    const mended = fitted(schema, value);
    if (isRecord(schema) && hasType(schema, mended)) return mended;
  }
  return value;
}

function hasType({ type, enum: choices, const: only }: JsonSchema, value: unknown): boolean {
  if (Array.isArray(choices)) return choices.includes(value);
  if (only !== undefined) return only === value;
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isRecord(value);
  return type === (value === null ? "null" : typeof value);
}

function fittedChoice(choices: readonly unknown[], value: unknown): unknown {
  if (choices.includes(value)) return value;
  const wanted = String(isRecord(value) ? "" : value)
    .trim()
    .toLowerCase();
  const found = choices.find((choice) => String(choice).toLowerCase() === wanted);
  return found === undefined ? value : found;
}

/** A list of one text is that text; white space and brackets around an id are dropped. */
function fittedText({ pattern }: JsonSchema, value: unknown): unknown {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof only !== "string") return value;
  const bare = only.replace(/^[\s[(]+|[\s\])]+$/g, "");
  return typeof pattern === "string" && matches(pattern, bare) ? bare : only;
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return false;
  }
}

function fittedBoolean(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const word = value.trim().toLowerCase();
  return word === "true" || word === "yes"
    ? true
    : word === "false" || word === "no"
      ? false
      : value;
}

function fittedList({ items }: JsonSchema, value: unknown): unknown {
  const list = listOf(value);
  return Array.isArray(list) ? list.map((item) => fitted(items, item)) : list;
}

function listOf(value: unknown): unknown {
  if (Array.isArray(value) || value === null || value === undefined) return value;
  const parsed =
    typeof value === "string" && value.trim().startsWith("[") ? parsedJson(value) : null;
  return Array.isArray(parsed) ? parsed : [value];
}

function fittedObject({ properties, required }: JsonSchema, value: unknown): unknown {
  const given = typeof value === "string" ? parsedJson(value) : value;
  if (!isRecord(given) || !isRecord(properties)) return value;
  const entries = Object.entries(properties).flatMap(([name, schema]) => {
    const own = Object.hasOwn(given, name) ? given[name] : likeNamed(given, name, properties);
    const needed = Array.isArray(required) && required.includes(name);
    if (own === undefined || (own === null && !needed)) return [];
    return [[name, fitted(schema, own)] as const];
  });
  return Object.fromEntries(entries);
}

/** What is given under nearly that name: "document" for "documents", "Query" for "query". */
function likeNamed(
  given: Readonly<Record<string, unknown>>,
  name: string,
  properties: Readonly<Record<string, unknown>>,
): unknown {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]|s$/g, "");
  const like = Object.keys(given).find(
    (each) => !Object.hasOwn(properties, each) && plain(each) === plain(name),
  );
  return like === undefined ? undefined : given[like];
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
