import {
  type CallOptions,
  never,
  PagehoundError,
  untilAborted,
  wholeNumber,
} from "../../core/index.js";
import type { LoadProgress } from "../download/load-progress.js";
import {
  type ChatReply,
  type ChatRequest,
  type LanguageModel,
  type ModelInfo,
  RequestQueue,
  roughTokens,
} from "../language-model.js";
import {
  type BrowserSession,
  browserLanguageModel,
  measurePrompt,
  type Prepared,
  PromptConversation,
  type PromptOptions,
  promptError,
  readPieces,
  refusesConstraint,
  type SessionOptions,
  tooLong,
  usageOf,
  whileMaking,
  windowOf,
} from "./browser-session.js";

/** The result of `LanguageModel.availability()`; `unavailable` also if there is no such API. */
export type PromptApiAvailability = "available" | "downloadable" | "downloading" | "unavailable";

/** How to load the browser's built-in model. */
export interface PromptApiOptions {
  /**
   * Languages of prompts and replies, as BCP 47 tags such as `en`.
   *
   * @defaultValue the browser's own choice
   */
  readonly languages?: readonly string[] | undefined;
  /**
   * The context size: tokens of prompt and reply together, an integer from 1; what the browser
   * allows by default, and never more. Tokens that the browser does not count are estimated.
   */
  readonly contextLength?: number | undefined;
  /**
   * See `ModelInfo.choosesTools`. False by default, because browsers do not say which model it is.
   *
   * @defaultValue `false`
   */
  readonly choosesTools?: boolean | undefined;
}

/** Used if the browser reports no context size. */
const defaultContextLength = 4096;
/** Maximum context size, because a browser may report that there is no limit. */
const longestContext = 131_072;

/** Whether the browser has a built-in model. Never throws. */
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
 * Loads the browser's built-in model, downloading it first if needed; browsers require a click or
 * key press before that. Temperature and seed of a request have no effect: the browser is asked for
 * its most predictable replies. `maxTokens` is enforced by estimate, because the browser does not
 * count while it writes. Works only on pages, not in workers. Throws `unsupported-browser` if there
 * is no such model, `invalid-argument`, and `model-failed`.
 */
