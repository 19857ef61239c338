import { connect } from "./connect.js";
import type { Api } from "./message.js";
import { hostWorker } from "./worker-host.js";

/** A worker that serves one API, and can be ended. */
export interface ConnectedWorker<T> {
  readonly remote: T;
  /** Ends the worker at once; calls that wait, and later ones, reject with `error`. */
  end(error: Error): void;
}

/** Greets a new worker that needs to know nothing, and connects to what it serves. */
export function connectWorker<T extends Api<T>>(worker: Worker, name: string): ConnectedWorker<T> {
  const hosted = hostWorker(worker, name, null);
  const { remote, close } = connect<T>(hosted.port);
  hosted.onFailure = close;
  return {
    remote,
    end(error) {
      close(error);
      hosted.end();
    },
  };
}
