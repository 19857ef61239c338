import type { CallOptions } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import type { LoadProgress } from "../download/load-progress.js";
import type { LanguageModel } from "../language-model.js";
import {
  type BrowserSession,
  browserLanguageModel,
  promptError,
  type SessionOptions,
  windowOf,
} from "./browser-api.js";
import { PromptApiModel, PromptConversation, whileMaking } from "./prompt-api-model.js";

/** What `LanguageModel.availability()` answers; `unavailable` also where there is no such thing. */
export type PromptApiAvailability = "available" | "downloadable" | "downloading" | "unavailable";

/** How the browser's built-in model is loaded. */
export interface PromptApiOptions {
  /**
   * Languages of prompts and replies, as BCP 47 tags such as `en`.
   *
   * @defaultValue the browser's own choice
   */
  readonly languages?: readonly string[] | undefined;
  /**
   * Tokens of prompt and reply together, a whole number from 1; what the browser allows by default,
   * and never more. What the browser does not count is kept by estimate.
   */
  readonly contextLength?: number | undefined;
  /**
   * See `ModelInfo.choosesTools`. Since browsers do not say which model it is.
   *
   * @defaultValue `false`
   */
  readonly choosesTools?: boolean | undefined;
}

/** Where the browser does not say. */
const defaultContextLength = 4096;
/** A browser may say that there is no limit. */
const longestContext = 131_072;

/** Whether the browser has a model of its own. Never throws. */
export async function promptApiAvailability(
  options: Pick<PromptApiOptions, "languages"> = {},
): Promise<PromptApiAvailability> {
  const api = browserLanguageModel();
  if (api === null) return "unavailable";
  try {
    const answer = await api.availability(expectedOf(options));
    return answer === "available" || answer === "downloadable" || answer === "downloading"
      ? answer
      : "unavailable";
  } catch {
    return "unavailable";
  }
}

/**
 * Makes the browser's built-in model ready, downloading it first where that is needed; browsers then
 * ask for a click or a key before. Temperature and seed of a request have no effect: the browser is
 * asked for its most predictable replies. `maxTokens` is kept by estimate, since the browser does
 * not count as it writes. Works on pages only, not in workers.
 *
 * Throws `unsupported-browser` where there is no such model, `invalid-argument`, and `model-failed`.
 */
export async function loadPromptApi(
  options: PromptApiOptions = {},
  call: CallOptions<LoadProgress> = {},
): Promise<LanguageModel> {
  const { signal = new AbortController().signal, onProgress } = call;
  checkContextLength(options);
  signal.throwIfAborted();
  const api = browserLanguageModel();
  const availability = await promptApiAvailability(options);
  signal.throwIfAborted();
  if (api === null || availability === "unavailable") {
    throw new PagehoundError(
      "unsupported-browser",
      "This browser has no built-in model that this page can use. Choose another model, or a recent Chrome or Edge on a computer that meets its requirements.",
    );
  }
  const settings = { ...expectedOf(options), samplingMode: "most-predictable" } as const;
  const create = (more: SessionOptions, until: AbortSignal) =>
    whileMaking(until, (making) => api.create({ ...settings, ...more, signal: making }));
  try {
    const monitor = monitorFor(onProgress);
    const first = await create(monitor ? { monitor } : {}, signal);
    const contextLength = contextLengthOf(first, options);
    first.destroy();
    onProgress?.({ phase: "prepare", loadedBytes: 0, totalBytes: null, millisecondsLeft: null });
    return new PromptApiModel(
      {
        id: "browser",
        name: "The browser's built-in model",
        provider: "prompt-api",
        contextLength,
        sendsTo: null,
        choosesTools: options.choosesTools ?? false,
      },
      new PromptConversation(create),
    );
  } catch (thrown) {
    signal.throwIfAborted();
    throw promptError(thrown);
  }
}

function expectedOf({ languages }: Pick<PromptApiOptions, "languages">): SessionOptions {
  if (languages === undefined) return {};
  const expected = [{ type: "text", languages }] as const;
  return { expectedInputs: expected, expectedOutputs: expected };
}

/** Browsers say how far a download is as a share; older ones said it in bytes. */
function monitorFor(
  onProgress: ((progress: LoadProgress) => void) | undefined,
): SessionOptions["monitor"] {
  if (onProgress === undefined) return undefined;
  const startedAt = performance.now();
  return (monitor) => {
    monitor.addEventListener("downloadprogress", (event) => {
      const { loaded, total = 1 } = event as ProgressEvent;
      const inBytes = total > 1;
      const share = loaded / total;
      const elapsed = performance.now() - startedAt;
      onProgress({
        phase: "download",
        loadedBytes: inBytes ? loaded : 0,
        totalBytes: inBytes ? total : null,
        millisecondsLeft: share > 0 && share <= 1 ? (elapsed * (1 - share)) / share : null,
      });
    });
  };
}

function checkContextLength({ contextLength }: PromptApiOptions): void {
  if (contextLength === undefined || (Number.isInteger(contextLength) && contextLength >= 1))
    return;
  throw new PagehoundError(
    "invalid-argument",
    `contextLength is a whole number from 1, not ${contextLength}.`,
  );
}

function contextLengthOf(session: BrowserSession, { contextLength }: PromptApiOptions): number {
  const window = windowOf(session) ?? defaultContextLength;
  return Math.floor(Math.min(window, contextLength ?? longestContext, longestContext));
}
