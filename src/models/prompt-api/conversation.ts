import type { ChatMessage } from "../language-model.js";
import {
  type BrowserSession,
  type PromptInput,
  type SessionOptions,
  usageOf,
} from "./browser-api.js";

/** A session that is ready for what it does not hold yet. */
export interface Prepared {
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
