import {
  type CallOptions,
  type ConnectedWorker,
  checkedOptions,
  checkShape,
  connectWorker,
  type ErrorCode,
  loadWorker,
  PagehoundError,
  succeedsWithin,
} from "../../core/index.js";
import { folderUrl } from "../download/engine-files.js";
import type { LoadProgress } from "../download/load-progress.js";
import {
  type ChatReply,
  type ChatRequest,
  type CompleteOptions,
  type LanguageModel,
  type ModelInfo,
  RequestQueue,
} from "../language-model.js";
import {
  adapterObstacle,
  chooseModel,
  type DeviceReport,
  needsAs,
  precisionFor,
  probeDevice,
} from "./choose-model.js";
import type { CacheBackend, WebLlmEngineApi, WebLlmEngineModel } from "./engine-api.js";
import { findModel, type Precision, recommendedModels, type WebLlmModel } from "./models.js";
import { openFileStore } from "./open-file-store.js";
import { withBranch } from "./stored-models.js";

/** Which model to load, and from where. Nothing is fetched from a host that is not named here. */
export interface WebLlmOptions {
  /**
   * Id of a model (`Qwen3-1.7B`) or of one of its variants (`Qwen3-1.7B-q4f16_1-MLC`); chosen for the
   * device by default. A q4f16 variant is replaced by its q4f32 twin where the adapter cannot run it.
   */
  readonly model?: string | undefined;
  /** URL of a folder with the weights of a variant at `<variant id>/resolve/main/`. */
  readonly modelBase: string;
  /** URL of a folder with the model libraries (`*.wasm`) built for web-llm 0.2.86. */
  readonly modelLibBase: string;
  /** URL of the folder that workers are loaded from; see `PagehoundOptions.workerBase`. */
  readonly workerBase?: string | URL | undefined;
  /**
   * Where files are stored: the Cache API (`cache`, the default), IndexedDB or the origin private
   * file system. Libraries whose URL contains "localhost" are never stored, which is web-llm's own
   * rule.
   */
  readonly cacheBackend?: CacheBackend | undefined;
  /** Context size in tokens; what the memory allows by default (see `contextFor`). */
  readonly contextLength?: number | undefined;
  /** Models in addition to the recommended ones; one of the same id takes precedence. */
  readonly models?: readonly WebLlmModel[] | undefined;
}

/** The dependencies of a load, so that tests can run without an adapter. */
export interface WebLlmParts {
  probe(): Promise<DeviceReport>;
  startWorker(workerBase?: string | URL): EngineWorker;
  readonly patience: number;
}

const ownParts: WebLlmParts = {
  probe: probeDevice,
  startWorker: startEngineWorker,
  patience: 1000,
};

/**
 * Loads a model into web-llm, in a worker of its own. Files come from the network once and from the
 * device after that; a load that was aborted or failed resumes with what is complete, and a load
 * in another tab is waited for. Resolves when the model has given a first token. Throws
 * `invalid-argument`, `unknown-model`, `no-webgpu`, `not-enough-memory`, `download-failed`,
 * `storage-full`, `storage-failed`, `model-failed`, or the signal's reason.
 *
 * @example
 * ```ts
 * import { loadWebLlm } from "pagehound/models";
 *
 * const model = await loadWebLlm(
 *   { modelBase: "/models/", modelLibBase: "/models/" },
 *   { onProgress: ({ loadedBytes, totalBytes }) => console.log(loadedBytes, totalBytes) },
 * );
 * ```
 */
export function loadWebLlm(
  options: WebLlmOptions,
  call: CallOptions<LoadProgress> = {},
): Promise<LanguageModel> {
  return loadWith(ownParts, options, call);
}

/** `loadWebLlm` with other dependencies. */
export async function loadWith(
  parts: WebLlmParts,
  options: WebLlmOptions,
  call: CallOptions<LoadProgress> = {},
): Promise<LanguageModel> {
  checkShape("What is passed as options", options, {});
  checkedOptions(call).signal?.throwIfAborted();
  // Invalid options are reported before anything else.
  folderUrl(options.modelBase, "modelBase");
  folderUrl(options.modelLibBase, "modelLibBase");
  openFileStore(options.cacheBackend ?? "cache");
  const { model, precision, contextLength } = settle(options, await parts.probe());
  call.signal?.throwIfAborted();
  const engineModel = describe(options, model, precision, contextLength);
  const loaded = new WebLlmLanguageModel({
    info: {
      id: `web-llm:${engineModel.id}`,
      name: model.name,
      provider: "web-llm",
      contextLength,
      sendsTo: null,
      choosesTools: model.choosesTools,
      parameters: model.parameters / 1e9,
    },
    model: engineModel,
    startWorker: () => parts.startWorker(options.workerBase),
    patience: parts.patience,
  });
  try {
    await loaded.load(call);
  } catch (error) {
    await loaded.unload();
    throw error;
  }
  return loaded;
}

