import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseModelName } from "../../../src/models/language-model.js";

describe("the name of a model", () => {
  it.each([
    ["none", { provider: "none" }],
    [" browser ", { provider: "prompt-api" }],
    [
      "openai:http://localhost:11434/v1#qwen3",
      { provider: "openai", url: "http://localhost:11434/v1", model: "qwen3" },
    ],
    [
      "openai:https://llm.example/v1#org/model#1",
      { provider: "openai", url: "https://llm.example/v1", model: "org/model#1" },
    ],
    [
      "openai:http://127.0.0.1:8080/v1",
      { provider: "openai", url: "http://127.0.0.1:8080/v1", model: null },
    ],
    ["web-llm:Qwen3-1.7B-q4f16_1-MLC", { provider: "web-llm", model: "Qwen3-1.7B-q4f16_1-MLC" }],
    ["wllama:models/tiny.gguf", { provider: "wllama", url: "models/tiny.gguf" }],
    ["transformers:models/tiny", { provider: "transformers", url: "models/tiny" }],
  ])("reads the name: %s", (text, expected) => {
    expect(parseModelName(text)).toEqual(expected);
  });

  it.each([
    "",
    "None",
    "qwen3",
    "openai:",
    "openai:localhost:11434",
    "openai:ftp://x/v1",
    "openai:http://#m",
    "web-llm:",
    "web-llm:two words",
    "wllama:",
    "constructor",
  ])("rejects the name %j, and lists the valid forms", (text) => {
    expect(() => parseModelName(text)).toThrow(
      expect.objectContaining({
        code: "unknown-model",
        message: expect.stringMatching(
          /none, browser, web-llm:ID, wllama:URL, transformers:URL, or openai:URL#MODEL/,
        ),
      }),
    );
  });

  it("never misreads a name as another one", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^\s*(none|browser|openai:|web-llm:|wllama:)/.test(text));
        expect(() => parseModelName(text)).toThrow(/is not a model/);
      }),
    );
  });
});
