import {
  type CallOptions,
  type ConnectedWorker,
  connectWorker,
  type ErrorCode,
  loadWorker,
  PagehoundError,
  succeedsWithin,
} from "../../../core/index.js";
import type { LoadProgress } from "../../download/load-progress.js";
import { RequestQueue } from "../../language-model.js";
import type { RuntimePlace } from "../../onnx/runtime.js";
import type { EmbedApi, Embedder, EmbedderInfo, EmbedOptions } from "../embedder.js";

/** Precision of a model's weights; each is a separate file in the model's folder. */
export type EmbedderPrecision = "q8" | "fp16" | "fp32";

/** The description of a model that its worker receives. */
export interface EmbedEngineModel extends RuntimePlace {
  readonly id: string;
  /** URL of the folder with the model's files, ending with `/`. */
  readonly folder: string;
  /** Revision of the weights; null to derive it from their content. */
  readonly revision: string | null;
  readonly precision: EmbedderPrecision;
  readonly pooling: "mean" | "cls";
  readonly batchSize: number;
  /** The prefixes of queries and texts. */
  readonly prefixes: { readonly query: string; readonly passage: string };
  /** SHA-256 of files, by their path in the folder, in lower-case hexadecimal. */
  readonly integrity: Readonly<Record<string, string>>;
  /** Whether to store files on this device. */
  readonly cache: boolean;
}

export interface LoadedModel {
  readonly dimensions: number;
  /** `EmbedEngineModel.revision`, or the derived one. */
  readonly revision: string;
}

/**
 * The interface of the embedder's worker. Ending the worker frees its memory and stops everything
 * at once.
 */
export interface EmbedEngineApi extends Pick<EmbedApi, "embed"> {
  /** Must be called first, once. Resolves when the model has made a first vector. */
  load(model: EmbedEngineModel, options?: CallOptions<LoadProgress>): Promise<LoadedModel>;
  /** Resolves when the engine is idle: after an abort, when the current batch has ended. */
  rest(request: null, options?: CallOptions): Promise<void>;
}

/** Errors after which the engine's state is unknown, or the engine no longer exists. */
const fatal: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "device-lost",
  "not-enough-memory",
  "worker-failed",
  "model-failed",
  "internal",
]);

export interface EmbedderParts {
  /** The display name. */
  readonly name: string;
  readonly model: EmbedEngineModel;
  startWorker(): EmbedWorker;
  /** Milliseconds that an engine has to become idle after an abort. */
  readonly patience: number;
}

/** The page's side of an embedder that runs in transformers.js. One call at a time; others wait. */
export class TransformersEmbedder implements Embedder {
  readonly info: EmbedderInfo;
  readonly #parts: EmbedderParts;
  readonly #queue = new RequestQueue();
  #worker: EmbedWorker | null;

  private constructor(parts: EmbedderParts, worker: EmbedWorker, loaded: LoadedModel) {
    const { id } = parts.model;
    const { dimensions } = loaded;
    this.info = { id, version: versionOf(parts.model, loaded), name: parts.name, dimensions };
    this.#parts = parts;
    this.#worker = worker;
  }

  /** Starts the worker and loads the model. Aborting ends the worker; complete files are kept. */
  static async load(
    parts: EmbedderParts,
    call: CallOptions<LoadProgress>,
  ): Promise<TransformersEmbedder> {
    const { worker, loaded } = await start(parts, call);
    return new TransformersEmbedder(parts, worker, loaded);
  }

  embed(
    texts: readonly string[],
    { kind, signal, onProgress }: EmbedOptions,
  ): Promise<readonly Float32Array[]> {
    return this.#queue.run(async (either) => {
      if (texts.length === 0) return [];
      try {
        const worker = this.#worker ?? (await this.#restart(either));
        return await worker.remote.embed({ texts, kind }, { signal: either, onProgress });
      } catch (error) {
        if (either.aborted) await this.#rest();
        else if (PagehoundError.isInstance(error) && fatal.has(error.code)) this.#end(error);
        throw this.#documented(error);
      }
    }, signal);
  }

  async unload(): Promise<void> {
    const closed = this.#queue.close();
    this.#end(new PagehoundError("closed", "The embedder was unloaded."));
    await closed;
  }

  /** Replaces a worker that was ended. */
  async #restart(signal: AbortSignal): Promise<EmbedWorker> {
    const { worker, loaded } = await start(this.#parts, { signal });
    this.#worker = worker;
    if (versionOf(this.#parts.model, loaded) === this.info.version) return worker;
    const changed = new PagehoundError(
      "model-failed",
      `The files of ${this.info.name} have changed since it was loaded. Load the embedder again.`,
    );
    this.#end(changed);
    throw changed;
  }

  /**
   * Waits until the engine is idle, but not for long: a batch cannot be interrupted, so the worker
   * is ended instead.
   */
  async #rest(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    const isAtRest = await succeedsWithin(worker.remote.rest(null), this.#parts.patience);
    if (!isAtRest) this.#end(new PagehoundError("closed", "The engine was ended after an abort."));
  }

  /** Turns errors of the worker, which embedders do not document, into one that they do. */
  #documented(error: unknown): unknown {
    if (!PagehoundError.isInstance(error) || error.code !== "worker-failed") return error;
    const message = `The worker of ${this.info.name} ended. Ask again: the model will be reloaded.`;
    return new PagehoundError("model-failed", message, { cause: error });
  }

  #end(error: Error): void {
    this.#worker?.end(error);
    this.#worker = null;
  }
}

async function start(
  { startWorker, model }: EmbedderParts,
  call: CallOptions<LoadProgress>,
): Promise<{ worker: EmbedWorker; loaded: LoadedModel }> {
  const worker = startWorker();
  try {
    return { worker, loaded: await worker.remote.load(model, call) };
  } catch (error) {
    worker.end(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** Returns a version that names everything the vectors depend on. */
function versionOf(
  { precision, pooling, prefixes }: EmbedEngineModel,
  loaded: LoadedModel,
): string {
  const { query, passage } = prefixes;
  const before = query + passage === "" ? [] : [JSON.stringify([query, passage])];
  return [loaded.revision, precision, pooling, ...before].join(" ");
}

export type EmbedWorker = ConnectedWorker<EmbedEngineApi>;

/** Starts the worker that runs transformers.js. */
export function startEmbedWorker(workerBase?: string | URL): EmbedWorker {
  // Bundlers recognise a worker only by `new Worker(new URL("…", import.meta.url), …)` as one
  // expression.
  const inSourceTree = () =>
    new Worker(new URL("../../../../workers/embed.worker.ts", import.meta.url), { type: "module" });
  return connectWorker<EmbedEngineApi>(
    () => loadWorker("embed", workerBase, inSourceTree),
    "embed",
  );
}
