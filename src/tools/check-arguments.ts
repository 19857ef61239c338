import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";
import { PagehoundError } from "../core/errors.js";
import { isRecord } from "../core/is-record.js";
import { onOneLine } from "../reading/wording.js";
import { fitted } from "./fit-arguments.js";
import { signatureOf, typeOf } from "./signature.js";
import type { ToolDefinition } from "./tool.js";

const validators = new WeakMap<object, Validator>();

/**
 * The arguments of a call as they fit the tool's parameters. Forgives what is harmless: digits in
 * text for a number, a text for a list of texts, null for an argument that may be left out, and
 * arguments that the tool does not know. Throws `invalid-argument`, whatever the value: its message
 * names the argument, what was wrong and what is right.
 */
export function checkArguments(
  tool: Pick<ToolDefinition, "name" | "description" | "parameters">,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const given = fitted(tool.parameters, value ?? {});
  const { valid, errors } = validate(tool, given);
  if (valid && isRecord(given)) return given;
  const problem = problemOf(tool.parameters, given, deepest(errors));
  const [call = ""] = signatureOf({ ...tool, description: "" }).split(" - ");
  throw new PagehoundError("invalid-argument", `${problem} Call it as ${call}.`, {
    data: { tool: tool.name },
  });
}

/** Why a schema cannot be used, or null when it can; of so many characters of JSON at most. */
export function schemaProblem(schema: object, most: number): string | null {
  try {
    const text = JSON.stringify(schema);
    if (text.length > most) return `as JSON they have more than ${most} characters`;
    if (/"\$(?:ref|recursiveRef|dynamicRef)"/.test(text)) return "write $ref out in full";
    new Validator(JSON.parse(text) as Schema, "2020-12", false).validate({});
    return null;
  } catch (thrown) {
    return onOneLine(thrown instanceof Error ? thrown.message : String(thrown), 200);
  }
}

function validate(
  { name, parameters }: Pick<ToolDefinition, "name" | "parameters">,
  given: unknown,
): { valid: boolean; errors: OutputUnit[] } {
  try {
    let validator = validators.get(parameters);
    if (!validator) {
      // The validator writes into the schema it is given.
      const own = JSON.parse(JSON.stringify(parameters)) as Schema;
      validator = new Validator(own, "2020-12", false);
      validators.set(parameters, validator);
    }
    return validator.validate(given);
  } catch (cause) {
    const message = `The arguments of ${name} are not JSON, or its parameters are no schema that can be used.`;
    throw new PagehoundError("invalid-argument", message, { cause });
  }
}

/** The error that is the most about one argument. */
function deepest(errors: readonly OutputUnit[]): OutputUnit | null {
  const own = errors.filter(({ keyword }) => keyword !== "properties" && keyword !== "items");
  const depth = ({ instanceLocation }: OutputUnit) => instanceLocation.split("/").length;
  return own.reduce<OutputUnit | null>(
    (best, error) => (best === null || depth(error) > depth(best) ? error : best),
    null,
  );
}

function problemOf(schema: unknown, given: unknown, error: OutputUnit | null): string {
  if (!error || !isRecord(given)) {
    return "The arguments must be one JSON object.";
  }
  const path = error.instanceLocation.split("/").slice(1).map(decodePointer);
  const { schema: at, value } = atPath(schema, given, path);
  if (error.keyword === "required" && isRecord(at)) {
    const missing = missingNames(at, value);
    return missing.length === 1
      ? `"${[...path, missing[0]].join(".")}" is missing: ${expected(propertyOf(at, missing[0] ?? ""))}.`
      : `These are missing: ${missing.map((name) => `"${[...path, name].join(".")}"`).join(", ")}.`;
  }
  const name = path.length === 0 ? "The arguments" : `"${path.join(".")}"`;
  return `${name} must be ${expected(at)}, not ${shown(value)}.`;
}

function missingNames(schema: Readonly<Record<string, unknown>>, value: unknown): string[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return required.filter((name) => !isRecord(value) || !Object.hasOwn(value, name));
}

/** What a schema allows, in words for a model. */
function expected(schema: unknown): string {
  if (!isRecord(schema)) return "something else";
  const { type, minimum, maximum, maxLength, minItems, maxItems, pattern, description } = schema;
  const says = typeof description === "string" ? ` (${description})` : "";
  switch (type) {
    case "integer":
    case "number":
      return `a ${type === "integer" ? "whole " : ""}number${range(minimum, maximum)}${says}`;
    case "boolean":
      return `true or false${says}`;
    case "array":
      return `a list${range(minItems, maxItems)} of ${typeOf(schema.items)} items${says}`;
    case "string":
      if (Array.isArray(schema.enum)) return `one of ${typeOf(schema)}${says}`;
      // A description says more to a model than a pattern does.
      if (typeof pattern === "string") {
        return typeof description === "string" ? description : `text that matches ${pattern}`;
      }
      return `text${maxLength === undefined ? "" : ` of at most ${maxLength} characters`}${says}`;
    default:
      return `${typeOf(schema)}${says}`;
  }
}

function range(least: unknown, most: unknown): string {
  if (least === undefined && most === undefined) return "";
  if (most === undefined) return ` from ${least}`;
  return ` from ${least ?? 0} to ${most}`;
}

/** The part of a schema, and of a value, that a path leads to. */
function atPath(
  schema: unknown,
  value: unknown,
  [step, ...rest]: readonly string[],
): { schema: unknown; value: unknown } {
  if (step === undefined) return { schema, value };
  const inside = Array.isArray(value)
    ? value[Number(step)]
    : isRecord(value) && Object.hasOwn(value, step)
      ? value[step]
      : undefined;
  const below = Array.isArray(value)
    ? isRecord(schema)
      ? schema.items
      : undefined
    : propertyOf(schema, step);
  return atPath(below, inside, rest);
}

function propertyOf(schema: unknown, name: string): unknown {
  const properties = isRecord(schema) ? schema.properties : undefined;
  return isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function shown(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  if (isRecord(value)) return "an object";
  return onOneLine(JSON.stringify(value) ?? "nothing", 60);
}

function decodePointer(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
