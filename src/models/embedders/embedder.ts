import {
  type CallOptions,
  type Connection,
  connect,
  PagehoundError,
  serve,
} from "../../core/index.js";

/** What is known of a model that makes vectors. */
export interface EmbedderInfo {
  /** Such as `all-MiniLM-L6-v2`; with `version`, tells vectors of one model from those of another. */
  readonly id: string;
  /** Changes whenever the vectors would: the weights' revision and their precision. */
  readonly version: string;
  /** For people. */
  readonly name: string;
  /** Numbers of a vector. */
  readonly dimensions: number;
}

/** How texts are turned into vectors. */
export interface EmbedOptions
  extends CallOptions<{ readonly done: number; readonly total: number }> {
  /** Some models treat what is looked for otherwise than what is found. */
  readonly kind: "query" | "passage";
}

/**
 * Makes vectors of texts, so that texts of like meaning lie close together. All that it throws is a
 * `PagehoundError`, or the signal's reason.
 */
export interface Embedder {
  readonly info: EmbedderInfo;
  /**
   * A vector of length 1 for each text, in order. Texts that are longer than the model reads are cut
   * at their end. Throws `not-enough-memory`, `device-lost`, `model-failed`, `closed`; and, where the
   * model has to be loaded anew after one of these, what loading throws.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
  /** Frees its memory. Calls that wait, and later ones, reject with `closed`. */
  unload(): Promise<void>;
}

/** Texts on their way to an embedder in another thread. */
export interface EmbedRequest extends Pick<EmbedOptions, "kind"> {
  readonly texts: readonly string[];
}

/** How many of a call's texts have their vectors. */
export interface EmbedProgress {
  readonly done: number;
  readonly total: number;
}

/** What an `Embedder` offers to other threads. */
export interface EmbedApi {
  info(request: null, options?: CallOptions): Promise<EmbedderInfo>;
  /** See `Embedder.embed`. */
  embed(
    request: EmbedRequest,
    options?: CallOptions<EmbedProgress>,
  ): Promise<readonly Float32Array[]>;
}

/**
 * A port to hand to another thread, at which `EmbedApi` is served. Its counterpart is
 * `connect<EmbedApi>(port)`. Closing the other end leaves the embedder as it is; unloading the embedder
 * makes calls reject with `closed`. It is served by this thread, which passes on what it does not look
 * at: only here is it known when an embedder's worker has ended, and only here is another one started.
 */
export function serveEmbedder(embedder: Embedder): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const api: EmbedApi = {
    info: async () => embedder.info,
    embed: ({ texts, kind }, options = {}) => embedder.embed(texts, { kind, ...options }),
  };
  serve(port1, api);
  return port2;
}

/** An embedder in another thread. What it returns is checked before anything is made of it. */
export class EmbedderConnection {
  readonly #connection: Connection<EmbedApi>;
  readonly info: EmbedderInfo;

  private constructor(connection: Connection<EmbedApi>, info: EmbedderInfo) {
    this.#connection = connection;
    this.info = info;
  }

  /** @param port one at which `EmbedApi` is served */
  static async open(
    port: MessagePort,
    { signal }: Pick<CallOptions, "signal">,
  ): Promise<EmbedderConnection> {
    const connection = connect<EmbedApi>(port);
    // Told by some browsers when the thread at the other end is gone; others wait until the call is aborted.
    port.addEventListener("close", () => connection.close(released()));
    try {
      return new EmbedderConnection(
        connection,
        checkedInfo(await connection.remote.info(null, { signal })),
      );
    } catch (error) {
      connection.close(released());
      throw error;
    }
  }

  /** See `Embedder.embed`. Throws `model-failed` when what comes back are no vectors of these texts. */
  async embed(
    texts: readonly string[],
    kind: EmbedOptions["kind"],
    signal: AbortSignal | undefined,
  ): Promise<readonly Float32Array[]> {
    const { name, dimensions } = this.info;
    const vectors: unknown = await this.#connection.remote.embed({ texts, kind }, { signal });
    if (areVectors(vectors, texts.length, dimensions)) return vectors;
    throw new PagehoundError(
      "model-failed",
      `The embedder ${name} did not return a Float32Array of ${dimensions} numbers for each of ${texts.length} texts. Load it again, or use another one.`,
    );
  }

  /** Calls that wait, and later ones, reject with `closed`. The embedder itself stays as it is. */
  close(): void {
    this.#connection.close(released());
  }
}

/** What an embedder says of itself, which may be one of the page's own. */
function checkedInfo(info: Partial<EmbedderInfo> | undefined): EmbedderInfo {
  const { id = "", version = "", name = id, dimensions = 0 } = info ?? {};
  if (id !== "" && version !== "" && Number.isInteger(dimensions) && dimensions > 0) {
    return { id, version, name, dimensions };
  }
  throw new PagehoundError(
    "invalid-argument",
    `The embedder cannot be used: its info needs an id (“${id}”) and a version (“${version}”), which tell its vectors from others, and the number of dimensions (${dimensions}). See Embedder.info.`,
  );
}

function areVectors(
  value: unknown,
  count: number,
  dimensions: number,
): value is readonly Float32Array[] {
  return (
    Array.isArray(value) &&
    value.length === count &&
    value.every(
      (vector) =>
        vector instanceof Float32Array &&
        vector.length === dimensions &&
        vector.every(Number.isFinite),
    )
  );
}

/** What calls of an embedder reject with that was let go. */
export function released(): PagehoundError {
  return new PagehoundError(
    "closed",
    "The embedder is no longer connected. Connect one with embeddings.use().",
  );
}
