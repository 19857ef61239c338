import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkArguments, signatureOf } from "../../../../src/agent/tools/check-arguments.js";
import { checkTools, findTool } from "../../../../src/agent/tools/check-tools.js";
import {
  objectSchema,
  type ToolDefinition,
  textSchema,
} from "../../../../src/agent/tools/definition.js";
import { standardTools } from "../../../../src/agent/tools/standard-tools.js";
import type { Tool } from "../../../../src/agent/tools/tool.js";
import { PagehoundError } from "../../../../src/core/errors.js";
import { isRecord, type JsonSchema } from "../../../../src/core/json.js";
import { jsonGrammar } from "../../../../src/models/grammar/json-grammar.js";

import { tries } from "../../../tries.js";
import { GrammarSampler, loadXgrammar, randomChoice } from "../../models/grammar-sampler.js";
import { argumentsOf } from "./arguments.js";

const sample: ToolDefinition = {
  name: "sample",
  description: "A tool\nof the test.",
  parameters: objectSchema(
    {
      query: textSchema(20, "a few words"),
      count: { type: "integer", minimum: 1, maximum: 9 },
      names: { type: "array", items: textSchema(9), maxItems: 3 },
      kind: { type: "string", enum: ["long", "short"], maxLength: 5 },
      deep: { type: "boolean" },
      either: { anyOf: [{ type: "integer" }, { type: "array", items: { type: "string" } }] },
      pairs: {
        type: "array",
        maxItems: 2,
        items: objectSchema({ id: textSchema(9), number: textSchema(9) }, ["number"]),
      },
    },
    ["count", "names", "kind", "deep", "either", "pairs"],
  ),
  readOnly: true,
};

describe("signatureOf", () => {
  it("states names, types and optional arguments, on one line", () => {
    expect(signatureOf(sample)).toBe(
      'sample(query: string, count?: 1-9, names?: string[], kind?: "long" | "short", deep?: boolean, either?: integer | string[], pairs?: {id: string, number?: string}[]) - A tool of the test.',
    );
  });
});

describe("checkArguments", () => {
  it.each<[unknown, unknown]>([
    [{ query: "a" }, { query: "a" }],
    ['{"query": "a"}', { query: "a" }],
    [{ query: 7 }, { query: "7" }],
    [{ query: ["a"] }, { query: "a" }],
    [{ Query: "a" }, { query: "a" }],
    [
      { query: "a", name: "b" },
      { query: "a", names: ["b"] },
    ],
    [
      { query: "a", count: "3" },
      { query: "a", count: 3 },
    ],
    [{ query: "a", count: null, names: null }, { query: "a" }],
    [
      { query: "a", names: "b" },
      { query: "a", names: ["b"] },
    ],
    [
      { query: "a", names: '["b", "c"]' },
      { query: "a", names: ["b", "c"] },
    ],
    [
      { query: "a", kind: "LONG" },
      { query: "a", kind: "long" },
    ],
    [
      { query: "a", deep: "true" },
      { query: "a", deep: true },
    ],
    [
      { query: "a", either: "4" },
      { query: "a", either: 4 },
    ],
    [
      { query: "a", either: "b" },
      { query: "a", either: ["b"] },
    ],
    [
      { query: "a", pairs: { id: 3, more: 4 } },
      { query: "a", pairs: [{ id: "3" }] },
    ],
    [{ query: "a", more: 1, __proto__: { b: 2 } }, { query: "a" }],
    [JSON.parse('{"query": "a", "__proto__": {"polluted": 1}}'), { query: "a" }],
  ])("accepts %j", (args, fit) => {
    expect(checkArguments(sample, args)).toEqual(fit);
  });

  it.each<[unknown, string]>([
    [undefined, '"query" is missing: text of at most 20 characters (a few words).'],
    [{}, '"query" is missing'],
    [[], "The arguments must be one JSON object."],
    [7, "The arguments must be one JSON object."],
    [{ query: {} }, '"query" must be text of at most 20 characters (a few words), not an object.'],
    [{ query: "a".repeat(21) }, '"query" must be text of at most 20 characters'],
    [{ query: "a", count: 12 }, '"count" must be a whole number from 1 to 9, not 12.'],
    [{ query: "a", count: "many" }, '"count" must be a whole number from 1 to 9, not "many".'],
    [{ query: "a", names: ["b", "c", "d", "e"] }, '"names" must be a list'],
    [{ query: "a", kind: "wide" }, '"kind" must be one of "long" | "short", not "wide".'],
    [{ query: "a", deep: "perhaps" }, '"deep" must be true or false'],
    [{ query: "a", pairs: [{ number: "3" }] }, '"pairs.0.id" is missing'],
    [{ query: "a", pairs: [{ id: "a".repeat(10) }] }, '"pairs.0.id" must be text'],
  ])("rejects %j with a helpful message", (args, message) => {
    expect(() => checkArguments(sample, args)).toThrow(
      expect.objectContaining({
        code: "invalid-argument",
        message: expect.stringContaining(message),
      }),
    );
    expect(() => checkArguments(sample, args)).toThrow("Call it as sample(query: string, ");
  });

  it("describes the id of a passage in words", () => {
    const calculate = findTool(standardTools, "calculate");
    const values = [{ name: "a", id: "d1.p3", number: "7" }];
    expect(() => checkArguments(calculate, { expression: "a", values })).toThrow(
      '"values.0.id" must be a passage\'s id such as d3.p12.s4, or a cell\'s such as d3.p12.t1.r7.c2, not "d1.p3".',
    );
  });

  it("throws only documented errors, regardless of the value", () => {
    const tools = fc.constantFrom(sample, ...standardTools);
    const calls = tools.chain((tool) =>
      fc.tuple(fc.constant(tool), fc.oneof(fc.jsonValue(), argumentsOf(tool.parameters))),
    );
    fc.assert(
      fc.property(calls, ([tool, args]) => {
        try {
          const fit = checkArguments(tool, args);
          expect(checkArguments(tool, fit)).toEqual(fit);
        } catch (thrown) {
          if (!PagehoundError.isInstance(thrown)) throw thrown;
          expect(thrown.code).toBe("invalid-argument");
          expect(thrown.message.length).toBeLessThan(800);
        }
      }),
      { numRuns: tries(500, 5_000) },
    );
  });

  it("does not change the tool's schema", () => {
    const before = JSON.stringify(sample.parameters);
    const frozen = deepFrozen(JSON.parse(before));
    expect(checkArguments({ ...sample, parameters: frozen }, { query: "a" })).toEqual({
      query: "a",
    });
  });
});

