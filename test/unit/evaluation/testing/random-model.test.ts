import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  actionFormat,
  answerFormat,
  rewriteFormat,
} from "../../../../src/agent/loop/read-reply.js";
import { standardTools } from "../../../../src/agent/tools/standard-tools.js";
import type { Tool } from "../../../../src/agent/tools/tool.js";
import { randomModel } from "../../../../src/evaluation/testing/scripted-model.js";
import type { ChatRequest } from "../../../../src/models/language-model.js";
import { anySchema } from "./any-schema.js";

const messages = [
  { role: "system", content: "Answer from the documents." },
  { role: "user", content: "d1.p2.s3: Net income rose by 4.2 % to $11,588 million." },
] as const;

const tools = standardTools.filter(({ name }) => name !== "answer");
const answer = standardTools.find(({ name }) => name === "answer") as Tool;

describe("a random model", () => {
  it("replies in the requested format, piece by piece", async () => {
    const forms = fc.oneof(
      anySchema.map((schema) => ({ name: "any", schema })),
      fc.constantFrom(actionFormat(tools, answer), answerFormat(answer), rewriteFormat),
    );
    await fc.assert(
      fc.asyncProperty(forms, fc.integer(), async (responseFormat, seed) => {
        const pieces: string[] = [];
        const reply = await randomModel(seed).complete(
          { messages, responseFormat },
          { onProgress: (piece) => pieces.push(piece) },
        );
        expect(pieces.join("")).toBe(reply.content);
        const validator = new Validator(responseFormat.schema, "2020-12");
        expect(validator.validate(JSON.parse(reply.content)).valid).toBe(true);
        expect(reply.finishReason).toBe("stop");
      }),
      { numRuns: 300 },
    );
  });

  it("repeats its replies for the same seed", async () => {
    const say = async (seed: number) => {
      const model = randomModel(seed);
      const first = await model.complete({ messages });
      const request = { messages, responseFormat: actionFormat(tools, answer) };
      return [first.content, (await model.complete(request)).content];
    };
    expect(await say(7)).toEqual(await say(7));
    expect(await say(7)).not.toEqual(await say(8));
  });

  it("uses all tools eventually, and text of the prompt", async () => {
    const request: ChatRequest = { messages, responseFormat: actionFormat(tools, answer) };
    const replies: string[] = [];
    for (let seed = 0; seed < 200; seed++) {
      replies.push((await randomModel(seed).complete(request)).content);
    }
    const all = replies.join("\n");
    for (const { name } of standardTools) expect(all).toContain(`"tool":"${name}"`);
    for (const part of ["d1.p2.s3", "income"]) expect(all).toContain(part);
  });

  it("cuts a reply off at its token limit", async () => {
    const form = { name: "long", schema: { type: "string", minLength: 200 } };
    const reply = await randomModel(3).complete({ messages, responseFormat: form, maxTokens: 10 });
    expect(reply).toMatchObject({ finishReason: "length", usage: { completionTokens: 10 } });
  });
});
