import { AutoModel, AutoTokenizer, env, LogLevel, type Tensor } from "@xenova/transformers";
import type { ModelFiles } from "./bring-files.js";
import {
  assetFiles,
  type EmbedEngine,
  type EmbedEngineApi,
  type EmbedEngineModel,
} from "./engine-api.js";
import { EmbedEngineSession } from "./engine-session.js";
import { EmbedderFileStore } from "./file-store.js";

/** transformers.js, ready to be served to the page. */
export function createEmbedEngineSession(): EmbedEngineApi {
  const session = new EmbedEngineSession({ openStore: EmbedderFileStore.open, createEngine });
  // Only own properties are served.
  return {
    load: (model, options) => session.load(model, options),
    embed: (request, options) => session.embed(request, options),
    rest: () => session.rest(),
  };
}

/** What the library takes for the model's name; its requests begin with it. */
const name = "model";

/** Models whose first positions are not for tokens: a text may have two fewer than there are positions. */
const offsetPositions = /^(?:(?:xlm-)?roberta|camembert|mpnet)/;

/** Most characters of one token; what comes after that many for each is not looked at. */
const charactersPerToken = 64;

/**
 * transformers.js itself. It asks for nothing but `files`, and onnxruntime for its own files in
 * `model.assets`. Runs where it is imported, which is a worker of its own, and once there.
 */
async function createEngine(model: EmbedEngineModel, files: ModelFiles): Promise<EmbedEngine> {
  settle(model, files);
  const [tokenizer, network] = await Promise.all([
    AutoTokenizer.from_pretrained(name),
    AutoModel.from_pretrained(name, { device: model.device, dtype: model.precision }),
  ]);
  // Everything is in the engine's own memory now.
  env.fetch = () => Promise.reject(new TypeError("Nothing is fetched once a model is loaded."));
  const limit = longest(network.config, tokenizer.model_max_length);

  return {
    async embed(texts) {
      const cut = texts.map((text) => text.slice(0, limit * charactersPerToken));
      const inputs = tokenizer(cut, { padding: true, truncation: true, max_length: limit });
      const outputs: Record<string, Tensor | undefined> = await network(inputs);
      const output = outputs.last_hidden_state ?? outputs.token_embeddings;
      const [rows = 0, tokens = 0, dimensions = 0] = output?.dims ?? [];
      if (output?.dims.length !== 3 || rows !== texts.length)
        throw new Error(`It is no embedding model: it gives ${Object.keys(outputs).join(", ")}.`);
      const data = output.type === "float32" ? output.data : output.to("float32").data;
      const mask = inputs.attention_mask.data as BigInt64Array;
      const numbers = data as Float32Array;
      const vectors = pool({ data: numbers, texts: rows, tokens, dimensions }, mask, model.pooling);
      if (!vectors) throw new Error("It gave no numbers: they are zero, infinite or none at all.");
      return vectors;
    },
  };
}

/** Tells the library, which has its settings in common for all models, where everything is. */
function settle(model: EmbedEngineModel, files: ModelFiles): void {
  // What goes wrong is thrown as well.
  env.logLevel = LogLevel.NONE;
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = "/";
  env.useBrowserCache = false;
  // It would make a `blob:` module, which a strict policy forbids.
  env.useWasmCache = false;
  env.fetch = async (address) => {
    const content = files.get(String(address).slice(`/${name}/`.length));
    if (!content) return new Response(null, { status: 404 });
    return new Response(content, { headers: { "content-length": String(content.byteLength) } });
  };
  const { wasm } = env.backends.onnx;
  if (!wasm) throw new Error("onnxruntime has no wasm here.");
  wasm.numThreads = model.threads;
  wasm.proxy = false;
  wasm.wasmPaths = { ...assetFiles(model) };
}

/** Most tokens of a text that the model reads. */
function longest(config: unknown, ofTokenizer: number): number {
  const { max_position_embeddings: positions, model_type: type } = config as {
    readonly max_position_embeddings?: unknown;
    readonly model_type?: unknown;
  };
  // Tokenizers that know no limit say so by a number with thirty digits.
  const usual = ofTokenizer > 0 && ofTokenizer < 1e6 ? ofTokenizer : 512;
  if (typeof positions !== "number" || !(positions > 2)) return usual;
  const taken = typeof type === "string" && offsetPositions.test(type) ? 2 : 0;
  return Math.min(usual, positions - taken);
}

/** A model's output: for each text of a batch and each of its tokens, as many numbers as a vector has. */
export interface TokenVectors {
  readonly data: ArrayLike<number>;
  readonly texts: number;
  readonly tokens: number;
  readonly dimensions: number;
}

/**
 * One vector of length 1 for each text: the mean of its tokens' (`mean`), or that of its first token
 * (`cls`). `mask` tells tokens (1) from padding (0), row after row. Null where the numbers allow none.
 */
export function pool(
  { data, texts, tokens, dimensions }: TokenVectors,
  mask: ArrayLike<number | bigint>,
  pooling: "mean" | "cls",
): Float32Array<ArrayBuffer>[] | null {
  const vectors: Float32Array<ArrayBuffer>[] = [];
  for (let text = 0; text < texts; text++) {
    const sum = new Float64Array(dimensions);
    let left = pooling === "cls" ? 1 : tokens;
    for (let token = 0; token < tokens && left > 0; token++) {
      if (Number(mask[text * tokens + token]) === 0) continue;
      left--;
      const start = (text * tokens + token) * dimensions;
      for (let place = 0; place < dimensions; place++)
        sum[place] = (sum[place] ?? 0) + Number(data[start + place]);
    }
    // The mean is the sum once both have length 1.
    const length = Math.sqrt(sum.reduce((total, number) => total + number * number, 0));
    if (!(length > 0 && Number.isFinite(length))) return null;
    vectors.push(Float32Array.from(sum, (number) => number / length));
  }
  return vectors;
}
