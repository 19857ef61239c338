import type { CallOptions } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import type { ChatReply, ChatRequest, LanguageModel, ModelInfo } from "../language-model.js";
import { RequestQueue } from "../request-queue.js";
import type { Engine } from "./engine.js";

/** Milliseconds that an engine has to stop after an abort before it is ended. */
const patience = 1000;

/** What is asked of an engine here. */
type RunningEngine = Pick<Engine, "usable" | "complete" | "end">;

/** A GGUF model that llama.cpp runs in a worker. */
export class WllamaModel implements LanguageModel {
  readonly info: ModelInfo;
  readonly #queue = new RequestQueue();
  #engine: RunningEngine | null;
  #restart: ((signal: AbortSignal) => Promise<RunningEngine>) | null;

  /** `restart` loads the model again after its engine was ended. */
  constructor(
    info: ModelInfo,
    engine: RunningEngine,
    restart: (signal: AbortSignal) => Promise<RunningEngine>,
  ) {
    this.info = info;
    this.#engine = engine;
    this.#restart = restart;
  }

  async complete(
    request: ChatRequest,
    { signal, onProgress }: CallOptions<string> = {},
  ): Promise<ChatReply> {
    const start = performance.now();
    return this.#queue.run(async (stop) => {
      const engine = await this.#ready(stop);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const onAbort = () => {
        timer = setTimeout(() => engine.end(), patience);
      };
      stop.addEventListener("abort", onAbort, { once: true });
      let firstToken: number | null = null;
      try {
        const reply = await engine.complete(request, stop, (text) => {
          firstToken ??= performance.now() - start;
          if (!stop.aborted) onProgress?.(text);
        });
        return { ...reply, timing: { firstToken, total: performance.now() - start } };
      } finally {
        stop.removeEventListener("abort", onAbort);
        clearTimeout(timer);
        if (!engine.usable) this.#drop();
      }
    }, signal);
  }

  async unload(): Promise<void> {
    const closed = this.#queue.close();
    this.#drop();
    // What it loads from may be as large as the model.
    this.#restart = null;
    await closed;
  }

  async #ready(stop: AbortSignal): Promise<RunningEngine> {
    if (this.#engine) return this.#engine;
    if (!this.#restart) throw new PagehoundError("closed", "The model was unloaded.");
    const engine = await this.#restart(stop);
    if (stop.aborted) engine.end();
    stop.throwIfAborted();
    this.#engine = engine;
    return engine;
  }

  #drop(): void {
    this.#engine?.end();
    this.#engine = null;
  }
}
