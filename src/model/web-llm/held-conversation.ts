import type { ChatMessage } from "../language-model.js";

/** What Qwen3 begins a reply with when it is told not to think: nothing thought. */
const emptyThought = /^<think>\s*<\/think>\s*/;

/**
 * What the engine holds of the conversation before. web-llm goes on from it when, and only when, the
 * last reply ended by itself, a turn came before, and all messages but the last are what it holds, to
 * the letter; else it reads everything anew. It counts only the tokens it read; the rest is known here.
 */
export class HeldConversation {
  #messages: readonly ChatMessage[] = [];
  #tokens = 0;
  #prefix = "";

  /** The messages as the engine has to get them: replies with what was taken off them. */
  toEngine(messages: readonly ChatMessage[]): readonly ChatMessage[] {
    if (this.#prefix === "") return messages;
    return messages.map(({ role, content }) =>
      role === "assistant" ? { role, content: this.#prefix + content } : { role, content },
    );
  }

  /** A reply without the empty thought, which is no part of it; remembered for `toEngine`. */
  fromEngine(content: string): string {
    const prefix = emptyThought.exec(content)?.[0] ?? "";
    if (prefix !== "") this.#prefix = prefix;
    return content.slice(prefix.length);
  }

  /** Tokens that the engine will not have to read again for this request. */
  reusable(messages: readonly ChatMessage[]): number {
    const turns = messages.filter(({ role }) => role !== "system").length;
    const continues =
      turns > 1 &&
      messages.length === this.#messages.length + 1 &&
      this.#messages.every(
        (held, index) =>
          held.role === messages[index]?.role && held.content === messages[index].content,
      );
    return continues ? this.#tokens : 0;
  }

  /** After a reply that ended by itself; `tokens` are all that the engine has now. */
  hold(messages: readonly ChatMessage[], reply: string, tokens: number): void {
    this.#messages = [...messages, { role: "assistant", content: reply }];
    this.#tokens = tokens;
  }

  /** After anything else: the engine will read everything anew. */
  forget(): void {
    this.#messages = [];
    this.#tokens = 0;
  }
}
