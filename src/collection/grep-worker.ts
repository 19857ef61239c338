import type { GrepApi } from "../grep/api.js";
import { type Connection, connect } from "../rpc/connect.js";
import type { HostApi } from "./api.js";

/** How long a worker that was told to stop may take to answer before it is taken to hang. */
const graceMilliseconds = 200;

/** A grep worker and what is loaded into it. */
export class GrepWorker {
  readonly id: number;
  readonly remote: GrepApi;
  /** Ordinals of the documents whose text it holds. */
  readonly loaded: Set<number> = new Set();
  readonly #connection: Connection<GrepApi>;
  readonly #host: HostApi;

  private constructor(id: number, port: MessagePort, host: HostApi) {
    this.id = id;
    this.#connection = connect<GrepApi>(port);
    this.remote = this.#connection.remote;
    this.#host = host;
  }

  static async start(host: HostApi): Promise<GrepWorker> {
    const { worker, port } = await host.startWorker({ kind: "grep" });
    return new GrepWorker(worker, port, host);
  }

  /** Whether it still answers. A regular expression that runs cannot be interrupted, only ended. */
  async answers(): Promise<boolean> {
    const grace = new Promise<boolean>((resolve) => {
      setTimeout(resolve, graceMilliseconds, false);
    });
    const answer = this.remote.unload({ documents: [] }).then(
      () => true,
      () => false,
    );
    return Promise.race([answer, grace]);
  }

  /** Ends it at once; calls that wait reject with `error`. */
  end(error: Error): void {
    this.#connection.close(error);
    void this.#host.endWorker({ worker: this.id }).catch(() => {});
  }
}
