import type { CollectionApi, EmbeddingsProgress, EmbeddingsState } from "../collection/index.js";
import { type CallOptions, checkedOptions, checkShape, transfer } from "../core/index.js";
import { type Embedder, type EmbedderInfo, serveEmbedder } from "../models/index.js";

/**
 * Vectors of the passages, for searches by meaning (`SearchOptions.by`). They are optional: off
 * until `start`, which turns them on for the collection, in all tabs and until `remove`. While they
 * are on, each tab with an embedder (`use`) makes missing ones in the background, one tab at a
 * time, including those of documents added later; searches take precedence. Each is stored at once,
 * so that closing the page only interrupts the work: `use` resumes it in the next one. Vectors are
 * deleted with their document, made again when its passages are, and not part of an exported
 * collection. `Pagehound.changes` reports `embeddings-changed`.
 */
export class Embeddings {
  readonly #remote: CollectionApi;
  #used: Embedder | null = null;

  /** @internal */
  constructor(remote: CollectionApi) {
    this.#remote = remote;
  }

  /**
   * Sets the embedder of this page, replacing any previous one. If embeddings are on and were made
   * with the same model, it makes the missing ones; those of another model stay until `start`. The
   * embedder remains the caller's: `stop` and `Pagehound.close` do not unload it. Throws
   * `invalid-argument` for an invalid one, or what it throws.
   */
  async use(embedder: Embedder, options: CallOptions = {}): Promise<EmbedderInfo> {
    checkedOptions(options).signal?.throwIfAborted();
    checkShape("An embedder", embedder, { info: "object", embed: "function" });
    const info = await this.#connect(embedder, options);
    this.#used = embedder;
    return info;
  }

  /**
   * Connects the current embedder to a worker that has replaced another.
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
   * Removes the embedder: this page makes no more vectors, and cannot search by meaning. What is
   * stored stays. A pending `start` rejects with `closed`.
   */
  stop(options: CallOptions = {}): Promise<void> {
    this.#used = null;
    return this.#remote.releaseEmbedder(null, options);
  }

  /** The progress of the embeddings. */
  state(options: CallOptions = {}): Promise<EmbeddingsState> {
    return this.#remote.embeddings(null, options);
  }

  /**
   * Turns embeddings on, and makes missing ones with the current embedder; vectors of another model are
   * deleted first. Settles when all passages have vectors, whichever tab made them, or when
   * embeddings were removed meanwhile, with their state at that time. If aborted, it stops at once,
   * unless another `start` is pending in this page; what is stored stays, and no more is made here
   * until `start` or `use`. Throws `invalid-argument` without an embedder, `closed` if that is
   * removed, `storage-full`, `storage-failed`, and what the embedder throws.
   */
  start(options: CallOptions<EmbeddingsProgress> = {}): Promise<EmbeddingsState> {
    return this.#remote.makeEmbeddings(null, options);
  }

  /** Deletes all vectors and turns embeddings off, in all tabs. The embedder stays connected. */
  remove(options: CallOptions = {}): Promise<void> {
    return this.#remote.removeEmbeddings(null, options);
  }
}
