import type { PagehoundError } from "../../core/index.js";
import { type FailureRule, onnxFailure, onnxMessages } from "../onnx/engine-failure.js";
import type { OnnxEngineModel } from "./engine-api.js";

const rules: readonly FailureRule<OnnxEngineModel>[] = [
  {
    pattern: onnxMessages.outOfMemory,
    code: "not-enough-memory",
    message: ({ name }) =>
      `${name} does not fit into the memory available to this page. Close other pages and programs, or use a smaller model or a shorter context.`,
  },
  {
    pattern: onnxMessages.deviceLost,
    code: "device-lost",
    message: ({ name }) =>
      `The graphics device was lost while ${name} was working. Ask again: the model will be reloaded.`,
  },
  {
    pattern: onnxMessages.noAdapter,
    code: "no-webgpu",
    message: ({ name, precision }) =>
      `The browser offers no graphics adapter (WebGPU) that can run ${name} in ${precision}. Load it with device “wasm”, or in another precision.`,
  },
  {
    pattern: onnxMessages.damaged,
    code: "model-failed",
    message: ({ name }) =>
      `The files of ${name} are damaged, or were made for another engine. They were deleted; load the model again.`,
    data: () => ({ damaged: true }),
  },
  {
    pattern: /chat_template|Conversation roles|TemplateError/i,
    code: "model-failed",
    message: ({ name }) =>
      `${name} has no template for conversations, or one that cannot be used. Choose an instruction-tuned model.`,
  },
  {
    pattern: /not a language model|Missing the following inputs|Unsupported model type/i,
    code: "model-failed",
    message: ({ name }) => `${name} is not a language model that can run here. Choose another one.`,
  },
];

/** Turns anything that the engine throws into a typed error. */
export function onnxEngineFailure(thrown: unknown, model: OnnxEngineModel): PagehoundError {
  return onnxFailure(thrown, rules, { model, name: model.name });
}
