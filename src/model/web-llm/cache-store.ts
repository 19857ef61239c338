import type { FileStore, StoredFile, StoredForm, StoreScope } from "./file-store.js";

/** Files in the Cache API: a cache for each scope, a response for each file. */
export class CacheStore implements FileStore {
  async size(scope: StoreScope, url: string): Promise<number | null> {
    const response = await this.#match(scope, url);
    return response ? sizeOf(response) : null;
  }

  async read(scope: StoreScope, url: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const response = await this.#match(scope, url);
    return response ? new Uint8Array(await response.arrayBuffer()) : null;
  }

  async write(
    scope: StoreScope,
    url: string,
    content: Uint8Array<ArrayBuffer>,
    form: StoredForm,
  ): Promise<void> {
    const headers = {
      "content-type": form === "json" ? "application/json" : "application/octet-stream",
      "content-length": String(content.byteLength),
    };
    await (await caches.open(scope)).put(url, new Response(content, { headers }));
  }

  async remove(scope: StoreScope, url: string): Promise<void> {
    await (await caches.open(scope)).delete(url);
  }

  async list(scope: StoreScope): Promise<readonly StoredFile[]> {
    // Opening a cache would make one where there is none.
    if (!(await caches.has(scope))) return [];
    const cache = await caches.open(scope);
    const files: StoredFile[] = [];
    for (const { url } of await cache.keys()) {
      const response = await cache.match(url);
      if (response) files.push({ url, bytes: await sizeOf(response) });
    }
    return files;
  }

  async #match(scope: StoreScope, url: string): Promise<Response | undefined> {
    return (await caches.open(scope)).match(url);
  }
}

/** Of the body itself: what web-llm stored has the server's header, which may count compressed bytes. */
async function sizeOf(response: Response): Promise<number> {
  return (await response.blob()).size;
}
