import type { CallOptions } from "../../core/call-options.js";
import { hexadecimal } from "../../core/hexadecimal.js";
import { isRecord } from "../../core/is-record.js";
import { withFolder } from "../../model/folder-lock.js";
import type { LoadProgress } from "../../model/load-progress.js";
import type { EngineModel } from "./engine-api.js";
import { fetchFile } from "./fetch-file.js";
import type { FileStore } from "./file-store.js";
import { FilesMeter } from "./files-meter.js";
import { weightsOf } from "./weights.js";

/** The files of a model, by their path in its folder. */
export type ModelFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/**
 * All files of a model, from the store or else from its folder, and from nowhere else. Files that are
 * stored for another revision, or differ from `integrity`, are fetched anew. Waits while another tab
 * brings the same model. Throws `download-failed`, or the signal's reason.
 */
export function bringFiles(
  model: EngineModel,
  store: FileStore | null,
  { signal, onProgress }: CallOptions<LoadProgress> = {},
): Promise<ModelFiles> {
  const meter = new FilesMeter((progress) => onProgress?.(progress));
  meter.report();
  return withFolder(model.folder, signal, async () => {
    const files = await bringAll(model, store, meter, signal);
    meter.report();
    return files;
  });
}

async function bringAll(
  model: EngineModel,
  store: FileStore | null,
  meter: FilesMeter,
  signal: AbortSignal | undefined,
): Promise<ModelFiles> {
  // One file that cannot be had stops the others under way.
  const failed = new AbortController();
  const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;

  const bring = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
    const { revision, integrity } = model;
    const url = new URL(path, model.folder).href;
    const check = (content: Uint8Array<ArrayBuffer>) => fault(path, content, integrity[path]);
    const stored = await store?.read(url).catch(() => null);
    if (stored && (revision === null || stored.revision === revision)) {
      if ((await check(stored.content)) === null) {
        meter.addStored(path, stored.content.byteLength);
        return stored.content;
      }
    }
    const onBytes = (loaded: number, total: number | null) => meter.note(path, loaded, total);
    const content = await fetchFile(url, { signal: stop, check, onBytes });
    await store?.write(url, { content, revision });
    return content;
  };

  // It tells whether there are more files than these, and is small.
  const config = await bring("config.json");
  const paths = ["tokenizer.json", "tokenizer_config.json", ...weights(model, config)];
  meter.expect(paths);
  const running = paths.map(async (path) => [path, await bring(path)] as const);
  try {
    return new Map([["config.json", config], ...(await Promise.all(running))]);
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(running);
    throw error;
  }
}

/** The weights, and the files beside them that large models are cut into. */
function weights(model: EngineModel, config: Uint8Array): string[] {
  const path = weightsOf(model);
  const settings = (parseJson(config) as Record<string, unknown>)["transformers.js_config"];
  const external = isRecord(settings) ? settings.use_external_data_format : 0;
  const name = path.slice("onnx/".length);
  const count = Number(isRecord(external) ? (external[name] ?? external.model ?? 0) : external);
  const parts = Array.from({ length: Math.min(count || 0, 100) }, (_, index) =>
    index === 0 ? `${path}_data` : `${path}_data_${index}`,
  );
  return [path, ...parts];
}

/** What is wrong with a file, as the end of a sentence. */
async function fault(
  path: string,
  content: Uint8Array<ArrayBuffer>,
  sha256: string | undefined,
): Promise<string | null> {
  // Many servers answer with a page, and 200, for what they do not have.
  if (path.endsWith(".json") && !isRecord(parseJson(content))) return "is no object of JSON";
  const start = new TextDecoder().decode(content.subarray(0, 64)).trimStart().toLowerCase();
  if (start.startsWith("<!doctype") || start.startsWith("<html")) return "is a web page";
  if (sha256 === undefined) return null;
  const found = hexadecimal(await crypto.subtle.digest("SHA-256", content));
  return found === sha256 ? null : "is not the one expected: its SHA-256 differs";
}

function parseJson(content: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(content));
  } catch {
    return undefined;
  }
}
