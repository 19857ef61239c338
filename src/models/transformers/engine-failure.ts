import { type ErrorCode, type ErrorData, PagehoundError } from "../../core/index.js";
import type { OnnxEngineModel } from "./engine-api.js";

interface Rule {
  readonly pattern: RegExp;
  readonly code: ErrorCode;
  message(model: OnnxEngineModel): string;
  readonly data?: ErrorData;
}

/** Messages of transformers.js 4, onnxruntime and Chromium. The first match counts. */
const rules: readonly Rule[] = [
  {
    // Uncaught C++ exceptions arrive as bare numbers.
    pattern:
      /out of memory|OOM|bad_alloc|allocation failed|failed to allocate|Invalid array buffer length|could not allocate|^\d+$/i,
    code: "not-enough-memory",
    message: ({ name }) =>
      `${name} does not fit into the memory this page can have. Close other pages and programs, or take a smaller model or a shorter context.`,
  },
  {
    pattern: /device (?:was|is) lost|device lost|external Instance reference no longer exists/i,
    code: "device-lost",
    message: ({ name }) =>
      `The graphics device was lost while ${name} was working. Ask again: the model is loaded again.`,
  },
  {
    pattern: /no available adapters|failed to get GPU adapter|does not support fp16/i,
    code: "no-webgpu",
    message: ({ name, precision }) =>
      `The browser offers no graphics adapter (WebGPU) that can run ${name} in ${precision}. Load it with device “wasm”, or in another precision.`,
  },
  {
    pattern: /protobuf|failed to load model|invalid model|Unexpected (?:token|end)|ModelProto/i,
    code: "model-failed",
    message: ({ name }) =>
      `The files of ${name} are damaged, or were made for another engine. They are not kept; load the model again.`,
    data: { damaged: true },
  },
  {
    pattern: /chat_template|Conversation roles|TemplateError/i,
    code: "model-failed",
    message: ({ name }) =>
      `${name} has no template for conversations, or one that cannot be used. Choose a model that was made to follow instructions.`,
  },
  {
    pattern: /no language model|Missing the following inputs|Unsupported model type/i,
    code: "model-failed",
    message: ({ name }) => `${name} is no language model that can be run here. Choose another one.`,
  },
];

/** Maximum number of characters of an engine's message that are passed on. */
const longest = 300;

/** Turns anything that the engine throws into a typed error. */
export function onnxEngineFailure(thrown: unknown, model: OnnxEngineModel): PagehoundError {
  if (PagehoundError.isInstance(thrown)) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const rule = rules.find(({ pattern }) => pattern.test(text));
  if (rule) {
    const data = rule.data ?? {};
    return new PagehoundError(rule.code, rule.message(model), { data, cause: thrown });
  }
  const message = `${model.name} failed (${text.slice(0, longest)}). Try again; if it stays so, choose another model.`;
  return new PagehoundError("model-failed", message, { cause: thrown });
}
