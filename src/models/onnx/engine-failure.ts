import { type ErrorCode, type ErrorData, messageOf, PagehoundError } from "../../core/index.js";

/** The error that messages of an engine with this pattern mean. */
export interface FailureRule<Model> {
  readonly pattern: RegExp;
  readonly code: ErrorCode;
  message(model: Model): string;
  data?(model: Model): ErrorData;
}

/** Messages of transformers.js 4, onnxruntime and Chromium. */
export const onnxMessages: Readonly<
  Record<"outOfMemory" | "deviceLost" | "noAdapter" | "damaged", RegExp>
> = {
  // Uncaught C++ exceptions arrive as bare numbers.
  outOfMemory:
    /out of memory|OOM|bad_alloc|allocation failed|failed to allocate|Invalid array buffer length|could not allocate|^\d+$/i,
  deviceLost: /device (?:was|is) lost|device lost|external Instance reference no longer exists/i,
  noAdapter: /no available adapters|failed to get GPU adapter|does not support fp16/i,
  damaged: /protobuf|failed to load model|invalid model|Unexpected (?:token|end)|ModelProto/i,
};

/** Maximum number of characters of an engine's message that are passed on. */
const longest = 300;

/** Turns anything that the engine throws into a typed error. The first matching rule counts. */
export function onnxFailure<Model>(
  thrown: unknown,
  rules: readonly FailureRule<Model>[],
  { model, name }: { readonly model: Model; readonly name: string },
): PagehoundError {
  if (PagehoundError.isInstance(thrown)) return thrown;
  const text = messageOf(thrown);
  const rule = rules.find(({ pattern }) => pattern.test(text));
  if (rule) {
    const data = rule.data?.(model) ?? {};
    return new PagehoundError(rule.code, rule.message(model), { data, cause: thrown });
  }
  const message = `${name} failed (${text.slice(0, longest)}). Try again; if it fails again, choose another model.`;
  return new PagehoundError("model-failed", message, { cause: thrown });
}
