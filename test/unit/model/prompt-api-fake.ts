import { onTestFinished, vi } from "vitest";

interface Message {
  readonly role: string;
  readonly content: string;
}

export interface FakeSettings {
  availability?: string | (() => Promise<string>);
  /** Tokens a session can hold; a token has four characters. */
  window?: number;
  /** Replies in order; an error is thrown instead. `hang` never ends. */
  replies?: (string | Error | "hang")[];
  /** Error of `create`. */
  refusal?: Error;
  /** Names of attributes as they were before 2026. */
  oldNames?: boolean;
  /** Reported while a session is created. */
  downloads?: { loaded: number; total?: number }[];
}

/** What happened, in order, such as `create system,user` or `prompt Hello`. */
export interface FakePromptApi {
  readonly log: string[];
  /** Options of each prompt. */
  readonly prompts: Record<string, unknown>[];
  /** Sessions that are not destroyed. */
  open(): number;
}

function refuse(message: string): never {
  throw new Error(`The fake Prompt API does not expect this: ${message}`);
}

function onlyKeys(options: object, ...known: string[]): void {
  for (const key of Object.keys(options)) if (!known.includes(key)) refuse(`the option ${key}`);
}

const tokensOf = (text: string) => Math.ceil(text.length / 4);

/** Puts a `LanguageModel` in place until the test is over. It fails on whatever the draft does not say. */
export function fakePromptApi(settings: FakeSettings = {}): FakePromptApi {
  const { window: contextWindow = 1000, replies = [], oldNames = false } = settings;
  const log: string[] = [];
  const prompts: Record<string, unknown>[] = [];
  const sessions = new Set<FakeSession>();

  class FakeSession extends EventTarget {
    used: number;
    #busy = false;

    constructor(used: number, signal?: AbortSignal) {
      super();
      this.used = used;
      sessions.add(this);
      signal?.addEventListener("abort", () => this.destroy());
      const usage = { get: () => this.used };
      const names = oldNames
        ? { inputUsage: usage, inputQuota: { value: contextWindow } }
        : { contextUsage: usage, contextWindow: { value: contextWindow } };
      Object.defineProperties(this, names);
      const measure = async (input: string | Message[]) => tokensOf(textOf(input));
      Object.assign(
        this,
        oldNames ? { measureInputUsage: measure } : { measureContextUsage: measure },
      );
    }

    async clone(options: { signal?: AbortSignal } = {}): Promise<FakeSession> {
      onlyKeys(options, "signal");
      log.push("clone");
      return new FakeSession(this.used, options.signal);
    }

    destroy(): void {
      if (sessions.delete(this)) log.push("destroy");
    }

    promptStreaming(
      input: string | Message[],
      options: Record<string, unknown> = {},
    ): ReadableStream<string> {
      onlyKeys(options, "responseConstraint", "omitResponseConstraintInput", "signal");
      if (!sessions.has(this)) refuse("a prompt to a session that was destroyed");
      if (this.#busy) refuse("two prompts at once");
      prompts.push(options);
      log.push(`prompt ${textOf(input)}`);
      const reply = replies.shift() ?? refuse("one prompt more");
      const signal = options.signal as AbortSignal;
      this.#busy = true;
      return new ReadableStream({
        start: (controller) => {
          if (reply instanceof Error) return controller.error(reply);
          signal.addEventListener("abort", () => {
            this.#busy = false;
            // Only if it has not ended.
            if (controller.desiredSize !== null) controller.error(signal.reason);
          });
          for (const piece of reply.match(/.{1,3}/gs) ?? []) controller.enqueue(piece);
          if (reply === "hang") return;
          this.used += tokensOf(textOf(input)) + tokensOf(reply);
          if (this.used > contextWindow) {
            this.dispatchEvent(new Event(oldNames ? "quotaoverflow" : "contextoverflow"));
          }
          this.#busy = false;
          controller.close();
        },
      });
    }
  }

  vi.stubGlobal("LanguageModel", {
    availability: async (options: object = {}) => {
      onlyKeys(options, "expectedInputs", "expectedOutputs");
      const { availability = "available" } = settings;
      return typeof availability === "string" ? availability : availability();
    },
    create: async (options: {
      initialPrompts?: Message[];
      signal?: AbortSignal;
      samplingMode?: string;
      monitor?: (monitor: EventTarget) => void;
    }) => {
      onlyKeys(
        options,
        ...["initialPrompts", "signal", "monitor", "samplingMode"],
        ...["expectedInputs", "expectedOutputs"],
      );
      if (options.samplingMode !== "most-predictable") refuse(`mode ${options.samplingMode}`);
      options.signal?.throwIfAborted();
      const roles = (options.initialPrompts ?? []).map(({ role }) => role);
      if (roles.lastIndexOf("system") > 0) refuse("a system message that is not the first");
      log.push(`create ${roles.join()}`.trim());
      const monitor = new EventTarget();
      options.monitor?.(monitor);
      for (const progress of settings.downloads ?? []) {
        monitor.dispatchEvent(Object.assign(new Event("downloadprogress"), progress));
      }
      if (settings.refusal) throw settings.refusal;
      const used = tokensOf(textOf(options.initialPrompts ?? []));
      if (used > contextWindow) throw new DOMException("too long", "QuotaExceededError");
      return new FakeSession(used, options.signal);
    },
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return { log, prompts, open: () => sessions.size };
}

function textOf(input: string | Message[]): string {
  return typeof input === "string" ? input : input.map(({ content }) => content).join("");
}