describe("findTool", () => {
  it("finds a tool by its name, written as models write it", () => {
    for (const name of ["get_passages", "Get_Passages", " get-passages ", "get passages"]) {
      expect(findTool(standardTools, name).name).toBe("get_passages");
    }
  });

  it("lists the available tools, nearest first", () => {
    expect(() => findTool(standardTools, "serch")).toThrow(
      expect.objectContaining({
        code: "not-found",
        message: expect.stringMatching(/^There is no tool "serch"\. Use one of: search, .*answer/),
      }),
    );
    expect(() => findTool([], "search")).toThrow("There are no tools.");
    expect(() => findTool(standardTools, "x".repeat(100_000))).toThrow("There is no tool");
  });
});

describe("checkTools", () => {
  const good: Tool = {
    name: "look_up_price",
    description: "The price of an article.",
    parameters: objectSchema({ article: textSchema(40) }),
    readOnly: true,
    run: async () => ({ text: "3", evidence: [], summary: "3" }),
  };

  it("accepts valid tools", () => {
    expect(() => checkTools([good, { ...good, name: "other" }], standardTools)).not.toThrow();
  });

  it.each<[string, object, string]>([
    ["a name in capitals", { name: "LookUp" }, "needs a name"],
    ["no name", { name: undefined }, "Tool 1 needs a name"],
    ["a name that is too long", { name: "a".repeat(41) }, "needs a name"],
    ["the name of a standard tool", { name: "search" }, "has a name that is already taken"],
    ["no description", { description: " " }, "needs a description"],
    ["a long description", { description: "a".repeat(401) }, "more than 400 characters"],
    ["no parameters", { parameters: undefined }, "needs parameters"],
    ["parameters that are no object", { parameters: { type: "string" } }, "needs parameters"],
    ["a readOnly that says nothing", { readOnly: "no" }, "readOnly"],
    [
      "required parameters that are not there",
      { parameters: { type: "object", properties: {}, required: ["a"] } },
      "not among its properties",
    ],
    [
      "a reference",
      { parameters: { type: "object", properties: { a: { $ref: "#/b" } } } },
      "write $ref out in full",
    ],
    [
      "a very long schema",
      { parameters: objectSchema({ a: textSchema(9, "a".repeat(9_000)) }) },
      "more than 8000 characters",
    ],
  ])("rejects %s", (_, change, message) => {
    const tool = { ...good, ...change } as Tool;
    expect(() => checkTools([tool], standardTools)).toThrow(
      expect.objectContaining({
        code: "invalid-argument",
        message: expect.stringContaining(message),
      }),
    );
  });

  it("rejects two tools with the same name", () => {
    expect(() => checkTools([good, good], standardTools)).toThrow(
      "has a name that is already taken",
    );
  });
});