/**
 * The requested model, or the best one; in the variant and with the context size that fit the
 * device.
 */
function settle(
  { model: id, models: added = [], contextLength }: WebLlmOptions,
  report: DeviceReport,
): { model: WebLlmModel; precision: Precision; contextLength: number } {
  if (contextLength !== undefined && !(Number.isInteger(contextLength) && contextLength >= 256)) {
    const message = `contextLength is a whole number of tokens, at least 256, not ${contextLength}.`;
    throw new PagehoundError("invalid-argument", message);
  }
  const models = [...added, ...recommendedModels];
  const named = id === undefined ? null : findModel(id, models);
  if (id !== undefined && !named) {
    const known = [...new Set(models.map((model) => model.id))].join(", ");
    throw new PagehoundError(
      "unknown-model",
      `There is no model “${id}” for web-llm. Choose one of: ${known}.`,
    );
  }
  const obstacle = adapterObstacle(report.adapter);
  if (obstacle !== null) throw new PagehoundError("no-webgpu", obstacle);
  if (!named) {
    const choice = chooseModel(report, models);
    if (choice.model === null) {
      throw new PagehoundError(
        report.adapter?.software ? "no-webgpu" : "not-enough-memory",
        choice.reason,
      );
    }
    return { ...choice, contextLength: contextLength ?? choice.contextLength };
  }
  const asked = (["f16", "f32"] as const).find((one) => named.variants[one].id === id);
  const possible = precisionFor(report);
  const precision = asked === "f32" ? "f32" : possible;
  // Whoever names a model may know better than our estimate of the memory.
  const fitting = needsAs(named, precision, report).contextLength;
  return { model: named, precision, contextLength: contextLength ?? fitting };
}

function describe(
  { modelBase, modelLibBase, cacheBackend = "cache" }: WebLlmOptions,
  model: WebLlmModel,
  precision: Precision,
  contextLength: number,
): WebLlmEngineModel {
  const { id, library, folder, manifest } = model.variants[precision];
  const base = folderUrl(modelBase, "modelBase");
  return {
    id,
    folder: withBranch(folderUrl(folder ?? encodeURIComponent(id), "folder", base)),
    library: new URL(library, folderUrl(modelLibBase, "modelLibBase")).href,
    manifest,
    contextLength,
    thinks: model.thinks,
    features: precision === "f16" ? ["shader-f16"] : [],
    cacheBackend,
  };
}

/** After these the engine's state is unknown, or the engine is gone. */
const fatal: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "device-lost",
  "not-enough-memory",
  "worker-failed",
  "model-failed",
  "internal",
]);

/** What a model is made of. */
interface WebLlmModelParts {
  readonly info: ModelInfo;
  readonly model: WebLlmEngineModel;
  startWorker(): EngineWorker;
  /** The least milliseconds that an engine has to become idle after an abort. */
  readonly patience: number;
}

/**
 * The most milliseconds that an engine has to become idle; the first load may be a long download.
 */
const mostPatience = 60_000;

/** The page's side of a model that runs in web-llm. */
export class WebLlmLanguageModel implements LanguageModel {
  readonly #parts: WebLlmModelParts;
  readonly #queue = new RequestQueue();
  #info: ModelInfo;
  #worker: EngineWorker | null = null;
  /** Milliseconds that the latest load took. */
  #loadTime = 0;

  constructor(parts: WebLlmModelParts) {
    this.#info = parts.info;
    this.#parts = parts;
  }

  /** Its control tokens are known once it is loaded. */
  get info(): ModelInfo {
    return this.#info;
  }

