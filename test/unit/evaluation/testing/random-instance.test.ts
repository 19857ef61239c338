import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../../src/core/json.js";
import { randomInstance } from "../../../../src/evaluation/testing/random-instance.js";
import { promptWords, Random } from "../../../../src/evaluation/testing/random-text.js";
import { anySchema } from "./any-schema.js";

const words = promptWords({
  messages: [{ role: "user", content: "d3.p12.s4: Net income was $1,577 million.\nd3.p13.s1: 😀" }],
});

/** The instance after being written and read back. */
function instance(schema: JsonSchema, seed: number, prefer?: RegExp): unknown {
  const value = randomInstance(schema, { random: new Random(seed), words, prefer });
  return JSON.parse(JSON.stringify(value));
}

function errorsOf(schema: JsonSchema, value: unknown): string[] {
  return new Validator(schema, "2020-12", false)
    .validate(value)
    .errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

describe("a random instance", () => {
  it("generates an instance that fits its schema", () => {
    fc.assert(
      fc.property(anySchema, fc.integer(), (schema, seed) => {
        expect(errorsOf(schema, instance(schema, seed))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it("generates the same instance for the same seed, and mostly a different one for another seed", () => {
    const schema = { type: "string", maxLength: 80 };
    const values = Array.from({ length: 50 }, (_, seed) => instance(schema, seed));
    expect(values).toEqual(values.map((_, seed) => instance(schema, seed)));
    expect(new Set(values).size).toBeGreaterThan(40);
  });

  it("ends even if the schema refers to itself", () => {
    const schema: JsonSchema = {
      $defs: {
        tree: {
          type: "object",
          properties: {
            name: { type: "string", maxLength: 5 },
            children: { type: "array", maxItems: 2, items: { $ref: "#/$defs/tree" } },
            next: { anyOf: [{ $ref: "#/$defs/tree" }, { type: "null" }] },
          },
          required: ["name", "next"],
          additionalProperties: false,
        },
      },
      $ref: "#/$defs/tree",
    };
    for (let seed = 0; seed < 200; seed++) {
      expect(errorsOf(schema, instance(schema, seed))).toEqual([]);
    }
  });

  it("uses ids and words of the prompt", () => {
    const id = { type: "string", pattern: "^d\\d+\\.p\\d+\\.s\\d+$" };
    const seen = Array.from({ length: 100 }, (_, seed) => instance(id, seed));
    expect(seen).toContain("d3.p12.s4");
    expect(seen).toContain("d3.p13.s1");
    const texts = Array.from({ length: 100 }, (_, seed) => instance({ type: "string" }, seed));
    expect(texts.join()).toContain("income");
  });

  it("uses the preferred form, if there is one", () => {
    const schema = { anyOf: [{ const: "search" }, { const: "answer" }, { const: "grep" }] };
    for (let seed = 0; seed < 20; seed++) {
      expect(instance(schema, seed, /"answer"/)).toBe("answer");
      expect(["search", "answer", "grep"]).toContain(instance(schema, seed, /nothing/));
    }
  });

  it("eventually generates every allowed value", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "integer", minimum: 1, maximum: 3 } },
    };
    const seen = new Set(
      Array.from({ length: 100 }, (_, seed) => JSON.stringify(instance(schema, seed))),
    );
    expect(seen).toEqual(new Set(["{}", '{"a":1}', '{"a":2}', '{"a":3}']));
  });

  it.each<[string, JsonSchema]>([
    ["not", { not: { type: "string" } }],
    ["format", { type: "string", format: "date" }],
    ["pattern", { type: "string", pattern: "(?=a)b" }],
    ["reference", { $ref: "https://schemas.example/x" }],
    ["number", { type: "integer", minimum: 4, maximum: 3 }],
  ])("rejects keywords that it does not know: %s", (_what, schema) => {
    expect(() => instance(schema, 1)).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });
});
