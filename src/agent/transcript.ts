import { type BreakTokens, tokenBreaker } from "../core/control-tokens.js";
import type { ChatMessage } from "../model/language-model.js";
import type { TokenGauge } from "./token-gauge.js";

/**
 * The messages of a run. They only grow at their end, and replies stay as they came, because web-llm
 * keeps what it has computed only while all messages but the last are those it has seen. Whatever
 * they are made of, none holds a control token whole: those are put on by the engine, after this.
 */
export class Transcript {
  readonly #gauge: TokenGauge;
  readonly #breakTokens: BreakTokens;
  #messages: ChatMessage[];
  /** What the engine holds: the last prompt and its reply. Empty after a reply that was cut off. */
  #held: readonly ChatMessage[] = [];
  #sent: readonly ChatMessage[] = [];

  constructor(gauge: TokenGauge, system: string, breakTokens: BreakTokens = tokenBreaker()) {
    this.#gauge = gauge;
    this.#breakTokens = breakTokens;
    // Ours, but for the descriptions of a page's tools.
    this.#messages = [this.#message("system", system)];
  }

  get messages(): readonly ChatMessage[] {
    return this.#messages;
  }

  /** Tokens of the prompt as it stands. */
  get tokens(): number {
    return this.#gauge.countMessages(this.#messages);
  }

  /** Tokens of the prompt that web-llm would not read again: all or nothing but the last message. */
  get reusableTokens(): number {
    const earlier = this.#messages.slice(0, -1);
    if (earlier.length === 0 || earlier.length !== this.#held.length) return 0;
    const same = earlier.every((message, index) => sameMessage(message, this.#held[index]));
    return same ? this.#gauge.countMessages(earlier) : 0;
  }

  /** How many messages at the beginning are those of the prompt that was sent before. */
  get keptMessages(): number {
    const first = this.#messages.findIndex(
      (message, index) => !sameMessage(message, this.#sent[index]),
    );
    return first < 0 ? this.#messages.length : first;
  }

  /** Adds what the model is told next, to what it is about to be told if there is any. */
  tell(content: string): void {
    const last = this.#messages.at(-1);
    // Chat templates want the roles to take turns.
    if (last?.role !== "user") this.#messages.push(this.#message("user", content));
    else this.#messages.splice(-1, 1, this.#message("user", `${last.content}\n\n${content}`));
  }

  /** Notes that the prompt was sent. */
  send(): void {
    this.#sent = [...this.#messages];
    this.#held = [];
  }

  /** Adds a reply. `whole` is false when it was cut off, after which the engine holds nothing. */
  reply(content: string, whole: boolean): void {
    this.#messages.push(this.#message("assistant", content));
    this.#held = whole ? [...this.#messages] : [];
  }

  /** Begins anew after the system prompt. */
  restart(content: string): void {
    this.#messages = [...this.#messages.slice(0, 1), this.#message("user", content)];
  }

  #message(role: ChatMessage["role"], content: string): ChatMessage {
    return { role, content: this.#breakTokens(content) };
  }
}

function sameMessage(a: ChatMessage, b: ChatMessage | undefined): boolean {
  return b !== undefined && a.role === b.role && a.content === b.content;
}
