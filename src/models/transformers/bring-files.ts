import {
  type CallOptions,
  invalidArgument,
  isRecord,
  never,
  PagehoundError,
  parseJson,
} from "../../core/index.js";
import { isWebPage } from "../download/fetch-file.js";
import { FilesMeter, type LoadProgress } from "../download/load-progress.js";
import { ModelStore } from "../download/model-store.js";
import { downloadFile, storedFiles } from "../download/stored-download.js";
import { weightFiles } from "../onnx/weight-files.js";
import type { OnnxEngineModel, OnnxFiles } from "./engine-api.js";

/** Files that a model may do without. */
const optional = ["generation_config.json", "chat_template.jinja"] as const;

/**
 * Returns all files of a model: those passed in, else stored ones, else those in its folder.
 * Interrupted downloads resume. Throws `download-failed`, `storage-full`, `storage-failed`,
 * `model-failed` if `fetches` is false and something is missing, or the signal's reason.
 */
export async function bringOnnxFiles(
  model: OnnxEngineModel,
  options: CallOptions<LoadProgress>,
): Promise<OnnxFiles> {
  const { signal = never(), onProgress } = options;
  if (model.files) return checkedFolder(model, model.files);
  const { folder, integrity, fetches = true } = model;
  if (folder === null) throw new PagehoundError("internal", "A model without files.");
  const store = model.cache ? await ModelStore.open("transformers") : null;
  const meter = new FilesMeter<string>((progress) => onProgress?.(progress));
  meter.report();
  const bring = async (path: string): Promise<Blob> => {
    const url = new URL(path, folder).href;
    if (!fetches && store) return (await storedFiles([url], [integrity[path]], store))[0] as Blob;
    const onBytes = (loaded: number, total: number | null) => meter.note(path, loaded, total);
    const begins = path.endsWith(".onnx") ? notWeights : notText;
    return downloadFile({ url, sha256: integrity[path], store, signal, begins, onBytes });
  };
  const files = new Map<string, Blob>();
  // The configuration is small, and states whether there are more files.
  const config = await bring("config.json");
  files.set("config.json", config);
  const weights = weightsOf(new Uint8Array(await config.arrayBuffer()), model);
  const paths = ["tokenizer.json", "tokenizer_config.json", ...weights];
  for (const path of optional) {
    const file = await bring(path).catch((error) => {
      signal.throwIfAborted();
      if (isMissing(error)) return null;
      throw error;
    });
    if (file) files.set(path, file);
  }
  meter.expect(paths.map((path) => [path, null]));
  // One at a time, because in parallel they would take no less time.
  for (const path of paths) files.set(path, await bring(path));
  meter.report();
  return files;
}

/** Whether an error means that a server lacks the file, or that nothing of it is stored. */
function isMissing(error: unknown): boolean {
  if (!PagehoundError.isInstance(error)) return false;
  return error.code === "model-failed" || error.data.status === 404;
}

async function checkedFolder(model: OnnxEngineModel, folder: OnnxFiles): Promise<OnnxFiles> {
  const config = folder.get("config.json");
  const needed = ["config.json", "tokenizer.json", "tokenizer_config.json"];
  if (config) needed.push(...weightsOf(new Uint8Array(await config.arrayBuffer()), model));
  const missing = needed.filter((path) => !folder.has(path));
  if (missing.length === 0) return folder;
  throw invalidArgument(
    `The folder of ${model.name} lacks ${missing.join(", ")}. Pass the whole folder of a transformers.js model.`,
  );
}

/** Returns the paths of a model's weights. Multimodal models have separate embeddings. */
function weightsOf(config: Uint8Array<ArrayBuffer>, { precision }: OnnxEngineModel): string[] {
  const value = parseJson(new TextDecoder().decode(config));
  const [architecture = ""] =
    isRecord(value) && Array.isArray(value.architectures) ? value.architectures : [];
  const sees = String(architecture).endsWith("ForConditionalGeneration");
  const parts = sees ? ["embed_tokens", "decoder_model_merged"] : ["model"];
  return weightFiles(config, parts, precision);
}

/** Many servers answer with a web page, and status 200, for a missing file. */
function notText(start: Uint8Array): string | null {
  return isWebPage(start) ? "is a web page" : null;
}

function notWeights(start: Uint8Array): string | null {
  // The first field of every model is the version of its format.
  return start[0] === 8 ? null : "is not an ONNX file";
}

/** Deletes the stored files of a damaged model. */
export async function discardOnnxFiles(
  { folder }: OnnxEngineModel,
  files: OnnxFiles,
): Promise<void> {
  if (folder === null) return;
  const store = await ModelStore.open("transformers");
  for (const path of files.keys())
    await store?.delete(new URL(path, folder).href).catch(() => undefined);
}
