import { PagehoundError } from "../core/errors.js";
import type { ChatRequest, LanguageModel, ModelInfo } from "../model/language-model.js";
import { type HostileReply, hostileReplies, notAnswer } from "./hostile-replies.js";
import { Random } from "./random.js";
import { randomReply, speak } from "./random-model.js";
import { TestModel, testInfo, tokensOf, type Utterance, withinLimit } from "./test-model.js";

/**
 * What a hostile model does:
 *
 * - `garbage`, `empty`, `broken-json`, `wrong-types`, `deep`, `polluted`, `unknown-tool`, `many-calls`,
 *   `made-up-ids`, `made-up-quotes`, `injected`, `markup`: a bad reply of that kind;
 * - `endless`: goes on until `maxTokens`, or to the end of its context;
 * - `cut-json`: stops in the middle, with `length`;
 * - `same-call`: says the same thing for ever;
 * - `typed-error`: fails as a model may; `foreign-error`: throws what no model may;
 * - `never`: does not answer until it is aborted.
 */
export type HostileKind =
  | HostileReply
  | "endless"
  | "cut-json"
  | "same-call"
  | "typed-error"
  | "foreign-error"
  | "never";

/** All kinds there are. */
export const hostileKinds: readonly HostileKind[] = [
  ...(Object.keys(hostileReplies) as HostileReply[]),
  "endless",
  "cut-json",
  "same-call",
  "typed-error",
  "foreign-error",
  "never",
];

export interface HostileOptions {
  /** What it does; everything unless told. Whoever cannot abort leaves `never` out. */
  readonly kinds?: readonly HostileKind[] | undefined;
  readonly info?: Partial<ModelInfo> | undefined;
}

/** How many models do only one thing, instead of something else at each request. */
const stubborn = 0.3;

/**
 * A test double that does what no model should: see `HostileKind`. The same seed and requests give the
 * same misdeeds. It breaks the contract of `LanguageModel` only in what `foreign-error` throws.
 */
export function hostileModel(seed: number, options: HostileOptions = {}): LanguageModel {
  const random = new Random(seed);
  const all = options.kinds ?? hostileKinds;
  const kinds = random.chance(stubborn) ? [random.pick(all)] : all;
  const info = testInfo(`hostile-${seed}`, options.info);
  let repeated: string | undefined;
  return new TestModel(info, async (request, { signal, say }) => {
    const kind = random.pick(kinds);
    if (kind === "never") return untilAborted(signal);
    if (kind === "typed-error" || kind === "foreign-error") {
      // It may have begun to answer before.
      const begun = randomReply(request, random);
      await speak(begun.slice(0, random.integer(0, 60)), random, signal, say);
      throw kind === "typed-error" ? typedError(random) : foreignError(random);
    }
    if (kind === "same-call") repeated ??= randomReply(request, random, notAnswer);
    const utterance = utter(kind, request, random, info, repeated ?? "");
    await speak(utterance.content, random, signal, say);
    return utterance;
  });
}

function utter(
  kind: Exclude<HostileKind, "never" | "typed-error" | "foreign-error">,
  request: ChatRequest,
  random: Random,
  info: ModelInfo,
  repeated: string,
): Utterance {
  switch (kind) {
    case "endless":
      return endless(request, random, info);
    case "cut-json": {
      const reply = randomReply(request, random);
      const end = random.integer(0, Math.max(0, reply.length - 1));
      return withinLimit(reply.slice(0, end), request, "length");
    }
    case "same-call":
      return withinLimit(repeated, request);
    default:
      return withinLimit(hostileReplies[kind](request, random), request);
  }
}

/** Begins well, or not, and then says one thing over and over. */
function endless(request: ChatRequest, random: Random, info: ModelInfo): Utterance {
  const reply = randomReply(request, random);
  const begin = random.chance(0.5) ? reply.slice(0, random.integer(0, reply.length)) : "";
  const again = random.pick([" ", "\n", "\\n", "and so on ", "[", '{"calls":[', "\ud83d\ude00"]);
  const prompt = request.messages.reduce((sum, { content }) => sum + tokensOf(content), 0);
  const left = Math.max(1, info.contextLength - prompt);
  const maxTokens = Math.min(request.maxTokens ?? left, left);
  // One character more than fits.
  const text = begin + again.repeat(Math.ceil((maxTokens * 4 + 1) / again.length));
  return withinLimit(text, { ...request, maxTokens }, "length");
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function typedError(random: Random): PagehoundError {
  const code = random.pick(["device-lost", "context-exceeded", "model-failed"] as const);
  return new PagehoundError(
    code,
    `The hostile test model fails with ${code}. Nothing can be done.`,
  );
}

/** Engines throw all of these. */
function foreignError(random: Random): unknown {
  return random.pick<() => unknown>([
    () => new TypeError("x is not a function"),
    () => new RangeError("Maximum call stack size exceeded"),
    () => new DOMException("The operation was aborted.", "AbortError"),
    () => "Error: something failed",
    () => undefined,
    () => null,
    () => ({ error: { code: 500 } }),
    () => Object.create(null),
  ])();
}
