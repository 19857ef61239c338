import type { HostApi, WorkerKind } from "./collection/api.js";
import { PagehoundError } from "./core/errors.js";
import type { ParseSetup } from "./parse/api.js";
import { transfer } from "./rpc/message.js";
import type { HostedWorker } from "./rpc/worker-host.js";
import { wasLeft } from "./session-marks.js";
import { startGrepWorker, startParseWorker } from "./workers.js";

/** Starts and ends workers for the collection worker, and tells it of those that die. */
export class WorkerStarter {
  readonly #workers = new Map<number, HostedWorker>();
  #started = 0;

  /** What is served to the collection worker. */
  readonly api: HostApi;

  constructor(setup: ParseSetup, onFailure: (worker: number, message: string) => void) {
    const start: Readonly<Record<WorkerKind, () => HostedWorker>> = {
      parse: () => startParseWorker(setup),
      grep: () => startGrepWorker(null),
    };
    this.api = {
      startWorker: async ({ kind }) => {
        const id = ++this.#started;
        const worker = start[kind]();
        worker.onFailure = ({ message }) => onFailure(id, message);
        this.#workers.set(id, worker);
        return transfer({ worker: id, port: worker.port }, [worker.port]);
      },
      endWorker: async ({ worker: id }) => {
        const worker = this.#workers.get(id);
        if (!worker) throw new PagehoundError("not-found", `There is no worker ${id}.`);
        worker.end();
        this.#workers.delete(id);
      },
      wasLeft: async ({ session }) => wasLeft(session),
    };
  }

  /** Ends all of them. */
  end(): void {
    for (const worker of this.#workers.values()) worker.end();
    this.#workers.clear();
  }
}
