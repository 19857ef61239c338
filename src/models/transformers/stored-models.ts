import { folderUrl } from "../download/engine-files.js";
import { ModelStore } from "../download/model-store.js";
import { folderOf, type StoredFolder } from "../onnx/options.js";

/** A model for transformers.js whose files are stored in this browser, whole or in part. */
export interface StoredTransformersModel extends StoredFolder {
  /** Whether all files of at least one precision are stored. */
  readonly complete: boolean;
}

/** Lists the models that `loadTransformers` has stored. Throws `storage-failed`. */
export async function storedTransformersModels(): Promise<StoredTransformersModel[]> {
  const folders = new Map<string, { bytes: number; whole: boolean; weights: boolean }>();
  for (const { url, parts, complete } of (await open())?.files ?? []) {
    const folder = folderOf(url);
    const known = folders.get(folder) ?? { bytes: 0, whole: true, weights: false };
    known.bytes += parts.reduce((sum, part) => sum + part.size, 0);
    known.whole &&= complete;
    known.weights ||= url.endsWith(".onnx");
    folders.set(folder, known);
  }
  return Array.from(folders, ([url, { bytes, whole, weights }]) => ({
    ...{ url, bytes },
    complete: whole && weights,
  }));
}

/**
 * Deletes the files of the model in the folder `url`, if there are any. A loaded model works until
 * its engine ends. Throws `invalid-argument`, `storage-failed`.
 */
export async function deleteTransformersModel(url: string): Promise<void> {
  const folder = folderUrl(url, "url");
  const stored = await open();
  for (const file of stored?.files ?? [])
    if (folderOf(file.url) === folder) await stored?.store.delete(file.url);
}

async function open() {
  const store = await ModelStore.open("transformers");
  return store ? { store, files: await store.list() } : null;
}
