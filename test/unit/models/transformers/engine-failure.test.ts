import { expect, test } from "vitest";
import type { OnnxEngineModel } from "../../../../src/models/transformers/engine-api.js";
import { onnxEngineFailure } from "../../../../src/models/transformers/engine-failure.js";

const model = { name: "MiniLM", precision: "q8" } as OnnxEngineModel;

test("names a model that writes no text", () => {
  const thrown = new Error("It is not a language model: it returns no logits.");
  expect(onnxEngineFailure(thrown, model).message).toBe(
    "MiniLM is not a language model that can run here. Choose another one.",
  );
});