/** Keywords that grammars, llama.cpp and OpenAI-style endpoints all understand. */
const keywords = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "enum",
  "const",
  "anyOf",
  "items",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "pattern",
  "description",
]);

describe("the schemas of all tools", () => {
  it.each(standardTools)(
    "the schema of $name is bounded, and uses only widely supported keywords",
    (tool) => {
      for (const schema of schemasIn(tool.parameters)) {
        for (const keyword of Object.keys(schema)) expect(keywords).toContain(keyword);
        if (schema.type === "string" && "pattern" in schema) {
          expect(schema.pattern).toMatch(/^\^(?:[^*+]|\{\d+,\d+\})*\$$/);
        } else if (schema.type === "string" && !("enum" in schema)) {
          expect(schema.maxLength).toBeTypeOf("number");
        }
        if (schema.type === "array") expect(schema.maxItems).toBeTypeOf("number");
        if (schema.type === "integer") expect(schema.maximum).toBeTypeOf("number");
        if (schema.type === "object") expect(schema.additionalProperties).toBe(false);
      }
    },
  );

  it("keeps integers within a single bound, and within both bounds", async () => {
    const xgrammar = loadXgrammar();
    const choose = randomChoice(11);
    const bounds = [
      { maximum: -5 },
      { minimum: 3 },
      { exclusiveMaximum: -50 },
      { exclusiveMinimum: -3, maximum: 12 },
    ];
    for (const one of bounds) {
      const schema = { type: "integer" as const, ...one };
      const written = await jsonGrammar(schema, xgrammar);
      const sampler = await GrammarSampler.of(xgrammar, written);
      const validator = new Validator(schema as object, "2020-12");
      for (let run = 0; run < tries(40, 400); run++) {
        const reply = await sampler.sample(choose, 1_000);
        expect(validator.validate(JSON.parse(reply ?? "null")).errors, reply ?? "").toEqual([]);
      }
      sampler.dispose();
    }
  });

  it.each(standardTools)("the grammar of $name generates valid arguments", async (tool) => {
    const xgrammar = loadXgrammar();
    const written = await jsonGrammar(tool.parameters, xgrammar);
    const grammar = await xgrammar.Grammar.fromEBNF(written);
    const accepts = (text: string) => xgrammar.Testings.isGrammarAcceptString(grammar, text);
    for (const args of examples[tool.name] ?? []) {
      expect(checkArguments(tool, args)).toEqual(args);
      expect([args, await accepts(JSON.stringify(args))]).toEqual([args, true]);
    }
    expect(await accepts('{"other":1}')).toBe(false);
    const sampler = await GrammarSampler.of(xgrammar, written);
    const choose = randomChoice(7);
    for (let run = 0; run < tries(4, 100); run++) {
      const reply = await sampler.sample(choose, 20_000);
      expect(reply).not.toBeNull();
      const args: unknown = JSON.parse(reply ?? "");
      expect(checkArguments(tool, args)).toEqual(args);
    }
    sampler.dispose();
    grammar.dispose();
  });
});

const examples: Readonly<Record<string, readonly object[]>> = {
  list_documents: [{}, { documents: ["d1", "*.pdf"], details: true, from: "d7" }],
  outline: [{ document: "d1" }, { document: "d1.h4", depth: 2 }],
  search: [{ query: "net sales" }, { query: "net sales", documents: ["d1"] }],
  grep: [{ patterns: ["a|b"] }, { patterns: ["a"], pages: "2-3", context: 2, from: 20 }],
  preview: [{ what: "d1" }],
  read: [{ what: "d1.p3-4" }, { what: "d1.p3.s2", neighbours: 2, from: "d1.p3.s2+40" }],
  get_passages: [{ ids: ["d1.p3.s2"] }],
  calculate: [
    { expression: "1 + 2" },
    { expression: "a / b", values: [{ name: "a", id: "d1.p3.s2", number: "11,588" }] },
  ],
  answer: [
    { enough: false, missing: "the year 2017", sentences: [] },
    {
      enough: true,
      missing: "",
      sentences: [{ text: "It grew.", citations: [{ id: "d1.p3.s2", quote: "grew by" }] }],
    },
  ],
};

function schemasIn(schema: unknown): JsonSchema[] {
  if (!isRecord(schema)) return [];
  const { properties, items, anyOf } = schema;
  const inside = [
    ...(isRecord(properties) ? Object.values(properties) : []),
    ...(Array.isArray(anyOf) ? anyOf : []),
    items,
  ];
  return [schema, ...inside.flatMap(schemasIn)];
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    for (const each of Object.values(value)) deepFrozen(each);
    Object.freeze(value);
  }
  return value;
}
