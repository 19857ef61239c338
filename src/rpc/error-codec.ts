import { type ErrorCode, type ErrorData, PagehoundError } from "../core/errors.js";

/** An error in a form that survives `postMessage`. */
export interface WireError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code?: ErrorCode;
  readonly data?: ErrorData;
}

/** Turns anything thrown into a form that can be cloned. */
export function encodeError(thrown: unknown): WireError {
  if (PagehoundError.isInstance(thrown)) {
    const { name, message, stack, code, data } = thrown;
    return { name, message, stack, code, data };
  }
  if (thrown instanceof Error) {
    return { name: thrown.name, message: thrown.message, stack: thrown.stack };
  }
  return { name: "Error", message: String(thrown), stack: undefined };
}

/** The inverse of `encodeError`. Aborts come back as `AbortError`, our own errors as `PagehoundError`. */
export function decodeError(error: WireError): Error {
  if (error.code !== undefined) {
    const options = error.data === undefined ? {} : { data: error.data };
    return keepStack(new PagehoundError(error.code, error.message, options), error);
  }
  if (error.name === "AbortError") return new DOMException(error.message, error.name);
  const cause = keepStack(new Error(error.message), error);
  return new PagehoundError(
    "internal",
    `Something went wrong inside Pagehound (${error.name}: ${error.message}).`,
    { cause },
  );
}

function keepStack<E extends Error>(target: E, { stack }: WireError): E {
  if (stack !== undefined) target.stack = stack;
  return target;
}
