import { isRecord } from "../core/is-record.js";
import type { JsonSchema } from "../core/json-schema.js";
import type { ToolDefinition } from "./tool.js";

/**
 * A tool on one line, for a prompt: `read(what: string, neighbours?: 0-10) - Reads a document …`.
 * Says of each parameter its name, its type, and whether it may be left out.
 */
export function signatureOf({
  name,
  parameters,
  description,
}: Pick<ToolDefinition, "name" | "parameters" | "description">): string {
  const { properties, required = [] } = parameters;
  return `${name}(${membersOf(properties, required)}) - ${description.replace(/\s+/g, " ").trim()}`;
}

/** The type that a schema allows, in few characters: `string[]`, `1-6`, `"a" | "b"`, `{id: string}`. */
export function typeOf(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return "any";
  const {
    type,
    enum: choices,
    const: only,
    anyOf,
    items,
    properties,
    required,
  } = schema as {
    readonly [keyword in keyof JsonSchema]: unknown;
  };
  if (Array.isArray(choices)) return choices.map((each) => JSON.stringify(each)).join(" | ");
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(typeOf))].join(" | ");
  if (type === "array") {
    const item = typeOf(items);
    return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
  }
  if (type === "object" && isRecord(properties)) {
    return `{${membersOf(properties, Array.isArray(required) ? required : [])}}`;
  }
  if (type === "integer") return integerType(schema as JsonSchema);
  if (Array.isArray(type)) return type.join(" | ");
  return typeof type === "string" ? type : "any";
}

/** A range where it is a choice, not just a limit. */
function integerType({ minimum, maximum }: JsonSchema): string {
  const bounded = Number.isInteger(minimum) && Number.isInteger(maximum) && Number(maximum) < 1000;
  return bounded ? `${minimum}-${maximum}` : "integer";
}

function membersOf(
  properties: Readonly<Record<string, unknown>>,
  required: readonly unknown[],
): string {
  return Object.entries(properties)
    .map(([name, schema]) => `${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`)
    .join(", ");
}
