import { MLCEngine } from "@mlc-ai/web-llm";
import { debug } from "../../core/index.js";
import { jsonGrammar } from "../grammar/json-grammar.js";
import { xgrammar } from "../grammar/xgrammar.js";
import type {
  EngineOutput,
  GenerateRequest,
  WebLlmEngine,
  WebLlmEngineApi,
  WebLlmEngineModel,
} from "./engine-api.js";
import { WebLlmEngineSession } from "./engine-session.js";
import { openFileStore } from "./open-file-store.js";
import {
  fewestTokens,
  isSameComputation,
  type Likelihood,
  type PromptReader,
  type Reading,
  readInPieces,
} from "./read-in-pieces.js";

/** Creates the web-llm engine that the worker serves to the page. */
export function createWebLlmEngineSession(): WebLlmEngineApi {
  const session = new WebLlmEngineSession({
    openStore: ({ cacheBackend }) => openFileStore(cacheBackend),
    createEngine,
    compileGrammar: ({ schema }) => jsonGrammar(schema, xgrammar()),
    watchDevices,
  });
  // Only own properties are served.
  return {
    load: (model, options) => session.load(model, options),
    complete: (request, options) => session.complete(request, options),
    rest: () => session.rest(),
  };
}

/** The used parts of web-llm's engine; its own types do not resolve in strict ES modules. */
interface WebLlm {
  reload(id: string): Promise<void>;
  interruptGenerate(): Promise<void>;
  resetChat(): Promise<void>;
  readonly chat: {
    readonly completions: { create(request: object): Promise<AsyncIterable<Chunk>> };
  };
  /** Not a public API. */
  readonly loadedModelIdToPipeline: ReadonlyMap<string, PromptReader>;
}

interface Chunk {
  readonly choices: readonly {
    readonly delta: { readonly content?: string | null };
    readonly finish_reason: string | null;
    readonly logprobs?: {
      readonly content: readonly { readonly top_logprobs: readonly Likelihood[] }[];
    } | null;
  }[];
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

/** Creates web-llm's engine. Runs in a dedicated worker, because web-llm is 6 MB. */
function createEngine(model: WebLlmEngineModel): WebLlmEngine {
  let onLoad: (share: number) => void = () => {};
  const engine: WebLlm = new MLCEngine({
    appConfig: {
      cacheBackend: model.cacheBackend,
      model_list: [
        {
          model_id: model.id,
          model: model.folder,
          model_lib: model.library,
          ...(model.manifest === undefined ? {} : { model_manifest: model.manifest }),
          required_features: [...model.features],
          overrides: { context_window_size: model.contextLength },
        },
      ],
    },
    initProgressCallback: ({ progress }: { progress: number }) => onLoad(progress),
    // Logs nothing, because errors are also thrown.
    logLevel: "SILENT",
  });
  let reading: Reading | null = null;
  let mayContinue = true;
  return {
    async load(report) {
      onLoad = report;
      await withoutChatter(() => engine.reload(model.id));
      const pipeline = engine.loadedModelIdToPipeline.get(model.id);
      // Models with a manifest are read in one go by another function, which cannot be interrupted.
      if (pipeline && model.manifest === undefined) {
        reading = readInPieces(pipeline, () => performance.now());
        mayContinue = await readsAlike(engine, reading);
        if (!mayContinue) {
          reading.end();
          reading = null;
        }
      }
      return mayContinue;
    },
    async *generate(request, onRead) {
      reading?.begin(onRead);
      if (!mayContinue) await engine.resetChat();
      yield* generate(engine, request);
    },
    interrupt() {
      reading?.interrupt();
      void engine.interruptGenerate();
    },
  };
}

/**
 * True if a prompt read in pieces gives the same result as one read at once. Otherwise this adapter
 * and model library misread earlier pieces, and earlier turns of a conversation: in the TVM kernel
 * that merges them with the new part, a thread may read a sum while another overwrites it, if few
 * threads run in lockstep.
 */
async function readsAlike(engine: WebLlm, reading: Reading): Promise<boolean> {
  const whole = await likeliestToken(engine, reading, Number.POSITIVE_INFINITY);
  const inPieces = await likeliestToken(engine, reading, fewestTokens);
  // An engine that does not report probabilities cannot be judged.
  if (!whole || !inPieces) return true;
  const alike = isSameComputation(whole, inPieces);
  debug(() => `a prompt read in pieces is ${alike ? "the same" : "not the same"}`);
  return alike;
}

/** The likeliest first token of a reply if the prompt is read in pieces of this many tokens. */
async function likeliestToken(
  engine: WebLlm,
  reading: Reading,
  pieceTokens: number,
): Promise<Likelihood | undefined> {
  reading.begin(() => {}, pieceTokens);
  const chunks = await engine.chat.completions.create({
    stream: true,
    messages: [{ role: "user", content: "What is the capital of France?" }],
    max_tokens: 1,
    // At 0 the likeliest token would always have probability 1.
    temperature: 1,
    logprobs: true,
    top_logprobs: 1,
  });
  let likeliest: Likelihood | undefined;
  for await (const { choices } of chunks) {
    likeliest ??= choices[0]?.logprobs?.content[0]?.top_logprobs[0];
  }
  return likeliest;
}

async function* generate(
  engine: WebLlm,
  { messages, temperature, seed, maxTokens, grammar, thinking }: GenerateRequest,
): AsyncGenerator<EngineOutput, void, undefined> {
  const chunks = await engine.chat.completions.create({
    stream: true,
    stream_options: { include_usage: true },
    messages: messages.map((message) => ({ ...message })),
    temperature,
    // Some models ship with a repetition penalty, which spoils quotes and figures.
    repetition_penalty: 1,
    frequency_penalty: 0,
    presence_penalty: 0,
    seed: seed ?? null,
    max_tokens: maxTokens ?? null,
    response_format: grammar === undefined ? { type: "text" } : { type: "grammar", grammar },
    extra_body: thinking === undefined ? {} : { enable_thinking: thinking },
  });
  for await (const { choices, usage } of chunks) {
    const choice = choices[0];
    if (choice?.delta.content) yield { type: "text", text: choice.delta.content };
    if (choice?.finish_reason) yield { type: "end", reason: choice.finish_reason };
    if (usage) {
      const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = usage;
      yield { type: "usage", promptTokens, completionTokens };
    }
  }
}

/** Silences this worker's console during a load, where web-llm's runtime logs anyway. */
async function withoutChatter(load: () => Promise<void>): Promise<void> {
  const { console } = globalThis;
  const { log } = console;
  console.log = (...parts: unknown[]) => debug(() => parts.join(" "));
  try {
    await load();
  } finally {
    console.log = log;
  }
}

/**
 * Reports every lost graphics device of this thread. web-llm requests its device itself and only
 * logs the loss, so a running request may wait for ever. Any loss counts, because web-llm destroys
 * the device itself when memory runs out.
 */
function watchDevices(onLost: () => void): void {
  if (typeof GPUAdapter === "undefined") return;
  const requestDevice = GPUAdapter.prototype.requestDevice;
  GPUAdapter.prototype.requestDevice = async function (...parameters) {
    const device = await requestDevice.apply(this, parameters);
    void device.lost.then(onLost);
    return device;
  };
}