  /** Starts the worker and loads the model. Aborting ends the worker; complete files are kept. */
  load({ signal, onProgress }: CallOptions<LoadProgress> = {}): Promise<void> {
    return this.#queue.run(async (either) => {
      await this.#start(async (worker) => {
        const options = { signal: either, onProgress };
        const controlTokens = await worker.remote.load(this.#parts.model, options);
        this.#info = { ...this.#info, controlTokens };
      });
    }, signal);
  }

  async complete(
    request: ChatRequest,
    { signal, onProgress, onReading }: CompleteOptions = {},
  ): Promise<ChatReply> {
    const asked = performance.now();
    checkRequest(request);
    return this.#queue.run(async (either) => {
      const worker = this.#worker ?? (await this.#restart(either));
      const waited = performance.now() - asked;
      try {
        const reply = await worker.remote.complete(request, {
          signal: either,
          onProgress: (progress) => {
            if (typeof progress === "string") onProgress?.(progress);
            else onReading?.(progress);
          },
        });
        return withWait(reply, waited);
      } catch (error) {
        if (either.aborted) await this.#rest(worker);
        else if (PagehoundError.isInstance(error) && fatal.has(error.code)) this.#end(error);
        throw error;
      }
    }, signal);
  }

  async unload(): Promise<void> {
    const closed = this.#queue.close();
    this.#end(new PagehoundError("closed", "The model was unloaded."));
    await closed;
  }

  /** Replaces a worker that was ended. Nobody has agreed to a download here. */
  #restart(signal: AbortSignal): Promise<EngineWorker> {
    return this.#start(async (worker) => {
      await worker.remote.reload(this.#parts.model, { signal });
    });
  }

  async #start(load: (worker: EngineWorker) => Promise<void>): Promise<EngineWorker> {
    const worker = this.#parts.startWorker();
    this.#worker = worker;
    const started = performance.now();
    try {
      await load(worker);
      this.#loadTime = performance.now() - started;
      return worker;
    } catch (error) {
      this.#end(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  /**
   * An engine that does not become idle, because it hangs or reads in one go, is ended with its
   * worker: after as long as it takes to load the model again, so that the next request waits at
   * most twice as long as necessary.
   */
  async #rest(worker: EngineWorker): Promise<void> {
    const patience = Math.max(this.#parts.patience, Math.min(this.#loadTime, mostPatience));
    const isAtRest = await succeedsWithin(worker.remote.rest(null), patience);
    if (!isAtRest) this.#end(new PagehoundError("closed", "The engine was ended after an abort."));
  }

  #end(error: Error): void {
    this.#worker?.end(error);
    this.#worker = null;
  }
}

/** The caller's time, which started with the request. */
function withWait(reply: ChatReply, waited: number): ChatReply {
  const { firstToken, total } = reply.timing;
  const timing = {
    firstToken: firstToken === null ? null : firstToken + waited,
    total: total + waited,
  };
  return { ...reply, timing };
}

/**
 * Throws `invalid-argument` for what web-llm would refuse, before calling it: its own error would
 * not show whether it can still be used.
 */
function checkRequest({ messages, maxTokens, temperature, seed }: ChatRequest): void {
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && maxTokens > 0)) {
    throw refused(`maxTokens is a whole number of tokens, at least 1, not ${maxTokens}.`);
  }
  if (temperature !== undefined && !(Number.isFinite(temperature) && temperature >= 0)) {
    throw refused(`temperature is a number from 0, not ${temperature}.`);
  }
  if (seed !== undefined && !Number.isInteger(seed)) {
    throw refused(`seed is a whole number, not ${seed}.`);
  }
  const isOrdered = messages.every(({ role }, index) => role !== "system" || index === 0);
  if (!isOrdered || messages.at(-1)?.role !== "user") {
    throw refused(
      "The messages of a request begin with the system's, if any, and end with the user's.",
    );
  }
}

function refused(message: string): PagehoundError {
  return new PagehoundError("invalid-argument", message);
}

/** An engine in a worker of its own. */
export type EngineWorker = ConnectedWorker<WebLlmEngineApi>;

/** Starts the worker that runs web-llm. */
export function startEngineWorker(workerBase?: string | URL): EngineWorker {
  // Bundlers recognise a worker only by `new Worker(new URL("…", import.meta.url), …)` as one
  // expression.
  const inSourceTree = () =>
    new Worker(new URL("../../../workers/web-llm.worker.ts", import.meta.url), { type: "module" });
  return connectWorker<WebLlmEngineApi>(
    () => loadWorker("web-llm", workerBase, inSourceTree),
    "web-llm",
  );
}
