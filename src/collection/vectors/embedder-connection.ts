import type { CallOptions } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import type { EmbedApi } from "../../embed/api.js";
import type { EmbedderInfo, EmbedOptions } from "../../embed/embedder.js";
import { type Connection, connect } from "../../rpc/remote.js";

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
        checked(await connection.remote.info(null, { signal })),
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
function checked(info: Partial<EmbedderInfo> | undefined): EmbedderInfo {
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
