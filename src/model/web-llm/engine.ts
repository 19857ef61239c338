import type { ChatMessage } from "../language-model.js";

/** A request in web-llm's own words. */
export interface GenerateRequest {
  readonly messages: readonly ChatMessage[];
  readonly temperature: number;
  readonly seed: number | undefined;
  readonly maxTokens: number | undefined;
  /** EBNF that the reply must match; anything when undefined. */
  readonly grammar: string | undefined;
  /** False to have it not think aloud; undefined for models that never do. */
  readonly thinking: false | undefined;
}

/** What comes out of the engine: pieces of text, then why it ended, then what it cost. */
export type EngineOutput =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "end"; readonly reason: string }
  /** `promptTokens` are those that were read, without those it still had. */
  | { readonly type: "usage"; readonly promptTokens: number; readonly completionTokens: number };

/** What is used of web-llm, so that tests can do without a graphics adapter. May throw anything. */
export interface Engine {
  /** `onLoad` gets the share of the weights that is in memory, from 0 to 1. */
  load(onLoad: (share: number) => void): Promise<void>;
  generate(request: GenerateRequest): AsyncIterable<EngineOutput>;
  /** Stops a generation at its next step. */
  interrupt(): void;
}
