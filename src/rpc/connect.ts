import { checkedOptions } from "../core/arguments.js";
import type { CallOptions } from "../core/call-options.js";
import { PagehoundError } from "../core/errors.js";
import { type Api, decodeError, post, type RpcMessage } from "./message.js";

/** The methods of an API served on another thread, and the means to give the connection up. */
export interface Connection<T> {
  readonly remote: T;
  /** Rejects every call that waits with `error`, and every later one; closes the port. */
  close(error: Error): void;
}

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: ((value: never) => void) | undefined;
}

/**
 * Calls the API served at the other end of `port`. The counterpart of `serve`. Each call rejects
 * with the error thrown there (see `decodeError`), or with its signal's reason when that aborts.
 */
export function connect<T extends Api<T>>(port: MessagePort): Connection<T> {
  const pending = new Map<number, Pending>();
  let nextCall = 1;
  let closed: Error | null = null;

  port.onmessage = ({ data }: MessageEvent<RpcMessage>) => {
    const waiting = pending.get(data.call);
    if (!waiting) return;
    if (data.type === "progress") {
      waiting.onProgress?.(data.value as never);
      return;
    }
    pending.delete(data.call);
    if (data.type === "result") waiting.resolve(data.value as never);
    else if (data.type === "error") waiting.reject(decodeError(data.error));
  };

  function send(method: string, request: unknown, options?: CallOptions<unknown>) {
    return new Promise<unknown>((resolve, reject) => {
      const { signal, onProgress } = checkedOptions(options);
      if (closed) return reject(closed);
      if (signal?.aborted) return reject(signal.reason);
      const call = nextCall++;
      const abort = () => {
        pending.delete(call);
        post(port, { type: "abort", call });
        reject(signal?.reason);
      };
      const settled = () => signal?.removeEventListener("abort", abort);
      pending.set(call, {
        resolve(value) {
          settled();
          resolve(value);
        },
        reject(error) {
          settled();
          reject(error);
        },
        onProgress,
      });
      signal?.addEventListener("abort", abort, { once: true });
      try {
        post(port, { type: "call", call, method, request });
      } catch (cause) {
        pending.get(call)?.reject(
          new PagehoundError(
            "invalid-argument",
            `The argument of ${method}() cannot be sent to a worker.`,
            {
              cause,
            },
          ),
        );
        pending.delete(call);
      }
    });
  }

  const remote = new Proxy({} as T, {
    get: (_, name) =>
      // A promise resolved with the proxy must not take it for a thenable.
      typeof name === "string" && name !== "then"
        ? (request: unknown, options?: CallOptions<unknown>) => send(name, request, options)
        : undefined,
  });

  return {
    remote,
    close(error) {
      if (closed) return;
      closed = error;
      port.onmessage = null;
      port.close();
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    },
  };
}
