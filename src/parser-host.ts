import type { HostApi } from "./collection/api.js";
import { PagehoundError } from "./core/errors.js";
import { transfer } from "./rpc/message.js";
import type { HostedWorker } from "./rpc/worker-host.js";
import { startParseWorker } from "./workers.js";

/** Starts and ends parse workers for the collection worker, and tells it of those that die. */
export class ParserHost {
  readonly #workers = new Map<number, HostedWorker>();
  #started = 0;

  /** What is served to the collection worker. */
  readonly api: HostApi;

  constructor(assetsBase: string, onFailure: (parser: number, message: string) => void) {
    this.api = {
      startParser: async () => {
        const parser = ++this.#started;
        const worker = startParseWorker({ assetsBase });
        worker.onFailure = ({ message }) => onFailure(parser, message);
        this.#workers.set(parser, worker);
        return transfer({ parser, port: worker.port }, [worker.port]);
      },
      endParser: async ({ parser }) => {
        const worker = this.#workers.get(parser);
        if (!worker) throw new PagehoundError("not-found", `There is no parser ${parser}.`);
        worker.end();
        this.#workers.delete(parser);
      },
    };
  }

  /** Ends all parse workers. */
  end(): void {
    for (const worker of this.#workers.values()) worker.end();
    this.#workers.clear();
  }
}
