import type { CallOptions } from "../../core/call-options.js";
import type { ChatReply, ChatRequest, LanguageModel, ModelInfo } from "../language-model.js";
import { RequestQueue } from "../request-queue.js";
import { measure, type PromptOptions, usageOf, windowOf } from "./browser-api.js";
import type { Conversation, Prepared } from "./conversation.js";
import { promptError, refusesConstraint, tooLong } from "./prompt-errors.js";

/** What the browser does when a session is full: it forgets the oldest messages and says so. */
const overflowEvents = ["contextoverflow", "quotaoverflow"];

/** The browser's built-in model. */
export class PromptApiModel implements LanguageModel {
  readonly info: ModelInfo;
  readonly #conversation: Conversation;
  readonly #queue = new RequestQueue();
  /** Names of the forms that the browser cannot force. */
  readonly #refusedForms = new Set<string>();

  constructor(info: ModelInfo, conversation: Conversation) {
    this.info = info;
    this.#conversation = conversation;
  }

  complete(request: ChatRequest, options: CallOptions<string> = {}): Promise<ChatReply> {
    return this.#queue.run(async (signal) => {
      const onPiece = (piece: string) => {
        if (!signal.aborted) options.onProgress?.(piece);
      };
      try {
        return await this.#answer(request, signal, onPiece);
      } catch (thrown) {
        this.#conversation.drop();
        signal.throwIfAborted();
        throw promptError(thrown);
      }
    }, options.signal);
  }

  async unload(): Promise<void> {
    await this.#queue.close();
    this.#conversation.close();
  }

  async #answer(
    request: ChatRequest,
    signal: AbortSignal,
    onPiece: (piece: string) => void,
  ): Promise<ChatReply> {
    const name = request.responseFormat?.name;
    if (name === undefined || this.#refusedForms.has(name)) {
      return this.#prompt(request, {}, signal, onPiece);
    }
    const constraint: PromptOptions = {
      responseConstraint: request.responseFormat?.schema ?? {},
      omitResponseConstraintInput: true,
    };
    let begun = false;
    try {
      return await this.#prompt(request, constraint, signal, (piece) => {
        begun = true;
        onPiece(piece);
      });
    } catch (thrown) {
      if (begun || !refusesConstraint(thrown)) throw thrown;
      this.#refusedForms.add(name);
      this.#conversation.drop();
      return this.#prompt(request, {}, signal, onPiece);
    }
  }

  async #prompt(
    request: ChatRequest,
    options: PromptOptions,
    signal: AbortSignal,
    onPiece: (piece: string) => void,
  ): Promise<ChatReply> {
    const startedAt = performance.now();
    const prepared = await this.#conversation.prepare(request.messages, signal);
    const { session, input } = prepared;
    const before = usageOf(session);
    const added = await measure(session, input, options);
    const window = windowOf(session);
    if (added !== null && before !== null && window !== null && before + added > window) {
      throw tooLong();
    }
    let overflowed = false;
    const onOverflow = () => {
      overflowed = true;
    };
    for (const event of overflowEvents) session.addEventListener(event, onOverflow);
    let firstToken: number | null = null;
    try {
      const stream = session.promptStreaming(input, { ...options, signal });
      const { content, cut } = await readPieces(stream, request.maxTokens, signal, (piece) => {
        firstToken ??= performance.now() - startedAt;
        onPiece(piece);
      });
      // What was forgotten may be the question itself.
      if (overflowed) throw tooLong();
      const usage = usageBetween(request, prepared, { before, added, content });
      // Whether a reply that was stopped is held is up to the browser.
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

/** Reads a stream up to about `maxTokens`: the API itself has no such limit. */
async function readPieces(
  stream: ReadableStream<string>,
  maxTokens: number | undefined,
  signal: AbortSignal,
  onPiece: (piece: string) => void,
): Promise<{ content: string; cut: boolean }> {
  const reader = stream.getReader();
  // Browsers end the stream themselves; later requests must not wait for one that does not.
  const onAbort = () => reader.cancel().catch(() => {});
  signal.addEventListener("abort", onAbort, { once: true });
  let content = "";
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      content += read.value;
      onPiece(read.value);
      if (maxTokens !== undefined && estimate(content.length) > maxTokens) {
        return { content, cut: true };
      }
    }
    signal.throwIfAborted();
    return { content, cut: false };
  } finally {
    signal.removeEventListener("abort", onAbort);
    reader.cancel().catch(() => {});
  }
}

function usageBetween(
  { messages }: ChatRequest,
  { session, reusedTokens }: Prepared,
  known: { before: number | null; added: number | null; content: string },
): ChatReply["usage"] {
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  const { before, added, content } = known;
  const promptTokens =
    before === null || added === null ? estimate(characters) : Math.round(before + added);
  const after = usageOf(session);
  return {
    promptTokens,
    reusedTokens: reusedTokens === null ? null : Math.min(promptTokens, Math.round(reusedTokens)),
    completionTokens:
      after === null || after <= promptTokens
        ? estimate(content.length)
        : Math.round(after - promptTokens),
  };
}

/** For what the browser does not count: a token has about four characters. */
function estimate(characters: number): number {
  return Math.ceil(characters / 4);
}
