import { type CallOptions, PagehoundError, parseJson } from "../../core/index.js";
import { controlTokensIn } from "../control-tokens.js";
import type { LoadProgress } from "../download/load-progress.js";
import type {
  ChatReply,
  ChatRequest,
  JsonSchemaFormat,
  ReadingProgress,
} from "../language-model.js";
import { downloadModel } from "./download-model.js";
import type {
  GenerateRequest,
  WebLlmEngine,
  WebLlmEngineApi,
  WebLlmEngineModel,
  WebLlmFileStore,
} from "./engine-api.js";
import { type EngineMoment, webLlmEngineFailure } from "./engine-api.js";
import { HeldConversation, type TurnTemplate, turnTemplate } from "./held-conversation.js";

export interface WebLlmEngineParts {
  openStore(model: WebLlmEngineModel): WebLlmFileStore;
  createEngine(model: WebLlmEngineModel): WebLlmEngine;
  compileGrammar(format: JsonSchemaFormat): Promise<string>;
  /** Called once, with a function to call when a graphics device is lost. */
  watchDevices(onLost: () => void): void;
}

interface Loaded {
  readonly model: WebLlmEngineModel;
  readonly engine: WebLlmEngine;
  readonly held: HeldConversation;
}

/** Number of tokens in an empty thought, which count towards the engine's limit. */
const thoughtTokens = 4;

export class WebLlmEngineSession implements WebLlmEngineApi {
  readonly #parts: WebLlmEngineParts;
  readonly #lost: Promise<never>;
  readonly #grammars = new Map<string, string>();
  #deviceLost = false;
  #loaded: Loaded | null = null;
  #running: Promise<unknown> = Promise.resolve();

