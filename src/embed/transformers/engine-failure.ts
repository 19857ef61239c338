import { type ErrorCode, type ErrorData, PagehoundError } from "../../core/errors.js";
import type { EngineModel } from "./engine-api.js";
import { weightsOf } from "./weights.js";

interface Rule {
  readonly pattern: RegExp;
  readonly code: ErrorCode;
  message(model: EngineModel): string;
  data?(model: EngineModel): ErrorData;
}

/** What transformers.js 4, onnxruntime and Chromium say. The first that matches counts. */
const rules: readonly Rule[] = [
  {
    // Exceptions of C++ that nobody caught arrive as bare numbers.
    pattern: /out of memory|OOM|bad_alloc|allocation failed|failed to allocate|^\d+$/i,
    code: "not-enough-memory",
    message: ({ id }) =>
      `${id} does not fit into the memory there is. Choose a smaller model or precision, or close other tabs and programs.`,
  },
  {
    pattern: /device (?:was|is) lost|device lost|external Instance reference no longer exists/i,
    code: "device-lost",
    message: ({ id }) =>
      `The graphics device was lost while ${id} was working. Ask again: the model is loaded anew.`,
  },
  {
    pattern: /no available adapters|failed to get GPU adapter|does not support fp16/i,
    code: "no-webgpu",
    message: ({ id, precision }) =>
      `The browser offers no graphics adapter (WebGPU) that can run ${id} in ${precision}. Load it with device "wasm", or in fp32.`,
  },
  {
    pattern: /protobuf|failed to load model|invalid model|Unexpected (?:token|end)|ModelProto/i,
    code: "model-failed",
    message: ({ id, folder }) =>
      `The files of ${id} are damaged, or were made for another engine. They are not kept; load the model again, and if it stays so, replace them in ${folder}.`,
    data: (model) => ({ damaged: true, url: new URL(weightsOf(model), model.folder).href }),
  },
  {
    pattern: /no embedding model|Missing the following inputs/i,
    code: "model-failed",
    message: ({ id }) =>
      `${id} is no embedding model: it makes no vectors of texts. Choose another one, such as all-MiniLM-L6-v2.`,
  },
];

/** A longer message is not worth reading. */
const longest = 300;

/** Makes a typed error of anything that the engine throws. */
export function engineFailure(thrown: unknown, model: EngineModel): PagehoundError {
  if (PagehoundError.isInstance(thrown)) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const rule = rules.find(({ pattern }) => pattern.test(text));
  if (rule) {
    const data = rule.data?.(model) ?? {};
    return new PagehoundError(rule.code, rule.message(model), { data, cause: thrown });
  }
  const message = `${model.id} failed (${text.slice(0, longest)}). Try again; if it stays so, choose another model.`;
  return new PagehoundError("model-failed", message, { cause: thrown });
}
