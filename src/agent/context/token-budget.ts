import type { ChatMessage } from "../../models/index.js";
import type { CountTokens } from "../reading/reading.js";

/** How the tokens that the context has left are shared out. */
export interface ContextBudget {
  /** For the reply that ends the run. */
  readonly answer: number;
  /** For the result of one more call, at least `minObservation`. */
  readonly observation: number;
  /** What each result may take additionally to complete a table; see `TokenBudget.slack`. */
  readonly slack: number;
  /** How many results of that length there is room for. */
  readonly observations: number;
}

/** A result in fewer tokens says too little to be worth a call: a table's head and a few of its rows. */
export const minObservation = 250;
/** More is not read closely, and costs time with every turn that follows … */
const maxObservation = 700;
/** … so that a longer context has this share of it for a result, and not all that there is room for. */
const maxShare = 0.06;
/** A reply that calls tools, with the marks around it. */
const actionTokens = 110;
/** Three rows of a table take about this many. */
const slackTokens = 100;

/**
 * Divides the rest of the context. Results get equal shares as if three more calls followed, or two
 * if only two are left: few runs need more, and a result that was cut too short costs another call.
 * A context that has no space for even one more result is compacted, which costs reading the whole
 * prompt again.
 */
export function shareRoom(contextLength: number, left: number, callsLeft: number): ContextBudget {
  const answer = Math.round(Math.min(1000, Math.max(360, contextLength * 0.16)));
  const room = left - answer;
  const calls = Math.min(3, Math.max(2, callsLeft));
  const each = Math.floor(room / calls) - actionTokens - slackTokens;
  const most = Math.max(maxObservation, Math.round(contextLength * maxShare));
  const observation = Math.min(most, Math.max(minObservation, each));
  const observations = Math.max(0, Math.floor(room / (observation + actionTokens)));
  const share = Math.floor(room / Math.min(calls, Math.max(1, observations)));
  const slack = Math.min(slackTokens, Math.max(0, share - observation - actionTokens));
  return { answer, observation, slack, observations };
}

/** What a chat template adds to a message, roughly. */
const perMessage = 5;
/**
 * Hardly a model needs so much fewer tokens than are estimated (see `estimateTokens`). A server that
 * counts fewer has cut the prompt silently, as Ollama does, or counts otherwise. To learn from it
 * would make the next prompt longer still, and more of it would be cut.
 */
const minScale = 0.7;
const largestScale = 4;

/**
 * Estimates tokens, scaled by the model's own counts: its tokenizer is mostly unavailable, and its
 * prompts show the error of the estimate.
 */
export class TokenEstimator {
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
    if (scale >= minScale) this.#scale = Math.min(largestScale, scale);
  }

  /** Corrects the estimate after a prompt that seemed to fit did not. */
  distrust(): void {
    this.#scale = Math.min(largestScale, this.#scale * 1.5);
  }
}