export async function loadPromptApi(
  options: PromptApiOptions = {},
  call: CallOptions<LoadProgress> = {},
): Promise<LanguageModel> {
  const { signal = never(), onProgress } = call;
  if (options.contextLength !== undefined) wholeNumber("contextLength", options.contextLength, 1);
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

/** Browsers report the progress of a download as a fraction; older ones reported bytes. */
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

function contextLengthOf(session: BrowserSession, { contextLength }: PromptApiOptions): number {
  const window = windowOf(session) ?? defaultContextLength;
  return Math.floor(Math.min(window, contextLength ?? longestContext, longestContext));
}

/** Fired when a session is full, and the browser drops its oldest messages. */
const overflowEvents = ["contextoverflow", "quotaoverflow"];

/** A request in progress; `startedAt` is when it arrived, in milliseconds. */
interface Turn {
  readonly request: ChatRequest;
  readonly signal: AbortSignal;
  readonly onPiece: (piece: string) => void;
  readonly startedAt: number;
}

/** The browser's built-in model. */
class PromptApiModel implements LanguageModel {
  readonly info: ModelInfo;
  readonly #conversation: PromptConversation;
  readonly #queue = new RequestQueue();
  /** Names of the reply formats that the browser cannot enforce. */
  readonly #refusedForms = new Set<string>();

  constructor(info: ModelInfo, conversation: PromptConversation) {
    this.info = info;
    this.#conversation = conversation;
  }

  complete(request: ChatRequest, options: CallOptions<string> = {}): Promise<ChatReply> {
    const startedAt = performance.now();
    return this.#queue.run(async (signal) => {
      const onPiece = (piece: string) => {
        if (!signal.aborted) options.onProgress?.(piece);
      };
      try {
        return await this.#answer({ request, signal, onPiece, startedAt });
      } catch (thrown) {
        const error = promptError(thrown);
        if (signal.aborted || error.code === "context-exceeded") this.#conversation.drop();
        // The browser may have ended all sessions, so none of them is used again.
        else this.#conversation.close();
        signal.throwIfAborted();
        throw error;
      }
    }, options.signal);
  }

  async unload(): Promise<void> {
    await this.#queue.close();
    this.#conversation.close();
  }

  async #answer(turn: Turn): Promise<ChatReply> {
    const { name, schema } = turn.request.responseFormat ?? {};
    if (name === undefined || this.#refusedForms.has(name)) return this.#prompt(turn, {});
    const constraint: PromptOptions = {
      responseConstraint: schema ?? {},
      omitResponseConstraintInput: true,
    };
    let begun = false;
    const onPiece = (piece: string) => {
      begun = true;
      turn.onPiece(piece);
    };
    try {
      return await this.#prompt({ ...turn, onPiece }, constraint);
    } catch (thrown) {
      if (begun || !refusesConstraint(thrown)) throw thrown;
      this.#refusedForms.add(name);
      this.#conversation.drop();
      return this.#prompt(turn, {});
    }
  }

  async #prompt(turn: Turn, form: PromptOptions): Promise<ChatReply> {
    const { request, signal, startedAt } = turn;
    const options: PromptOptions = { ...form, signal };
    const prepared = await this.#conversation.prepare(request.messages, signal);
    const { session, input } = prepared;
    const before = usageOf(session);
    const added = await untilAborted(measurePrompt(session, input, options), signal);
    const promptTokens = promptTokensOf(request, before, added);
    const window = windowOf(session) ?? Number.POSITIVE_INFINITY;
    const limit = Math.min(window, this.info.contextLength);
    if (promptTokens >= limit) throw tooLong();
    // The browser reports the end of its own context, and more exactly than an estimate.
    const room = limit < window ? limit - promptTokens : Number.POSITIVE_INFINITY;
    const maxTokens = Math.min(request.maxTokens ?? room, room);
    const full = new AbortController();
    const onOverflow = () => full.abort();
    for (const event of overflowEvents) session.addEventListener(event, onOverflow);
    let firstToken: number | null = null;
    const onPiece = (piece: string) => {
      firstToken ??= performance.now() - startedAt;
      turn.onPiece(piece);
    };
    try {
      const stream = session.promptStreaming(input, options);
      const read = await readPieces(stream, { maxTokens, signal, full: full.signal, onPiece });
      const { content, cut } = read;
      // The browser made space for the prompt itself, and may have dropped the question.
      if (full.signal.aborted && content === "") throw tooLong();
      const isCounted = before !== null && added !== null;
      const usage = usageBetween(prepared, isCounted ? promptTokens : 0, content);
      // Browsers differ in whether a stopped reply stays in the session.
      if (cut) this.#conversation.drop();
      else this.#conversation.keep(request.messages, content);
      return {
        content,
        finishReason: cut ? "length" : "stop",
        usage,
        timing: { firstToken, total: performance.now() - startedAt },
      };
    } finally {
      for (const event of overflowEvents) session.removeEventListener(event, onOverflow);
    }
  }
}

function promptTokensOf(
  { messages }: ChatRequest,
  before: number | null,
  added: number | null,
): number {
  if (before !== null && added !== null) return Math.round(before + added);
  return roughTokens(messages.reduce((sum, { content }) => sum + content.length, 0));
}

function usageBetween(
  { session, reusedTokens }: Prepared,
  promptTokens: number,
  content: string,
): ChatReply["usage"] {
  const after = usageOf(session);
  return {
    promptTokens,
    reusedTokens: reusedTokens === null ? null : Math.min(promptTokens, Math.round(reusedTokens)),
    completionTokens:
      after === null || promptTokens === 0 || after <= promptTokens
        ? roughTokens(content.length)
        : Math.round(after - promptTokens),
  };
}
