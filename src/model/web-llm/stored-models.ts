import type { CallOptions } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import { type CacheBackend, type FileStore, storeScopes } from "./file-store.js";
import { findModel, recommendedModels, type WebLlmModel } from "./models.js";
import { openFileStore } from "./open-file-store.js";

/** A model, or a part of one, that is kept on this device. */
export interface StoredModel {
  /** Id of the variant, such as `Qwen3-1.7B-q4f16_1-MLC`. */
  readonly id: string;
  /** Bytes of its weights and descriptions, without the library, which several may share. */
  readonly bytes: number;
}

export interface StoredModelsOptions {
  /** As given to `loadWebLlm`. */
  readonly cacheBackend?: CacheBackend | undefined;
  readonly models?: readonly WebLlmModel[] | undefined;
}

/** A folder of weights, however they are stored: `<base>/<id>/resolve/<branch>/<file>`. */
const weightFile = /\/([^/]+)\/resolve\/[^/]+\/[^/]+$/;

/** Models that web-llm has kept on this device, whole or in part, whatever host they came from. */
export async function storedModels(
  { cacheBackend = "cache" }: StoredModelsOptions = {},
  { signal }: CallOptions = {},
): Promise<readonly StoredModel[]> {
  const sizes = new Map<string, number>();
  for (const { id, bytes } of await weightFiles(openFileStore(cacheBackend))) {
    sizes.set(id, (sizes.get(id) ?? 0) + bytes);
  }
  signal?.throwIfAborted();
  return Array.from(sizes, ([id, bytes]) => ({ id, bytes }));
}

/**
 * Deletes a model from this device, and its library unless another stored model uses it. Throws
 * `not-found` when nothing of it is stored.
 */
export async function deleteStoredModel(
  id: string,
  { cacheBackend = "cache", models = [] }: StoredModelsOptions = {},
  { signal }: CallOptions = {},
): Promise<void> {
  const store = openFileStore(cacheBackend);
  const files = await weightFiles(store);
  const doomed = files.filter((file) => file.id === id);
  if (doomed.length === 0) {
    throw new PagehoundError("not-found", `No model “${id}” is stored on this device.`);
  }
  signal?.throwIfAborted();
  for (const { scope, url } of doomed) await store.remove(scope, url);
  const known = [...models, ...recommendedModels];
  const left = new Set(files.filter((file) => file.id !== id).map((file) => file.id));
  const library = libraryOf(id, known);
  const isShared = [...left].some((other) => libraryOf(other, known) === library);
  if (library === null || isShared) return;
  for (const { url } of await store.list("webllm/wasm")) {
    if (url === library || url.endsWith(`/${library}`)) await store.remove("webllm/wasm", url);
  }
}

async function weightFiles(store: FileStore) {
  const scopes = storeScopes.filter((scope) => scope !== "webllm/wasm");
  const lists = await Promise.all(
    scopes.map(async (scope) => (await store.list(scope)).map((file) => ({ ...file, scope }))),
  );
  return lists.flat().flatMap((file) => {
    const id = weightFile.exec(new URL(file.url).pathname)?.[1];
    return id === undefined ? [] : [{ ...file, id: decodeURIComponent(id) }];
  });
}

function libraryOf(id: string, models: readonly WebLlmModel[]): string | null {
  const variants = Object.values(findModel(id, models)?.variants ?? {});
  return variants.find((variant) => variant.id === id)?.library ?? null;
}
