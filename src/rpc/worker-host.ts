import { PagehoundError } from "../core/errors.js";
import { hearRequests } from "../requests/log.js";
import { reportRequests } from "../requests/report-requests.js";

/** A running worker and the port its API is served on. */
export interface HostedWorker {
  readonly port: MessagePort;
  /** Called once if the worker fails to start or throws outside a call. */
  onFailure: ((error: PagehoundError) => void) | null;
  /** Ends the worker at once. */
  end(): void;
}

/** First message to a worker of ours: the port to serve its API on, and what it needs to know. */
export interface Greeting<Setup> {
  readonly pagehound: "start";
  readonly port: MessagePort;
  readonly setup: Setup;
}

/**
 * Greets a new worker and watches over it. Its API is served on a port of its own, because
 * libraries inside a worker (pdf.js) also listen on the worker's global channel.
 */
export function hostWorker<Setup>(worker: Worker, name: string, setup: Setup): HostedWorker {
  const { port1, port2 } = new MessageChannel();
  const forget = hearRequests(worker, name);
  const hosted: HostedWorker = {
    port: port1,
    onFailure: null,
    end: () => {
      worker.terminate();
      forget();
    },
  };
  worker.onerror = (event) => {
    event.preventDefault();
    forget();
    const cause = event.message || "it could not be loaded";
    const error = new PagehoundError("worker-failed", `The ${name} worker failed: ${cause}.`, {
      data: { worker: name },
    });
    hosted.onFailure?.(error);
    hosted.onFailure = null;
  };
  const greeting: Greeting<Setup> = { pagehound: "start", port: port2, setup };
  worker.postMessage(greeting, [port2]);
  return hosted;
}

/**
 * Inside a worker, when it starts: waits for the page's greeting, and from now on tells the page of
 * the requests that are made here. The counterpart of `hostWorker`.
 */
export function greeted<Setup>(): Promise<Greeting<Setup>> {
  reportRequests();
  return new Promise((resolve) => {
    const listen = ({ data }: MessageEvent<Greeting<Setup>>) => {
      if (data?.pagehound !== "start") return;
      removeEventListener("message", listen as EventListener);
      resolve(data);
    };
    addEventListener("message", listen as EventListener);
  });
}
