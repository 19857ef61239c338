import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { systemPrompt } from "../../../src/agent/loop/chat-session.js";
import { readAction } from "../../../src/agent/loop/read-reply.js";
import { checkArguments } from "../../../src/agent/tools/check-arguments.js";
import { findTool } from "../../../src/agent/tools/check-tools.js";
import { standardTools } from "../../../src/agent/tools/standard-tools.js";

const prompt = systemPrompt(standardTools);

it("the system prompt has at most 900 tokens with all tools", () => {
  expect(encode(prompt).length).toBeLessThanOrEqual(900);
});

it("the system prompt names every tool and every argument", () => {
  for (const { name, parameters } of standardTools) {
    const line = prompt.split("\n").find((text) => text.startsWith(`- ${name}(`));
    for (const argument of Object.keys(parameters.properties)) expect(line).toContain(argument);
  }
});

it("the system prompt contains examples that the loop accepts", () => {
  const examples = prompt.split("\n").filter((line) => line.startsWith("{"));
  expect(examples).toHaveLength(2);
  for (const example of examples) {
    const [call] = readAction(example)?.calls ?? [];
    const tool = findTool(standardTools, call?.tool ?? "");
    expect(checkArguments(tool, call?.arguments)).toEqual(call?.arguments);
  }
});
