/**
 * The parts of the Prompt API that are used here (https://webmachinelearning.github.io/prompt-api/).
 * It is a draft: names that changed are optional under both names.
 */
export interface BrowserLanguageModel {
  availability(options?: SessionOptions): Promise<string>;
  create(options?: SessionOptions): Promise<BrowserSession>;
}

export interface PromptMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface SessionOptions {
  readonly initialPrompts?: readonly PromptMessage[];
  readonly expectedInputs?: readonly ExpectedContent[];
  readonly expectedOutputs?: readonly ExpectedContent[];
  readonly samplingMode?: "most-predictable";
  readonly signal?: AbortSignal;
  readonly monitor?: (monitor: EventTarget) => void;
}

export interface ExpectedContent {
  readonly type: "text";
  readonly languages: readonly string[];
}

export interface PromptOptions {
  readonly responseConstraint?: object;
  /** Keeps the schema out of the prompt, where it would take up the context at every turn. */
  readonly omitResponseConstraintInput?: boolean;
  readonly signal?: AbortSignal;
}

export type PromptInput = string | readonly PromptMessage[];

export interface BrowserSession extends EventTarget {
  promptStreaming(input: PromptInput, options?: PromptOptions): ReadableStream<string>;
  clone(options?: { readonly signal?: AbortSignal }): Promise<BrowserSession>;
  destroy(): void;
  readonly contextWindow?: number;
  readonly contextUsage?: number;
  measureContextUsage?(input: PromptInput, options?: PromptOptions): Promise<number>;
  readonly inputQuota?: number;
  readonly inputUsage?: number;
  measureInputUsage?(input: PromptInput, options?: PromptOptions): Promise<number>;
}

/** The browser's `LanguageModel`, or null where there is none: in workers, for one. */
export function browserLanguageModel(): BrowserLanguageModel | null {
  const found = (globalThis as { readonly LanguageModel?: Partial<BrowserLanguageModel> })
    .LanguageModel;
  return typeof found?.create === "function" && typeof found.availability === "function"
    ? (found as BrowserLanguageModel)
    : null;
}

/** Tokens a session can hold; null when it does not say. */
export function windowOf(session: BrowserSession): number | null {
  const window = session.contextWindow ?? session.inputQuota ?? 0;
  return window > 0 ? window : null;
}

/** Tokens a session holds; null when it does not say. */
export function usageOf(session: BrowserSession): number | null {
  return session.contextUsage ?? session.inputUsage ?? null;
}

/** Tokens that a prompt would add; null when the session cannot tell. */
export async function measure(
  session: BrowserSession,
  input: PromptInput,
  options: PromptOptions,
): Promise<number | null> {
  if (session.measureContextUsage) return session.measureContextUsage(input, options);
  if (session.measureInputUsage) return session.measureInputUsage(input, options);
  return null;
}
