import { modelFileUrls, modelUrls } from "./model-files.js";
import { ModelStore } from "./model-store.js";

/** A model whose files are stored in this browser, whole or in part. */
export interface StoredModel {
  /** Address it was loaded from; of its first file when it has several. */
  readonly url: string;
  /** Bytes that are stored. */
  readonly bytes: number;
  /** False while files are missing; loading it goes on where it stopped. */
  readonly complete: boolean;
}

/** GGUF models that `loadWllama` has stored. Throws `storage-failed`. */
export async function storedModels(): Promise<StoredModel[]> {
  const files = (await (await ModelStore.open())?.list()) ?? [];
  const models = new Map<string, { bytes: number; complete: number }>();
  for (const { url, parts, complete } of files) {
    const [first = url] = modelFileUrls(url);
    const model = models.get(first) ?? { bytes: 0, complete: 0 };
    model.bytes += parts.reduce((sum, part) => sum + part.size, 0);
    model.complete += complete ? 1 : 0;
    models.set(first, model);
  }
  return [...models].map(([url, { bytes, complete }]) => ({
    url,
    bytes,
    complete: complete === modelFileUrls(url).length,
  }));
}

/**
 * Deletes a stored model, all its files. A model that is loaded goes on answering until its engine
 * ends. Throws `invalid-argument` for what is no address, `storage-failed`.
 */
export async function deleteStored(url: string): Promise<void> {
  const files = modelUrls(url);
  const store = await ModelStore.open();
  for (const file of files) await store?.delete(file);
}
