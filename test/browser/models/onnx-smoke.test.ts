import { expect, test } from "vitest";
import { loadTransformers } from "../../../src/models/transformers/load-transformers.js";
import { exportGguf } from "../../fixtures/onnx/export-gguf.js";
import { randomGguf } from "../../fixtures/models/random-gguf.js";

test("smoke", async () => {
  const files = exportGguf(randomGguf(), ["q8"]);
  const model = await loadTransformers({
    model: Object.fromEntries(Array.from(files, ([path, bytes]) => [path, new Blob([bytes])])),
    assetsBase: "/assets/onnx/",
    device: "wasm",
  });
  console.log(JSON.stringify(model.info));
  const reply = await model.complete({ messages: [{ role: "user", content: "Hello there, what is it?" }], maxTokens: 30, temperature: 1, seed: 3 });
  console.log(JSON.stringify(reply));
  const schema = { type: "object", properties: { a: { type: "string", maxLength: 10 }, n: { type: "integer" } }, required: ["a", "n"], additionalProperties: false };
  const form = await model.complete({ messages: [{ role: "user", content: "Hello there, what is it?" }], maxTokens: 300, temperature: 1, seed: 3, responseFormat: { name: "x", schema } });
  console.log(JSON.stringify(form));
  expect(JSON.parse(form.content)).toBeDefined();
}, 100000);
