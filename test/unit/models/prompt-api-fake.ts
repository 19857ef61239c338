import { onTestFinished, vi } from "vitest";

interface Message {
  readonly role: string;
  readonly content: string;
}

export interface FakeSettings {
  availability?: string | (() => Promise<string>);
  /** Tokens a session can hold, each with four characters. Null if it does not report that. */
  window?: number | null;
  /** Replies in order; an error is thrown instead. `hang` never ends. */
  replies?: (string | Error | "hang")[];
  /** The error of `create`. */
  refusal?: Error;
  /** Whether attributes have their names from before 2026. */
  oldNames?: boolean;
  /** Whether measuring a prompt never ends. */
  neverMeasures?: boolean;
  /** Called when a prompt arrives. */
  onPrompt?: () => void;
  /** Reported while a session is created. */
  downloads?: { loaded: number; total?: number }[];
}

/**
 * A fake Prompt API with a log of what happened, in order, such as `create system,user` or `prompt
 * Hello`.
 */
export interface FakePromptApi {
  readonly log: string[];
  /** The options of each prompt. */
  readonly prompts: Record<string, unknown>[];
  /** Number of sessions not yet destroyed. */
  open(): number;
  /** Ends all sessions, as a browser does that needs the memory. */
  kill(): void;
}

function refuse(message: string): never {
  throw new Error(`The fake Prompt API does not expect this: ${message}`);
}

function onlyKeys(options: object, ...known: string[]): void {
  for (const key of Object.keys(options)) if (!known.includes(key)) refuse(`the option ${key}`);
}

const tokensOf = (text: string) => Math.ceil(text.length / 4);

/**
 * Installs a `LanguageModel` until the test ends, which fails on anything outside the draft
 * specification.
 */
export function fakePromptApi(settings: FakeSettings = {}): FakePromptApi {
  const { window = 1000, replies = [], oldNames = false } = settings;
  const contextWindow = window ?? 1000;
  const log: string[] = [];
  const prompts: Record<string, unknown>[] = [];
  const sessions = new Set<FakeSession>();

  class FakeSession extends EventTarget {
    used: number;
    dead = false;
    #busy = false;

    constructor(used: number, signal?: AbortSignal) {
      super();
      this.used = used;
      sessions.add(this);
      signal?.addEventListener("abort", () => this.destroy());
      if (window === null) return;
      const usage = { get: () => this.used };
      const names = oldNames
        ? { inputUsage: usage, inputQuota: { value: contextWindow } }
        : { contextUsage: usage, contextWindow: { value: contextWindow } };
      Object.defineProperties(this, names);
      const measure = async (input: string | Message[], how: Record<string, unknown> = {}) => {
        onlyKeys(how, "responseConstraint", "omitResponseConstraintInput", "signal");
        if (settings.neverMeasures) await new Promise(() => {});
        return tokensOf(textOf(input));
      };
      Object.assign(
        this,
        oldNames ? { measureInputUsage: measure } : { measureContextUsage: measure },
      );
    }

    async clone(options: { signal?: AbortSignal } = {}): Promise<FakeSession> {
      onlyKeys(options, "signal");
      if (this.dead) throw died();
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
      if (this.dead) throw died();
      if (this.#busy) refuse("two prompts at once");
      settings.onPrompt?.();
      prompts.push(options);
      log.push(`prompt ${textOf(input)}`);
      const reply = replies.shift() ?? refuse("one prompt more");
      const signal = options.signal as AbortSignal;
      const pieces = reply instanceof Error ? [] : (reply.match(/.{1,3}/gs) ?? []);
      let begun = 0;
      let written = "";
      this.#busy = true;
      return new ReadableStream({
        start: (controller) => {
          if (reply instanceof Error) return controller.error(reply);
          signal.addEventListener("abort", () => {
            this.#busy = false;
            // Skipped if the stream has already ended.
            if (controller.desiredSize !== null) controller.error(signal.reason);
          });
          this.used += tokensOf(textOf(input));
          begun = this.used;
          // Room for the prompt is made before the first piece.
          this.#noteOverflow();
        },
        pull: (controller) => {
          const piece = pieces.shift() ?? "";
          if (piece !== "") controller.enqueue(piece);
          written += piece;
          this.used = begun + tokensOf(written);
          this.#noteOverflow();
          if (pieces.length > 0 || reply === "hang") return;
          this.#busy = false;
          controller.close();
        },
        cancel: () => {
          this.#busy = false;
        },
      });
    }

    #noteOverflow(): void {
      if (this.used <= contextWindow) return;
      this.dispatchEvent(new Event(oldNames ? "quotaoverflow" : "contextoverflow"));
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
  const kill = () => {
    for (const session of sessions) session.dead = true;
  };
  return { log, prompts, open: () => sessions.size, kill };
}

function died(): DOMException {
  return new DOMException("The session has been destroyed.", "InvalidStateError");
}

function textOf(input: string | Message[]): string {
  return typeof input === "string" ? input : input.map(({ content }) => content).join("");
}
