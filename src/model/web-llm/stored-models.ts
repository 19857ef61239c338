import type { CallOptions } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import { withFolder } from "../folder-lock.js";
import { type CacheBackend, type FileStore, storeScopes } from "./file-store.js";
import { folderOf, variantOf } from "./model-folder.js";
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
  /**
   * Models besides the recommended ones, as given to `loadWebLlm`. Files in a `folder` of theirs count
   * for them; other files for the id in their URL. Their libraries are deleted with them.
   */
  readonly models?: readonly WebLlmModel[] | undefined;
}

/**
 * Models that web-llm has kept on this device, whole or in part, whatever host they came from. Throws
 * `invalid-argument`, `storage-failed`, or the signal's reason.
 */
export async function storedModels(
  { cacheBackend = "cache", models = [] }: StoredModelsOptions = {},
  { signal }: CallOptions = {},
): Promise<readonly StoredModel[]> {
  const sizes = new Map<string, number>();
  for (const { id, bytes } of await weightFiles(openFileStore(cacheBackend), models)) {
    sizes.set(id, (sizes.get(id) ?? 0) + bytes);
  }
  signal?.throwIfAborted();
  return Array.from(sizes, ([id, bytes]) => ({ id, bytes }));
}

/**
 * Deletes a model from this device, and its library unless another stored model uses it. Waits for a
 * download of this model that another tab has under way. Throws `not-found` when nothing of it is
 * stored, `invalid-argument`, `storage-failed`, or the signal's reason.
 */
export async function deleteStoredModel(
  id: string,
  { cacheBackend = "cache", models = [] }: StoredModelsOptions = {},
  { signal }: CallOptions = {},
): Promise<void> {
  const store = openFileStore(cacheBackend);
  const own = (await weightFiles(store, models)).filter((file) => file.id === id);
  if (own.length === 0) {
    throw new PagehoundError("not-found", `No model “${id}” is stored on this device.`);
  }
  for (const folder of new Set(own.map(({ url }) => folderOf(url)))) {
    await withFolder(folder, signal, async () => {
      // What came while the folder was taken is deleted, too.
      for (const { scope, url } of await weightFiles(store, models)) {
        if (folderOf(url) === folder) await store.remove(scope, url);
      }
    });
  }
  const known = [...models, ...recommendedModels];
  const library = libraryOf(id, known);
  const left = await weightFiles(store, models);
  if (library === null || left.some((file) => libraryOf(file.id, known) === library)) return;
  for (const { url } of await store.list("webllm/wasm")) {
    if (url === library || url.endsWith(`/${library}`)) await store.remove("webllm/wasm", url);
  }
}

async function weightFiles(store: FileStore, models: readonly WebLlmModel[]) {
  const scopes = storeScopes.filter((scope) => scope !== "webllm/wasm");
  const lists = await Promise.all(
    scopes.map(async (scope) => (await store.list(scope)).map((file) => ({ ...file, scope }))),
  );
  return lists.flat().flatMap((file) => {
    const id = variantOf(file.url, models);
    return id === null ? [] : [{ ...file, id }];
  });
}

function libraryOf(id: string, models: readonly WebLlmModel[]): string | null {
  const variants = Object.values(findModel(id, models)?.variants ?? {});
  return variants.find((variant) => variant.id === id)?.library ?? null;
}
