import type { CallOptions } from "../core/call-options.js";
import { PagehoundError } from "../core/errors.js";
import type { EmbedApi } from "../embed/api.js";
import type { EmbedderInfo, EmbedOptions } from "../embed/embedder.js";
import { type Connection, connect } from "../rpc/connect.js";

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
      const { id, version, name, dimensions } = await connection.remote.info(null, { signal });
      if (!Number.isInteger(dimensions) || dimensions < 1) {
        throw new PagehoundError(
          "invalid-argument",
          `The embedder ${name} says that its vectors have ${dimensions} numbers. It has to be a whole number from 1 on.`,
        );
      }
      return new EmbedderConnection(connection, { id, version, name, dimensions });
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
    const vectors = await this.#connection.remote.embed({ texts, kind }, { signal });
    const right =
      vectors.length === texts.length &&
      vectors.every((vector) => vector.length === dimensions && vector.every(Number.isFinite));
    if (right) return vectors;
    throw new PagehoundError(
      "model-failed",
      `The embedder ${name} did not return a vector of ${dimensions} numbers for each of ${texts.length} texts. Load it again, or use another one.`,
    );
  }

  /** Calls that wait, and later ones, reject with `closed`. The embedder itself stays as it is. */
  close(): void {
    this.#connection.close(released());
  }
}

/** What calls of an embedder reject with that was let go. */
export function released(): PagehoundError {
  return new PagehoundError(
    "closed",
    "The embedder is no longer connected. Connect one with embeddings.use().",
  );
}
