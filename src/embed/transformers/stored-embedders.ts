import { PagehoundError } from "../../core/errors.js";
import { folderUrl, withFiles } from "../../models/download/engine-files.js";
import { EmbedderFileStore } from "./file-store.js";

/** An embedder, or a part of one, that is kept on this device. */
export interface StoredEmbedder {
  /** URL of the folder it was loaded from. */
  readonly url: string;
  /** Bytes that are kept, in all precisions that were loaded. */
  readonly bytes: number;
}

/** Embedders that `loadEmbedder` has kept on this device. Throws `storage-failed`. */
export async function storedEmbedders(): Promise<StoredEmbedder[]> {
  return guard("read", async () => {
    const folders = new Map<string, number>();
    for (const { url, bytes } of (await (await EmbedderFileStore.open())?.list()) ?? []) {
      const folder = folderOf(url);
      folders.set(folder, (folders.get(folder) ?? 0) + bytes);
    }
    return Array.from(folders, ([url, bytes]) => ({ url, bytes }));
  });
}

/**
 * Deletes the files of the embedder in the folder `url`, if there are any. One that is loaded goes on
 * working. Waits for a download of it that is under way. Throws `invalid-argument`, `storage-failed`.
 */
export async function deleteStoredEmbedder(url: string): Promise<void> {
  const folder = folderUrl(url, "url", document.baseURI);
  await guard("delete", () =>
    withFiles(folder, undefined, async () => {
      const store = await EmbedderFileStore.open();
      for (const file of (await store?.list()) ?? [])
        if (folderOf(file.url) === folder) await store?.delete(file.url);
    }),
  );
}

function folderOf(url: string): string {
  return new URL(/\/onnx\/[^/]+$/.test(url) ? ".." : ".", url).href;
}

async function guard<T>(doing: "read" | "delete", work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const message = `The browser's storage could not ${doing} the embedders that are kept (${String(cause)}). Close other tabs of this site, or clear the site's data, and try again.`;
    throw new PagehoundError("storage-failed", message, { cause });
  }
}
