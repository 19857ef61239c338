import type { ChatMessage } from "../model/language-model.js";
import type { CountTokens } from "../reading/reading.js";

/** What a chat template adds to a message, roughly. */
const perMessage = 5;
/**
 * Hardly a model needs so much fewer tokens than the stand-in counts, whose vocabulary is one of
 * the largest. A server that counts fewer has cut the prompt silently, as Ollama does, or counts
 * otherwise. To learn from it would make the next prompt longer still, and more of it would be cut.
 */
const leastScale = 0.7;
const largestScale = 4;

/**
 * Counts tokens with a stand-in tokenizer, scaled by what the model says it counted: its own is
 * mostly out of reach, and its prompts tell how far the stand-in is off.
 */
export class TokenGauge {
  readonly #count: CountTokens;
  /** Unscaled counts: a prompt is measured several times a turn, and mostly it only grew. */
  readonly #counted = new WeakMap<ChatMessage, number>();
  #scale = 1;

  constructor(count: CountTokens) {
    this.#count = count;
  }

  /** Tokens of a text, as the model would count them. */
  readonly count: CountTokens = (text) => Math.ceil(this.#count(text) * this.#scale);

  /** Tokens of a prompt, with what the chat template adds. */
  countMessages(messages: readonly ChatMessage[]): number {
    return messages.reduce(
      (sum, message) => sum + Math.ceil(this.#countOnce(message) * this.#scale) + perMessage,
      0,
    );
  }

  #countOnce(message: ChatMessage): number {
    let tokens = this.#counted.get(message);
    if (tokens === undefined) {
      tokens = this.#count(message.content);
      this.#counted.set(message, tokens);
    }
    return tokens;
  }

  /**
   * Takes in what the model counted for a prompt that was estimated. A count too low to be of the
   * whole prompt is passed over.
   */
  learn(estimated: number, counted: number): void {
    if (estimated <= 0 || counted <= 0) return;
    const scale = this.#scale * (counted / estimated);
    if (scale >= leastScale) this.#scale = Math.min(largestScale, scale);
  }

  /** A prompt that seemed to fit did not: all texts are longer than they seem. */
  distrust(): void {
    this.#scale = Math.min(largestScale, this.#scale * 1.5);
  }
}
