import type { CallOptions } from "../core/call-options.js";
import type { WireError } from "./error-codec.js";

/** A method that can be called across threads: one request that can be cloned, one reply. */
// biome-ignore lint/suspicious/noExplicitAny: the constraint must accept every method's own types.
export type Method = (request: any, options?: CallOptions<any>) => Promise<unknown>;

/** What one thread offers another: an object of methods. */
export type Api<T> = { readonly [Name in keyof T]: Method };

/** What travels through a port. */
export type Message =
  | {
      readonly type: "call";
      readonly call: number;
      readonly method: string;
      readonly request: unknown;
    }
  | { readonly type: "abort"; readonly call: number }
  | { readonly type: "progress"; readonly call: number; readonly value: unknown }
  | { readonly type: "result"; readonly call: number; readonly value: unknown }
  | { readonly type: "error"; readonly call: number; readonly error: WireError };

const transfers = new WeakMap<object, Transferable[]>();

/** Marks what is to be moved rather than copied when `value` is sent as a request or a reply. */
export function transfer<T extends object>(value: T, list: Transferable[]): T {
  transfers.set(value, list);
  return value;
}

/** Sends a message, moving what was marked with `transfer`. */
export function post(port: MessagePort, message: Message): void {
  const payload =
    "request" in message ? message.request : "value" in message ? message.value : undefined;
  const list = typeof payload === "object" && payload !== null ? transfers.get(payload) : undefined;
  port.postMessage(message, list ?? []);
}
