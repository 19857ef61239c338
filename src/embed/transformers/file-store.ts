/** A file of a model as it is kept. */
export interface KeptFile {
  readonly content: Uint8Array<ArrayBuffer>;
  /** Revision that was asked for when it came; null when none was named. */
  readonly revision: string | null;
}

const cacheName = "pagehound-embedders";
const revisionHeader = "x-pagehound-revision";

/** Files of models in the browser's Cache API, by URL. A file is there whole or not at all. */
export class EmbedderFileStore {
  readonly #cache: Cache;

  private constructor(cache: Cache) {
    this.#cache = cache;
  }

  /** Null where the browser lets a page keep no such files. */
  static async open(this: void): Promise<EmbedderFileStore | null> {
    try {
      return new EmbedderFileStore(await caches.open(cacheName));
    } catch {
      return null;
    }
  }

  async read(url: string): Promise<KeptFile | null> {
    const response = await this.#cache.match(url);
    if (!response) return null;
    const revision = response.headers.get(revisionHeader);
    return {
      content: new Uint8Array(await response.arrayBuffer()),
      revision: revision === null ? null : decodeURIComponent(revision),
    };
  }

  /** False when the browser refused, as when its storage is full. */
  async write(url: string, { content, revision }: KeptFile): Promise<boolean> {
    const headers = new Headers({
      "content-type": "application/octet-stream",
      "content-length": String(content.byteLength),
    });
    if (revision !== null) headers.set(revisionHeader, encodeURIComponent(revision));
    return this.#cache.put(url, new Response(content, { headers })).then(
      () => true,
      () => false,
    );
  }

  async delete(url: string): Promise<void> {
    await this.#cache.delete(url);
  }

  /** URL and bytes of each file. */
  async list(): Promise<{ readonly url: string; readonly bytes: number }[]> {
    const files: { url: string; bytes: number }[] = [];
    for (const { url } of await this.#cache.keys()) {
      const response = await this.#cache.match(url);
      if (response) files.push({ url, bytes: (await response.blob()).size });
    }
    return files;
  }
}
