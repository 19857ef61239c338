import type { CallOptions } from "../call-options.js";
import { onBehalfOf, reportSteps } from "../current-step.js";
import { type Api, encodeError, type Method, post, type RpcMessage, unreadable } from "./remote.js";

/** How an API is served. */
interface ServeOptions {
  /** Begins to answer a call. */
  readonly begin?: (call: number, answer: () => Promise<unknown>) => Promise<unknown>;
}

/**
 * Answers the calls that arrive at `port` with the methods of `api`. The counterpart of `connect`.
 * Returns a function that stops: running calls are aborted and the port is closed.
 */
export function serve<T extends Api<T>>(
  port: MessagePort,
  api: T,
  { begin = (_call, answer) => answer() }: ServeOptions = {},
): () => void {
  const running = new Map<number, AbortController>();
  // Calls count from 1, and each number arrives in order, as a call or an abort.
  let latest = 0;

  async function answer(message: RpcMessage & { type: "call" }): Promise<void> {
    const { call, method, request } = message;
    const controller = new AbortController();
    running.set(call, controller);
    const options: CallOptions<unknown> = {
      signal: controller.signal,
      onProgress: (value) => post(port, { type: "progress", call, value }),
    };
    try {
      if (!Object.hasOwn(api, method)) throw new TypeError(`No method "${method}" is served here.`);
      const handler: Method = api[method as keyof T];
      const value = await begin(call, () => handler(request, options));
      post(port, { type: "result", call, value });
    } catch (thrown) {
      postError(port, call, thrown);
    } finally {
      running.delete(call);
    }
  }

  port.onmessage = ({ data }: MessageEvent<RpcMessage>) => {
    if ("call" in data) latest = Math.max(latest, data.call);
    if (data.type === "call") void answer(data);
    else if (data.type === "abort") running.get(data.call)?.abort();
    else if (data.type === "ping") post(port, { type: "pong" });
  };
  // Only a call carries what may be unreadable, so it is the one after the latest.
  port.onmessageerror = () => postError(port, ++latest, unreadable("The argument of a call"));

  return () => {
    port.onmessage = null;
    port.onmessageerror = null;
    for (const controller of running.values()) controller.abort();
    port.close();
  };
}

/**
 * Serves `api` to whoever watches this thread (`WatchOptions`): each step is reported before it
 * begins. For one port a thread.
 */
export function serveWatched<T extends Api<T>>(port: MessagePort, api: T): () => void {
  reportSteps((step, doneFor) => post(port, { type: "step", step, doneFor }));
  return serve(port, api, { begin: onBehalfOf });
}

/** Says why a call failed: whoever waits for it waits forever if that cannot be sent. */
function postError(port: MessagePort, call: number, thrown: unknown): void {
  try {
    post(port, { type: "error", call, error: encodeError(thrown) });
  } catch {
    const message = "It failed, and the reason could not be passed on.";
    post(port, { type: "error", call, error: { name: "Error", message, stack: undefined } });
  }
}
