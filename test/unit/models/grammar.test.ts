import { Validator } from "@cfworker/json-schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actionFormat, answerFormat, rewriteFormat } from "../../../src/agent/loop/read-reply.js";
import { answerTool, standardTools } from "../../../src/agent/tools/standard-tools.js";
import type { JsonSchema } from "../../../src/core/json.js";
import { jsonGrammar } from "../../../src/models/grammar/json-grammar.js";

import { tries } from "../../tries.js";
import { GrammarSampler, loadXgrammar, randomChoice, vocabulary } from "./grammar-sampler.js";

const xgrammar = loadXgrammar();
const tools = standardTools.filter(({ name }) => name !== answerTool.name);

/** A schema with everything that ours may contain, without bounds. */
const anything: JsonSchema = {
  type: "object",
  properties: {
    number: { type: "number" },
    integer: { type: "integer" },
    page: { type: "integer", minimum: 1, maximum: 2000 },
    flag: { type: "boolean" },
    unit: { enum: ["USD", "EUR", "%"] },
    texts: { type: "array", items: { type: "string" } },
    either: { anyOf: [{ type: "null" }, { type: "string", minLength: 1, maxLength: 4 }] },
    id: { type: "string", pattern: "^d[1-9][0-9]{0,3}$" },
  },
  required: ["number", "integer", "texts"],
  additionalProperties: false,
};

const schemas: [name: string, schema: JsonSchema, samples: number, characters: number][] = [
  ["an action", actionFormat(tools, answerTool).schema, tries(4, 1000), 20_000],
  ["an answer", answerFormat(answerTool).schema, tries(4, 400), 20_000],
  ["a rewritten question", rewriteFormat.schema, tries(10, 400), 1600],
  ["anything", anything, tries(6, 400), 25_000],
];

/**
 * True for JSON without insignificant white space. A reply may escape characters in more than one
 * way.
 */
function isTight(reply: string): boolean {
  const outside = reply.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return !/\s/.test(outside);
}

describe.each(schemas)("a grammar for %s", (_, schema, samples, characters) => {
  let sampler: GrammarSampler;
  beforeAll(async () => {
    sampler = await GrammarSampler.of(xgrammar, await jsonGrammar(schema, xgrammar));
  });
  afterAll(() => sampler.dispose());

  it("accepts only finite JSON that fits the schema, without insignificant white space", async () => {
    const validator = new Validator(schema, "2020-12");
    const choose = randomChoice(2019);
    for (let sample = 0; sample < samples; sample++) {
      const reply = await sampler.sample(choose, characters);
      if (reply === null) throw new Error(`Sample ${sample} has no end.`);
      const value = JSON.parse(reply);
      const { valid, errors } = validator.validate(value);
      expect({ reply, errors: valid ? [] : errors }).toEqual({ reply, errors: [] });
      expect(isTight(reply), reply).toBe(true);
    }
  });

  it.each([
    ["white space", /^\s+$/],
    ["digits", /^\d+$/],
    ["backslashes", /^\\/],
    ["letters", /^[a-z]/i],
    ["opening brackets", /[[{]/],
  ])("ends even if %s are written wherever they are allowed", async (_name, wanted) => {
    const length = (token: number) => vocabulary[token]?.length ?? 0;
    const greedy = (allowed: readonly number[]) => {
      const fitting = allowed.filter(
        (token) => token !== 0 && wanted.test(vocabulary[token] ?? ""),
      );
      return fitting.sort((a, b) => length(b) - length(a))[0] ?? (allowed.at(-1) as number);
    };
    const reply = await sampler.sample(greedy, characters);
    expect(reply).not.toBeNull();
    const { valid, errors } = new Validator(schema, "2020-12").validate(JSON.parse(reply ?? ""));
    expect(valid ? [] : errors).toEqual([]);
  });
});

describe("a schema", () => {
  it.each<[string, JsonSchema]>([
    ["with a lookahead", { type: "string", pattern: "^(?=a)b$" }],
    ["with an invalid pattern", { type: "string", pattern: "(" }],
    ["with a reference that leads nowhere", { $ref: "#/$defs/nothing" }],
    ["with an unknown type", { type: "text" }],
    ["with bounds that contradict each other", { type: "string", minLength: 5, maxLength: 2 }],
  ])("rejects a schema %s, and accepts the next one", async (_, schema) => {
    await expect(jsonGrammar(schema, xgrammar)).rejects.toMatchObject({ code: "invalid-argument" });
    expect(await jsonGrammar({ type: "boolean" }, xgrammar)).toMatch(/^root ::= /m);
  });
});

describe("strings in a grammar", () => {
  const text: JsonSchema = { type: "string", maxLength: 12 };

  async function allows(reply: string): Promise<boolean> {
    const grammar = await xgrammar.Grammar.fromEBNF(await jsonGrammar(text, xgrammar));
    return xgrammar.Testings.isGrammarAcceptString(grammar, reply);
  }

  it.each([
    '""',
    '"net income"',
    String.raw`"\"quoted\""`,
    String.raw`"\\bnet\\b \\d+"`,
    '"漢字 😀"',
  ])("strings in a grammar may be %s", async (reply) => expect(await allows(reply)).toBe(true));

  it.each([
    ["a raw line break", '"a\nb"'],
    ["a raw tab", '"a\tb"'],
    ["a backspace that was meant as a word boundary", String.raw`"\bnet\b"`],
    ["more characters than allowed", `"${"x".repeat(13)}"`],
    ["white space around it", ' "a"'],
  ])("strings in a grammar may not have %s", async (_, reply) =>
    expect(await allows(reply)).toBe(false),
  );
});
