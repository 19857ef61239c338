import type { CollectionApi, EmbeddingsProgress, EmbeddingsState } from "../collection/index.js";
import { type CallOptions, checkedOptions, checkShape, transfer } from "../core/index.js";
import { type Embedder, type EmbedderInfo, serveEmbedder } from "../models/index.js";

/**
 * Vectors of the passages, for searches that go by meaning (`SearchOptions.by`). They are an option:
 * off until `start`, which switches them on for the collection, in all tabs and until `remove`.
 *
 * While they are on, each tab that has connected an embedder (`use`) makes what is missing in the
 * background, one tab at a time, also of documents that are added later; searches come first. What
 * is made is stored at once, so that closing the page only interrupts the work: `use` resumes it in
 * the next one. Vectors are deleted with their document, made again when its passages are, and no part
 * of an exported collection. `Pagehound.changes` reports `embeddings-changed`.
 */
export class Embeddings {
  readonly #remote: CollectionApi;
  #used: Embedder | null = null;

  /** @internal */
  constructor(remote: CollectionApi) {
    this.#remote = remote;
  }

  /**
   * Connects an embedder for this page, in the place of one that was connected before. Where
   * embeddings are on and were made with the same model, it makes those that are missing; those of
   * another model stay until `start`. The embedder stays the caller's: `stop` and `Pagehound.close`
   * do not unload it. Throws `invalid-argument` for one that cannot be used, or what it throws.
   */
  async use(embedder: Embedder, options: CallOptions = {}): Promise<EmbedderInfo> {
    checkedOptions(options).signal?.throwIfAborted();
    checkShape("An embedder", embedder, { info: "object", embed: "function" });
    const info = await this.#connect(embedder, options);
    this.#used = embedder;
    return info;
  }

  /**
   * Connects the embedder again that was connected, to a worker that has taken the place of another.
   *
   * @internal
   */
  reconnect(): void {
    if (this.#used) void this.#connect(this.#used, {}).catch(() => {});
  }

  #connect(embedder: Embedder, options: CallOptions): Promise<EmbedderInfo> {
    const port = serveEmbedder(embedder);
    return this.#remote.useEmbedder(transfer({ port }, [port]), options);
  }

  /**
   * Lets the embedder go: nothing is made in this page any more, and it cannot be searched by
   * meaning. What is stored stays. A `start` that waits rejects with `closed`.
   */
  stop(options: CallOptions = {}): Promise<void> {
    this.#used = null;
    return this.#remote.releaseEmbedder(null, options);
  }

  /** How far they are. */
  state(options: CallOptions = {}): Promise<EmbeddingsState> {
    return this.#remote.embeddings(null, options);
  }

  /**
   * Switches them on, and makes what is missing with the embedder that is connected; vectors of
   * another model are deleted first. Settles when all passages have vectors, whichever tab made
   * them, or when embeddings were removed meanwhile, with how far they are then. Aborted, it stops
   * at once, unless another `start` waits in this page; what is stored stays, and nothing more is
   * made here until `start` or `use`. Throws `invalid-argument` without an embedder, `closed` when
   * that is let go, `storage-full`, `storage-failed`, and what the embedder throws.
   */
  start(options: CallOptions<EmbeddingsProgress> = {}): Promise<EmbeddingsState> {
    return this.#remote.makeEmbeddings(null, options);
  }

  /** Deletes all vectors and switches embeddings off, in all tabs. The embedder stays connected. */
  remove(options: CallOptions = {}): Promise<void> {
    return this.#remote.removeEmbeddings(null, options);
  }
}
