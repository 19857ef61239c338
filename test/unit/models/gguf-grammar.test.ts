import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { actionFormat, answerFormat, rewriteFormat } from "../../../src/agent/loop/read-reply.js";
import { answerTool, standardTools } from "../../../src/agent/tools/standard-tools.js";
import { modelFileUrls, recommendedCpuModels } from "../../../src/models/wllama/models.js";
import {
  integerPattern,
  patternGrammar,
  schemaGrammar,
} from "../../../src/models/wllama/schema-grammar.js";

/**
 * The part of the notation used here is that of regular expressions, once spaces and quotes are
 * removed.
 */
function asRegExp(expression: string): RegExp {
  const source = expression.replace(/"([^"]*)"/g, (_, text: string) =>
    text.replace(/[.*+?^$()[\]{}|\\/-]/g, "\\$&"),
  );
  return new RegExp(`^(?:${source.replaceAll(" ", "")})$`);
}

describe("a grammar for integers", () => {
  test("accepts the integers in its range and no others", () => {
    const ends = fc.tuple(fc.integer({ min: -1200, max: 1200 }), fc.nat(1300));
    fc.assert(
      fc.property(ends, ([least, more]) => {
        const pattern = asRegExp(integerPattern(least, least + more));
        for (let value = -1300; value <= 2600; value++) {
          const inside = value >= least && value <= least + more;
          if (pattern.test(String(value)) !== inside) throw new Error(`${value} in ${pattern}`);
        }
        expect(pattern.test("007")).toBe(false);
        expect(pattern.test("-0")).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test("accepts large integers, and open ranges", () => {
    const natural = asRegExp(integerPattern(0, null));
    for (const value of [0, 1, 9, 10, 99, 123456, Number.MAX_SAFE_INTEGER])
      expect(natural.test(String(value))).toBe(true);
    expect(natural.test("-1")).toBe(false);
    expect(natural.test(String(Number.MAX_SAFE_INTEGER + 1))).toBe(false);
    expect(asRegExp(integerPattern(null, null)).test("-42")).toBe(true);
  });
});

/** A class that is never closed, in which hyphens may be ranges or literal. */
const openClass = `^[${"0-".repeat(200)}$`;

describe("a grammar for a pattern", () => {
  test.each([
    ["^d[1-9][0-9]{0,5}\\.p[1-9][0-9]{0,5}\\.s[1-9][0-9]{0,3}$", "d3.p12.s4", "d0.p12.s4"],
    ["^(?:a|bc)+\\d?$", "abca7", "ab7"],
    ["^[A-Za-z_-]{2,3}$", "a-_", "a"],
  ])("accepts what the pattern matches: %s", (pattern, right, wrong) => {
    const grammar = asRegExp(patternGrammar(pattern) ?? "");
    expect(grammar.test(right)).toBe(true);
    expect(grammar.test(wrong)).toBe(false);
  });

  test.each([
    "abc",
    "^a",
    "^a.b$",
    "^[^a]$",
    "^(a$",
    "^a\\b$",
    "^(?=a)$",
    "^a|b\\$",
    '^"$',
    openClass,
  ])("makes no grammar for the pattern %s", (pattern) =>
    expect(patternGrammar(pattern)).toBeNull(),
  );
});

describe("a grammar for a schema", () => {
  test("allows white space only in strings", () => {
    const grammar = schemaGrammar({
      type: "object",
      properties: { a: { const: "x y" }, b: { enum: [1, "two"] } },
      required: ["a", "b"],
      additionalProperties: false,
    });
    expect(grammar).toBe(
      [
        "root ::= r0",
        String.raw`r0 ::= "{" "\"a\":" "\"x y\"" "," "\"b\":" ("1" | "\"two\"") "}"`,
      ].join("\n"),
    );
  });

  test("supports all of our own schemas", () => {
    const tools = standardTools.filter(({ name }) => name !== answerTool.name);
    for (const { schema } of [
      actionFormat(tools, answerTool),
      answerFormat(answerTool),
      rewriteFormat,
    ])
      expect(() => schemaGrammar(schema)).not.toThrow();
  });

  test("accepts an object whose schema does not mention other properties", () => {
    const object = { type: "object", properties: { a: { const: 1 } }, required: ["a"] };
    expect(schemaGrammar(object)).toBe(schemaGrammar({ ...object, additionalProperties: false }));
    expect(schemaGrammar({ type: "object" })).toContain('"{}"');
  });

  test.each([
    [{ type: "number", minimum: 0, exclusiveMaximum: 1, multipleOf: 0.5 }, { type: "number" }],
    [{ type: "string", format: "date" }, { type: "string" }],
    [
      { type: "string", maxLength: 5000 },
      { type: "string", maxLength: 1000 },
    ],
    [
      { type: "string", minLength: 4000, maxLength: 5000 },
      { type: "string", minLength: 1000, maxLength: 1000 },
    ],
    [{ type: "string", pattern: "^(?=a)b" }, { type: "string" }],
    [
      { type: "integer", minimum: 0.5, exclusiveMaximum: 9 },
      { type: "integer", minimum: 1, maximum: 8 },
    ],
    [{ type: "integer", minimum: -1e300 }, { type: "integer" }],
    [
      { type: "array", items: { type: "null" }, uniqueItems: true },
      { type: "array", items: { type: "null" } },
    ],
    [{ type: ["null", "boolean"], maxLength: 9 }, { type: ["null", "boolean"] }],
  ])("leaves what it cannot express to validation: %j", (schema, plainer) => {
    expect(schemaGrammar(schema)).toBe(schemaGrammar({ ...plainer, title: "The same" }));
  });

  test.each([
    [{ $ref: "#/$defs/a" }, "$ref"],
    [{}, "without a type"],
    [{ type: "object", properties: {}, required: ["a"] }, '"a"'],
    [{ type: "object", patternProperties: {} }, "patternProperties"],
    [{ type: "array" }, "items"],
    [{ type: "array", items: { type: "null" }, minItems: 3, maxItems: 2 }, "minItems"],
    [{ type: "integer", minimum: 3, maximum: 2 }, "bounds"],
    [{ anyOf: [] }, "nothing"],
    [{ anyOf: [{ type: "null" }], oneOf: [{ type: "null" }] }, "oneOf"],
  ])("rejects %j, and says why", (schema, reason) => {
    const refused = { code: "invalid-argument", message: expect.stringContaining(reason) };
    expect(() => schemaGrammar(schema)).toThrow(expect.objectContaining(refused));
  });
});

describe("models for the CPU", () => {
  test("models for the CPU have plain file names, smallest download first", () => {
    for (const { file } of recommendedCpuModels) expect(file).toMatch(/^[\w.-]+\.gguf$/);
    const sizes = recommendedCpuModels.map(({ downloadBytes }) => downloadBytes);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  });

  test("models for the CPU may be split into several files", () => {
    expect(modelFileUrls("http://a/m-00001-of-00003.gguf?x=1")).toEqual([
      "http://a/m-00001-of-00003.gguf?x=1",
      "http://a/m-00002-of-00003.gguf?x=1",
      "http://a/m-00003-of-00003.gguf?x=1",
    ]);
    expect(modelFileUrls("http://a/m.gguf")).toEqual(["http://a/m.gguf"]);
  });
});
