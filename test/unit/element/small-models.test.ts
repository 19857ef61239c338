import { nothing } from "lit/html.js";
import { expect, test } from "vitest";
import { I18n } from "../../../src/element/i18n/i18n.js";
import "../../../src/element/models/model-panel-view.js";
import { smallWords } from "../../../src/element/models/model-offers-view.js";

const words = new I18n("en");

test.each([
  ["wllama:https://example.org/SmolLM2-135M-Instruct-Q4_K_M.gguf", "SmolLM2 135M"],
  ["web-llm:SmolLM2-360M-Instruct-q4f16_1-MLC", "SmolLM2 360M"],
  ["openai:http://localhost:11434/v1#smollm2:135m", "smollm2:135m"],
])("says that answers of %s come from search", (id, name) => {
  const hint = smallWords(words, { id, name });
  expect(hint === nothing ? [] : hint.values).toEqual([words.t("models.offer.small")]);
});

test.each([
  ["wllama:https://example.org/Qwen2.5-0.5B-Instruct-Q4_0.gguf", "Qwen2.5 0.5B"],
  ["openai:http://localhost:8080/v1#qwen2.5-coder-1.5b", "qwen2.5-coder-1.5b"],
  ["custom:of-unknown-size", "A model of unknown size"],
])("says nothing about %s", (id, name) => {
  expect(smallWords(words, { id, name })).toBe(nothing);
});
