import { type CallOptions, untilAborted } from "../../core/call-options.js";
import {
  type ChatMessage,
  type ChatReply,
  type ChatRequest,
  type LanguageModel,
  type ModelInfo,
  RequestQueue,
  roughTokens,
} from "../language-model.js";
import {
  type BrowserSession,
  measurePrompt,
  type PromptInput,
  type PromptOptions,
  promptError,
  refusesConstraint,
  type SessionOptions,
  tooLong,
  usageOf,
  windowOf,
} from "./browser-api.js";

/** Told when a session is full, and the browser forgets its oldest messages. */
const overflowEvents = ["contextoverflow", "quotaoverflow"];

/** A request on its way; `startedAt` is when it came, in milliseconds. */
interface Turn {
  readonly request: ChatRequest;
  readonly signal: AbortSignal;
  readonly onPiece: (piece: string) => void;
  readonly startedAt: number;
}

/** How far a reply is read. */
interface Reading {
  readonly maxTokens: number;
  readonly signal: AbortSignal;
  /** Aborts when the session is full. */
  readonly full: AbortSignal;
  readonly onPiece: (piece: string) => void;
}

/** The browser's built-in model. */
export class PromptApiModel implements LanguageModel {
  readonly info: ModelInfo;
  readonly #conversation: PromptConversation;
  readonly #queue = new RequestQueue();
  /** Names of the forms that the browser cannot force. */
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
        // The browser may have ended all sessions: none of them is relied on any more.
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
    // Where the browser's own context ends, the browser says so, and better than an estimate.
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
      // Room was made for the prompt itself: what was forgotten may be the question.
      if (full.signal.aborted && content === "") throw tooLong();
      const isCounted = before !== null && added !== null;
      const usage = usageBetween(prepared, isCounted ? promptTokens : 0, content);
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

/** Reads a stream up to about `maxTokens`, which the API itself does not limit, or until `full` aborts. */
async function readPieces(
  stream: ReadableStream<string>,
  { maxTokens, signal, full, onPiece }: Reading,
): Promise<{ content: string; cut: boolean }> {
  const reader = stream.getReader();
  // Browsers end the stream themselves; later requests must not wait for one that does not.
  const onEnd = () => reader.cancel().catch(() => {});
  const ends = AbortSignal.any([signal, full]);
  if (ends.aborted) onEnd();
  ends.addEventListener("abort", onEnd, { once: true });
  let content = "";
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      content += read.value;
      onPiece(read.value);
      if (roughTokens(content.length) > maxTokens) return { content, cut: true };
    }
    signal.throwIfAborted();
    return { content, cut: full.aborted };
  } finally {
    ends.removeEventListener("abort", onEnd);
    reader.cancel().catch(() => {});
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

/** A session that is ready for what it does not hold yet. */
interface Prepared {
  readonly session: BrowserSession;
  readonly input: PromptInput;
  /** Tokens the session had held before this request; null when it does not say. */
  readonly reusedTokens: number | null;
}

type CreateSession = (options: SessionOptions, signal: AbortSignal) => Promise<BrowserSession>;

/**
 * Keeps one session for as long as a conversation only grows, since a session cannot forget. Another
 * one, which holds nothing but the system message, is kept to clone new conversations from.
 */
export class PromptConversation {
  readonly #create: CreateSession;
  #session: BrowserSession | null = null;
  #held: readonly ChatMessage[] = [];
  #base: { readonly session: BrowserSession; readonly system: string | null } | null = null;

  constructor(create: CreateSession) {
    this.#create = create;
  }

  async prepare(messages: readonly ChatMessage[], signal: AbortSignal): Promise<Prepared> {
    if (this.#session && startsWith(messages, this.#held)) {
      const { length } = this.#held;
      const reusedTokens = usageOf(this.#session);
      return { session: this.#session, input: inputOf(messages.slice(length)), reusedTokens };
    }
    this.drop();
    const [first] = messages;
    const system = first?.role === "system" ? first.content : null;
    const known = messages.slice(0, -1);
    const input = inputOf(messages.slice(-1));
    if (known.length > (system === null ? 0 : 1)) {
      this.#session = await this.#create({ initialPrompts: known }, signal);
      return { session: this.#session, input, reusedTokens: 0 };
    }
    const isNew = this.#base === null || this.#base.system !== system;
    const base = await this.#baseFor(system, signal);
    this.#session = await whileMaking(signal, (making) => base.clone({ signal: making }));
    return { session: this.#session, input, reusedTokens: isNew ? 0 : usageOf(base) };
  }

  /** What the session holds now. */
  keep(messages: readonly ChatMessage[], reply: string): void {
    this.#held = [...messages, { role: "assistant", content: reply }];
  }

  /** Ends the session: what it holds is not certain any more. */
  drop(): void {
    this.#session?.destroy();
    this.#session = null;
    this.#held = [];
  }

  close(): void {
    this.drop();
    this.#base?.session.destroy();
    this.#base = null;
  }

  async #baseFor(system: string | null, signal: AbortSignal): Promise<BrowserSession> {
    if (this.#base?.system === system) return this.#base.session;
    this.#base?.session.destroy();
    this.#base = null;
    const prompts: readonly ChatMessage[] =
      system === null ? [] : [{ role: "system", content: system }];
    const session = await this.#create({ initialPrompts: prompts }, signal);
    this.#base = { session, system };
    return session;
  }
}

/** True when `messages` go on where `held` ends. */
function startsWith(messages: readonly ChatMessage[], held: readonly ChatMessage[]): boolean {
  return (
    messages.length > held.length &&
    held.every(({ role, content }, index) => {
      const message = messages[index];
      return message?.role === role && message.content === content;
    })
  );
}

function inputOf(messages: readonly ChatMessage[]): PromptInput {
  const [only] = messages;
  return messages.length === 1 && only?.role === "user" ? only.content : messages;
}

/**
 * Makes a session that the signal can stop only until it is there. The browser itself ends a session
 * with the signal it was made with, also long after.
 */
export async function whileMaking<T>(
  signal: AbortSignal,
  make: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const making = new AbortController();
  const onAbort = () => making.abort(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await make(making.signal);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
