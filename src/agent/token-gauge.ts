import type { ChatMessage } from "../model/language-model.js";
import type { CountTokens } from "../reading/reading.js";

/** What a chat template adds to a message, roughly. */
const perMessage = 5;

/**
 * Counts tokens with a stand-in tokenizer, scaled by what the model says it counted: its own is
 * mostly out of reach, and its prompts tell how far the stand-in is off.
 */
export class TokenGauge {
  readonly #count: CountTokens;
  #scale = 1;

  constructor(count: CountTokens) {
    this.#count = count;
  }

  /** Tokens of a text, as the model would count them. */
  readonly count: CountTokens = (text) => Math.ceil(this.#count(text) * this.#scale);

  /** Tokens of a prompt, with what the chat template adds. */
  countMessages(messages: readonly ChatMessage[]): number {
    return messages.reduce((sum, { content }) => sum + this.count(content) + perMessage, 0);
  }

  /** Takes in what the model counted for a prompt that was estimated. */
  learn(estimated: number, counted: number): void {
    if (estimated <= 0 || counted <= 0) return;
    this.#scale = within(this.#scale * (counted / estimated));
  }

  /** A prompt that seemed to fit did not: all texts are longer than they seem. */
  distrust(): void {
    this.#scale = within(this.#scale * 1.5);
  }
}

function within(scale: number): number {
  return Math.min(4, Math.max(0.5, scale));
}
