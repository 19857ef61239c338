import type { JsonSchema } from "../../core/json-schema.js";
import { integerPattern } from "./integer-pattern.js";
import { patternGrammar } from "./pattern-grammar.js";

/**
 * A grammar in llama.cpp's notation (GBNF) for JSON that fits the schema and has no white space of
 * its own, with properties in the schema's order. Null when the schema has a keyword that is not
 * understood here: llama.cpp's own conversion knows more, but allows white space.
 * Notation: https://github.com/ggml-org/llama.cpp/blob/master/grammars/README.md
 */
export function schemaGrammar(schema: JsonSchema): string | null {
  const grammar = new Grammar();
  try {
    const root = grammar.value(schema);
    return grammar.text(root);
  } catch (error) {
    if (error instanceof NotUnderstood) return null;
    throw error;
  }
}

class NotUnderstood extends Error {}

const notes = new Set(["title", "description", "default", "examples", "$schema", "$comment"]);
/** The engine refuses grammars that repeat something more often. */
const mostRepeats = 1000;

// An escaped code unit is never half of a pair: such a text could not be written as UTF-8.
const character = String.raw`[^"\\\x7F\x00-\x1F] | "\\" (["\\/bfnrt] | "u" ([0-9a-cefA-CEF] [0-9a-fA-F]{3} | [dD] [0-7] [0-9a-fA-F]{2}))`;

class Grammar {
  readonly #names = new Map<string, string>();

  text(root: string): string {
    const rules = [...this.#names].map(([body, name]) => `${name} ::= ${body}`);
    return [`root ::= ${root}`, ...rules].join("\n");
  }

  /** An expression for a value of the schema. */
  value(schema: JsonSchema): string {
    const { anyOf, oneOf, enum: values, type, ...rest } = schema;
    const alternatives = anyOf ?? oneOf;
    if (alternatives !== undefined) {
      if (type !== undefined || values !== undefined) throw new NotUnderstood();
      this.#only(rest, []);
      return this.#oneOf(list(alternatives).map((item) => this.value(record(item))));
    }
    if ("const" in schema) return literal(JSON.stringify(schema.const));
    if (values !== undefined)
      return this.#oneOf(list(values).map((item) => literal(JSON.stringify(item))));
    if (Array.isArray(type)) {
      return this.#oneOf(type.map((each) => this.value({ ...rest, type: each })));
    }
    switch (type) {
      case "object":
        return this.#object(rest);
      case "array":
        return this.#array(rest);
      case "string":
        return this.#string(rest);
      case "integer":
        this.#only(rest, ["minimum", "maximum"]);
        return this.#rule(integerPattern(bound(rest, "minimum"), bound(rest, "maximum")));
      case "number":
        this.#only(rest, []);
        return this.#rule(
          `"-"? ("0" | [1-9] [0-9]{0,14}) ("." [0-9]{1,15})? ([eE] [-+]? [0-9]{1,2})?`,
        );
      case "boolean":
        this.#only(rest, []);
        return `("true" | "false")`;
      case "null":
        this.#only(rest, []);
        return `"null"`;
      default:
        throw new NotUnderstood();
    }
  }

  #object(schema: JsonSchema): string {
    this.#only(schema, ["properties", "required", "additionalProperties"]);
    if (schema.additionalProperties !== false) throw new NotUnderstood();
    const required = new Set(list(schema.required ?? []));
    const members = Object.entries(record(schema.properties ?? {})).map(([key, value]) => ({
      text: `${literal(`${JSON.stringify(key)}:`)} ${this.value(record(value))}`,
      required: required.has(key),
    }));
    const first = members.findIndex((member) => member.required);
    if (first >= 0) {
      const parts = members.map((member, at) => {
        if (at < first) return `(${member.text} ",")?`;
        if (at === first) return member.text;
        return member.required ? `"," ${member.text}` : `("," ${member.text})?`;
      });
      return this.#rule(`"{" ${parts.join(" ")} "}"`);
    }
    // None is required: any of them may be the first, those behind it follow with commas.
    const orders = members.map(({ text }, at) => {
      const after = members.slice(at + 1).map((member) => `("," ${member.text})?`);
      return [text, ...after].join(" ");
    });
    return this.#rule(orders.length === 0 ? `"{}"` : `"{" (${orders.join(" | ")})? "}"`);
  }

  #array(schema: JsonSchema): string {
    this.#only(schema, ["items", "minItems", "maxItems"]);
    const item = this.value(record(schema.items));
    const least = bound(schema, "minItems") ?? 0;
    const most = bound(schema, "maxItems");
    if (most === 0) return `"[]"`;
    const more = repeat(`("," ${item})`, Math.max(least - 1, 0), most === null ? null : most - 1);
    return this.#rule(least === 0 ? `"[" (${item} ${more})? "]"` : `"[" ${item} ${more} "]"`);
  }

  #string(schema: JsonSchema): string {
    this.#only(schema, ["minLength", "maxLength", "pattern"]);
    const pattern = schema.pattern;
    if (typeof pattern === "string") {
      // A length beside a pattern is left to the pattern.
      const inner = patternGrammar(pattern);
      if (inner === null) throw new NotUnderstood();
      return this.#rule(`"\\"" ${inner} "\\""`);
    }
    const name = this.#rule(character);
    const text = repeat(name, bound(schema, "minLength") ?? 0, bound(schema, "maxLength"));
    return this.#rule(`"\\"" ${text} "\\""`);
  }

  #oneOf(alternatives: readonly string[]): string {
    if (alternatives.length === 0) throw new NotUnderstood();
    return `(${alternatives.join(" | ")})`;
  }

  #rule(body: string): string {
    const known = this.#names.get(body);
    if (known) return known;
    const name = `r${this.#names.size}`;
    this.#names.set(body, name);
    return name;
  }

  #only(schema: JsonSchema, known: readonly string[]): void {
    for (const keyword of Object.keys(schema)) {
      if (!known.includes(keyword) && !notes.has(keyword)) throw new NotUnderstood();
    }
  }
}

function repeat(item: string, least: number, most: number | null): string {
  if (Math.max(least, most ?? 0) > mostRepeats) throw new NotUnderstood();
  return most === null ? `${item}{${least},}` : `${item}{${least},${most}}`;
}

function literal(text: string): string {
  const escaped = text.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "\\r");
  return `"${escaped}"`;
}

function bound(schema: JsonSchema, keyword: string): number | null {
  const value = schema[keyword];
  if (value === undefined) return null;
  if (!Number.isSafeInteger(value)) throw new NotUnderstood();
  return value as number;
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new NotUnderstood();
  return value;
}

function record(value: unknown): JsonSchema {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new NotUnderstood();
  return value as JsonSchema;
}
