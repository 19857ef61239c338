import { PagehoundError } from "../../core/errors.js";

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
export async function measurePrompt(
  session: BrowserSession,
  input: PromptInput,
  options: PromptOptions,
): Promise<number | null> {
  if (session.measureContextUsage) return session.measureContextUsage(input, options);
  if (session.measureInputUsage) return session.measureInputUsage(input, options);
  return null;
}

/** The error for what the Prompt API threw; one of ours stays as it is. */
export function promptError(thrown: unknown): PagehoundError {
  if (PagehoundError.isInstance(thrown)) return thrown;
  const { name, message } = named(thrown);
  const options = { cause: thrown };
  switch (name) {
    case "QuotaExceededError":
      return tooLong(options);
    case "NotSupportedError":
      return new PagehoundError(
        "unsupported-browser",
        `The browser's built-in model cannot do what is asked of it (${message}). Choose another model.`,
        options,
      );
    case "NotAllowedError":
      return new PagehoundError(
        "model-failed",
        `The browser does not let this page use its built-in model (${message}). Its download must begin with a click, and the page's permissions policy must allow it (language-model).`,
        options,
      );
    case "NetworkError":
      return new PagehoundError(
        "model-failed",
        `The browser could not download its built-in model (${message}). Check the connection and try again.`,
        options,
      );
    default:
      return new PagehoundError(
        "model-failed",
        `The browser's built-in model failed (${name}: ${message}). Try again, or choose another model.`,
        options,
      );
  }
}

/** The error for a prompt that does not fit. */
export function tooLong(options: { cause?: unknown } = {}): PagehoundError {
  return new PagehoundError(
    "context-exceeded",
    "The prompt is longer than the context of the browser's built-in model. Ask about fewer documents, or choose another model.",
    options,
  );
}

/** Whether the browser refuses the schema that a reply is to fit. */
export function refusesConstraint(thrown: unknown): boolean {
  return named(thrown).name === "NotSupportedError";
}

function named(thrown: unknown): { name: string; message: string } {
  // A DOMException need not be an Error everywhere.
  if (typeof thrown === "object" && thrown !== null && "name" in thrown && "message" in thrown) {
    return { name: String(thrown.name), message: String(thrown.message).replace(/\.$/, "") };
  }
  return { name: "Error", message: String(thrown) };
}
