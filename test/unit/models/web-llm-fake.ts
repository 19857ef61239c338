import { jsonGrammar } from "../../../src/models/grammar/json-grammar.js";
import type {
  EngineOutput,
  GenerateRequest,
  StoreScope,
  WebLlmEngine,
  WebLlmEngineApi,
  WebLlmEngineModel,
  WebLlmFileStore,
} from "../../../src/models/web-llm/engine-api.js";
import { WebLlmEngineSession } from "../../../src/models/web-llm/engine-session.js";
import type { EngineWorker } from "../../../src/models/web-llm/load-web-llm.js";
import { linkedPair } from "../../linked-pair.js";
import { loadXgrammar } from "./grammar-sampler.js";

const xgrammar = loadXgrammar();

export const fakeModel: WebLlmEngineModel = {
  id: "Fake-1B-q4f32_1-MLC",
  folder: "https://models.example/Fake-1B-q4f32_1-MLC/resolve/main/",
  library: "https://models.example/libs/fake.wasm",
  contextLength: 4096,
  thinks: false,
  features: [],
  cacheBackend: "cache",
};

/** Stores files in memory. */
class MemoryStore implements WebLlmFileStore {
  readonly files: Map<string, Uint8Array<ArrayBuffer>> = new Map<string, Uint8Array<ArrayBuffer>>();

  async size(scope: StoreScope, url: string): Promise<number | null> {
    return this.files.get(`${scope} ${url}`)?.byteLength ?? null;
  }
  async read(scope: StoreScope, url: string): Promise<Uint8Array<ArrayBuffer> | null> {
    return this.files.get(`${scope} ${url}`) ?? null;
  }
  async write(scope: StoreScope, url: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
    this.files.set(`${scope} ${url}`, content);
  }
  async remove(scope: StoreScope, url: string): Promise<void> {
    this.files.delete(`${scope} ${url}`);
  }
  async list(): Promise<[]> {
    return [];
  }
}

/** A store that contains the complete fake model, so that nothing is fetched. */
export async function storeWithModel(): Promise<WebLlmFileStore> {
  const store = new MemoryStore();
  const bytes = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
  const at = (name: string) => new URL(name, fakeModel.folder).href;
  const config = { tokenizer_files: ["tokenizer.json"] };
  const list = { records: [{ dataPath: "params_shard_0.bin", nbytes: 100 }] };
  await store.write("webllm/config", at("mlc-chat-config.json"), bytes(JSON.stringify(config)));
  await store.write("webllm/model", at("tensor-cache.json"), bytes(JSON.stringify(list)));
  await store.write("webllm/model", at("tokenizer.json"), bytes("{}"));
  await store.write("webllm/model", at("params_shard_0.bin"), new Uint8Array(100));
  await store.write("webllm/wasm", fakeModel.library, bytes("\0asm"));
  return store;
}

/** The behaviour of a fake engine; the first request of a load does not reach it. */
export type Answer = (
  request: GenerateRequest,
  interrupted: Promise<void>,
  onRead: (read: number, total: number) => void,
) => AsyncIterable<EngineOutput>;

/** An engine that answers by script. */
export class FakeEngine implements WebLlmEngine {
  readonly requests: GenerateRequest[] = [];
  /** What it reports once it is loaded. */
  mayContinue: boolean = true;
  readonly #answer: Answer;
  readonly #load: () => Promise<void>;
  #interrupt: () => void = () => {};

  constructor(answer: Answer, load: () => Promise<void> = async () => {}) {
    this.#answer = answer;
    this.#load = load;
  }

  async load(onLoad: (share: number) => void): Promise<boolean> {
    onLoad(0.5);
    await this.#load();
    onLoad(1);
    return this.mayContinue;
  }

  async *generate(
    request: GenerateRequest,
    onRead: (read: number, total: number) => void,
  ): AsyncGenerator<EngineOutput> {
    if (request.maxTokens === 1) {
      yield { type: "end", reason: "length" };
      return;
    }
    this.requests.push(request);
    const interrupted = new Promise<void>((resolve) => {
      this.#interrupt = resolve;
    });
    yield* this.#answer(request, interrupted, onRead);
  }

  interrupt(): void {
    this.#interrupt();
  }
}

/** A session around a fake engine, with a way to lose its device. */
export async function fakeSession(
  engine: WebLlmEngine,
  store?: WebLlmFileStore,
): Promise<{ session: WebLlmEngineSession; loseDevice(): void; compiled: string[] }> {
  const files = store ?? (await storeWithModel());
  const compiled: string[] = [];
  let lose: () => void = () => {};
  const session = new WebLlmEngineSession({
    openStore: () => files,
    createEngine: () => engine,
    compileGrammar: async ({ name, schema }) => {
      await jsonGrammar(schema, xgrammar);
      compiled.push(name);
      return `root ::= "${name}"`;
    },
    watchDevices: (onLost) => {
      lose = onLost;
    },
  });
  return { session, loseDevice: () => lose(), compiled };
}

/** A stand-in for a worker, in the same thread. */
export function linkedWorker(session: WebLlmEngineSession): EngineWorker {
  const api: WebLlmEngineApi = {
    load: (model, options) => session.load(model, options),
    complete: (request, options) => session.complete(request, options),
    rest: () => session.rest(),
  };
  const { remote, close } = linkedPair<WebLlmEngineApi>(api);
  return { remote, end: close };
}

/** Pieces of text, an end, and a token for each piece. */
export async function* reply(
  pieces: readonly string[],
  { reason = "stop", read = 10 }: { reason?: string; read?: number } = {},
): AsyncGenerator<EngineOutput> {
  for (const text of pieces) yield { type: "text", text };
  yield { type: "end", reason };
  yield { type: "usage", promptTokens: read, completionTokens: pieces.length };
}
