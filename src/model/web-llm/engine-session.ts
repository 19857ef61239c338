import type { CallOptions } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import type { ChatReply, ChatRequest, JsonSchemaFormat } from "../language-model.js";
import type { LoadProgress } from "../load-progress.js";
import { downloadModel } from "./download-model.js";
import type { Engine, GenerateRequest } from "./engine.js";
import type { EngineApi, EngineModel } from "./engine-api.js";
import { type EngineMoment, engineFailure } from "./engine-failure.js";
import type { FileStore } from "./file-store.js";
import { HeldConversation } from "./held-conversation.js";
import { controlTokensOf } from "./vocabulary.js";

/** What an engine session works with. */
export interface EngineParts {
  openStore(model: EngineModel): FileStore;
  createEngine(model: EngineModel): Engine;
  compileGrammar(format: JsonSchemaFormat): Promise<string>;
  /** Called once, with what to call when a graphics device is lost. */
  watchDevices(onLost: () => void): void;
  now(): number;
}

/** An engine with a model in it. */
interface Loaded {
  readonly model: EngineModel;
  readonly engine: Engine;
}

/** Tokens of the empty thought, which count towards what the engine may write. */
const thoughtTokens = 4;

/** The engine as its worker serves it. */
export class EngineSession implements EngineApi {
  readonly #parts: EngineParts;
  readonly #lost: Promise<never>;
  readonly #held = new HeldConversation();
  readonly #grammars = new Map<string, string>();
  #deviceLost = false;
  #loaded: Loaded | null = null;
  #running: Promise<unknown> = Promise.resolve();

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#lost = new Promise((_, reject) => {
      parts.watchDevices(() => {
        this.#deviceLost = true;
        reject(new Error("The device was lost."));
      });
    });
    this.#lost.catch(() => {});
  }

  load(model: EngineModel, options?: CallOptions<LoadProgress>): Promise<readonly string[]> {
    return this.#load(model, true, options);
  }

  reload(model: EngineModel, options?: CallOptions<LoadProgress>): Promise<readonly string[]> {
    return this.#load(model, false, options);
  }

  async #load(
    model: EngineModel,
    fetches: boolean,
    { signal, onProgress }: CallOptions<LoadProgress> = {},
  ): Promise<readonly string[]> {
    try {
      const store = this.#parts.openStore(model);
      const weights = await downloadModel(model, store, { signal, onProgress, fetches });
      const report = (phase: LoadProgress["phase"], share: number) =>
        onProgress?.({
          phase,
          loadedBytes: Math.round(weights * share),
          totalBytes: weights,
          millisecondsLeft: null,
        });
      report("prepare", 0);
      const engine = this.#parts.createEngine(model);
      await this.#unlessLost(engine.load((share) => report("prepare", share)));
      report("check", 1);
      await this.#unlessLost(firstToken(engine));
      this.#loaded = { model, engine };
      return await controlTokensOf(model, store);
    } catch (thrown) {
      signal?.throwIfAborted();
      throw engineFailure(thrown, this.#moment("load", model));
    }
  }

  async complete(request: ChatRequest, options: CallOptions<string> = {}): Promise<ChatReply> {
    const loaded = this.#loaded;
    if (!loaded) throw new PagehoundError("internal", "The engine was asked before it was loaded.");
    const work = this.#generate(loaded, request, options);
    this.#running = work.catch(() => {});
    try {
      return await this.#unlessLost(work);
    } catch (thrown) {
      options.signal?.throwIfAborted();
      throw engineFailure(thrown, this.#moment("complete", loaded.model));
    }
  }

  async rest(): Promise<void> {
    await this.#running;
  }

  async #generate(
    { engine, model }: Loaded,
    request: ChatRequest,
    { signal, onProgress }: CallOptions<string>,
  ): Promise<ChatReply> {
    const start = this.#parts.now();
    const grammar = request.responseFormat && (await this.#grammar(request.responseFormat));
    signal?.throwIfAborted();
    const messages = this.#held.toEngine(request.messages);
    const reusedTokens = this.#held.reusable(messages);
    this.#held.forget();
    let raw = "";
    let content = "";
    let reason = "";
    let read = 0;
    let completionTokens = 0;
    let firstToken: number | null = null;
    const interrupt = () => engine.interrupt();
    signal?.addEventListener("abort", interrupt, { once: true });
    try {
      for await (const output of engine.generate(toEngine(request, model, messages, grammar))) {
        if (output.type === "text") {
          raw += output.text;
          const reply = this.#held.fromEngine(raw);
          const piece = reply.slice(content.length);
          content = reply;
          if (piece !== "") firstToken ??= this.#parts.now() - start;
          if (piece !== "") onProgress?.(piece);
        } else if (output.type === "end") reason = output.reason;
        else [read, completionTokens] = [output.promptTokens, output.completionTokens];
      }
    } finally {
      signal?.removeEventListener("abort", interrupt);
    }
    signal?.throwIfAborted();
    if (reason !== "stop" && reason !== "length") {
      throw new Error(`It stopped without being told to (${reason || "no reason given"}).`);
    }
    // The last token was written and never read.
    const tokens = reusedTokens + read + completionTokens - 1;
    if (reason === "stop") this.#held.hold(messages, raw, tokens);
    return {
      content,
      finishReason: reason,
      usage: { promptTokens: reusedTokens + read, reusedTokens, completionTokens },
      timing: { firstToken, total: this.#parts.now() - start },
    };
  }

  async #grammar(format: JsonSchemaFormat): Promise<string> {
    const known = this.#grammars.get(format.name);
    if (known !== undefined) return known;
    const grammar = await this.#parts.compileGrammar(format);
    this.#grammars.set(format.name, grammar);
    return grammar;
  }

  #unlessLost<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#lost]);
  }

  #moment(doing: EngineMoment["doing"], { id }: EngineModel): EngineMoment {
    return { doing, model: id, deviceLost: this.#deviceLost };
  }
}

function toEngine(
  { temperature = 0, seed, maxTokens }: ChatRequest,
  { thinks }: EngineModel,
  messages: GenerateRequest["messages"],
  grammar: string | undefined,
): GenerateRequest {
  const most = maxTokens !== undefined && thinks ? maxTokens + thoughtTokens : maxTokens;
  const thinking = thinks ? false : undefined;
  return { messages, temperature, seed, maxTokens: most, grammar, thinking };
}

/** Only a token proves that a model works: web-llm swallows some failures while it loads. */
async function firstToken(engine: Engine): Promise<void> {
  const request: GenerateRequest = {
    messages: [{ role: "user", content: "Hello" }],
    temperature: 0,
    seed: undefined,
    maxTokens: 1,
    grammar: undefined,
    thinking: undefined,
  };
  let ended = false;
  for await (const output of engine.generate(request)) ended ||= output.type === "end";
  if (!ended) throw new Error("It gave no token.");
}