  constructor(parts: WebLlmEngineParts) {
    this.#parts = parts;
    this.#lost = new Promise((_, reject) => {
      parts.watchDevices(() => {
        this.#deviceLost = true;
        reject(new Error("The device was lost."));
      });
    });
    this.#lost.catch(() => {});
  }

  async load(
    model: WebLlmEngineModel,
    { signal, onProgress }: CallOptions<LoadProgress> = {},
  ): Promise<readonly string[]> {
    try {
      const store = this.#parts.openStore(model);
      const weights = await downloadModel(model, store, { signal, onProgress });
      const report = (phase: LoadProgress["phase"], share: number) =>
        onProgress?.({
          phase,
          loadedBytes: Math.round(weights * share),
          totalBytes: weights,
          millisecondsLeft: null,
        });
      report("prepare", 0);
      const engine = this.#parts.createEngine(model);
      const loading = engine.load((share) => report("prepare", share));
      const mayContinue = await this.#unlessLost(loading);
      report("check", 1);
      await this.#unlessLost(firstToken(engine));
      const held = new HeldConversation(await storedTemplate(model, store), mayContinue);
      this.#loaded = { model, engine, held };
      return await tokenizerControlTokens(model, store);
    } catch (thrown) {
      signal?.throwIfAborted();
      throw webLlmEngineFailure(thrown, this.#moment("load", model));
    }
  }

  async complete(
    request: ChatRequest,
    options: CallOptions<string | ReadingProgress> = {},
  ): Promise<ChatReply> {
    const loaded = this.#loaded;
    if (!loaded) throw new PagehoundError("internal", "The engine was used before it was loaded.");
    const work = this.#generate(loaded, request, options);
    this.#running = work.catch(() => {});
    try {
      return await this.#unlessLost(work);
    } catch (thrown) {
      options.signal?.throwIfAborted();
      throw webLlmEngineFailure(thrown, this.#moment("complete", loaded.model));
    }
  }

  async rest(): Promise<void> {
    await this.#running;
  }

  async #generate(
    { engine, model, held }: Loaded,
    request: ChatRequest,
    { signal, onProgress }: CallOptions<string | ReadingProgress>,
  ): Promise<ChatReply> {
    const start = performance.now();
    const grammar = request.responseFormat && (await this.#grammar(request.responseFormat));
    signal?.throwIfAborted();
    const { messages, reusedTokens } = held.toEngine(request.messages);
    held.forget();
    let raw = "";
    let content = "";
    let reason = "";
    let read = 0;
    let completionTokens = 0;
    let firstToken: number | null = null;
    const interrupt = () => engine.interrupt();
    signal?.addEventListener("abort", interrupt, { once: true });
    try {
      const onRead = (now: number, all: number) => {
        const millisecondsLeft = ((performance.now() - start) / now) * (all - now);
        onProgress?.({ read: reusedTokens + now, total: reusedTokens + all, millisecondsLeft });
      };
      const engineRequest = toEngine(request, model, messages, grammar);
      for await (const output of engine.generate(engineRequest, onRead)) {
        if (output.type === "text") {
          raw += output.text;
          const reply = held.fromEngine(raw);
          const piece = reply.slice(content.length);
          content = reply;
          if (piece !== "") firstToken ??= performance.now() - start;
          if (piece !== "") onProgress?.(piece);
        } else if (output.type === "end") reason = output.reason;
        else [read, completionTokens] = [output.promptTokens, output.completionTokens];
      }
    } finally {
      signal?.removeEventListener("abort", interrupt);
    }
    signal?.throwIfAborted();
    if (reason !== "stop" && reason !== "length") {
      throw new Error(`It stopped unexpectedly (${reason || "no reason given"}).`);
    }
    // The last token was written but never read.
    const tokens = reusedTokens + read + completionTokens - 1;
    if (reason === "stop") held.hold(request.messages, messages, raw, tokens);
    return {
      content,
      finishReason: reason,
      usage: { promptTokens: reusedTokens + read, reusedTokens, completionTokens },
      timing: { firstToken, total: performance.now() - start },
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

  #moment(doing: EngineMoment["doing"], { id }: WebLlmEngineModel): EngineMoment {
    return { doing, model: id, deviceLost: this.#deviceLost };
  }
}

function toEngine(
  { temperature = 0, seed, maxTokens }: ChatRequest,
  { thinks }: WebLlmEngineModel,
  messages: GenerateRequest["messages"],
  grammar: string | undefined,
): GenerateRequest {
  const most = maxTokens !== undefined && thinks ? maxTokens + thoughtTokens : maxTokens;
  const thinking = thinks ? false : undefined;
  return { messages, temperature, seed, maxTokens: most, grammar, thinking };
}

/** Generates a token, the only proof that a model works: web-llm swallows some load errors. */
async function firstToken(engine: WebLlmEngine): Promise<void> {
  const request: GenerateRequest = {
    messages: [{ role: "user", content: "Hello" }],
    temperature: 0,
    seed: undefined,
    maxTokens: 1,
    grammar: undefined,
    thinking: undefined,
  };
  let ended = false;
  for await (const output of engine.generate(request, () => {})) ended ||= output.type === "end";
  if (!ended) throw new Error("It returned no token.");
}

/** Reads how a stored model turns messages into a prompt; null if not configured. */
async function storedTemplate(
  { folder, manifest }: WebLlmEngineModel,
  store: WebLlmFileStore,
): Promise<TurnTemplate | null> {
  const content = await store.read("webllm/config", new URL("mlc-chat-config.json", folder).href);
  if (!content) return null;
  return turnTemplate(parseJson(new TextDecoder().decode(content)), manifest !== undefined);
}

/** See `controlTokensIn`. Empty if the model's tokenizer is stored in another form. */
export async function tokenizerControlTokens(
  { folder }: WebLlmEngineModel,
  store: WebLlmFileStore,
): Promise<readonly string[]> {
  const content = await store.read("webllm/model", new URL("tokenizer.json", folder).href);
  return content ? controlTokensIn(content) : [];
}
