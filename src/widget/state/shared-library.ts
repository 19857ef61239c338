import { PagehoundError } from "../../core/errors.js";
import type { Pagehound, PagehoundOptions } from "../../index.js";
import { deferred } from "./deferred.js";

/** A collection that is open once for all elements of the page that use it. */
export class SharedLibrary {
  /** Can be called at once; what is called before the collection is open waits for it. */
  readonly library: Pagehound;
  /** Settles once the collection is open; rejects when it is closed before. */
  readonly opened: Promise<Pagehound>;
  readonly #open: (signal: AbortSignal) => Promise<Pagehound>;
  readonly #closed: () => void;
  readonly #abort: AbortController = new AbortController();
  readonly #resolve: (hound: Pagehound) => void;
  readonly #reject: (error: unknown) => void;
  #attempt: Promise<void> | null = null;
  #users = 0;

  constructor(open: (signal: AbortSignal) => Promise<Pagehound>, closed: () => void) {
    const { promise, resolve, reject } = withResolvers<Pagehound>();
    this.opened = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#open = open;
    this.#closed = closed;
    this.library = deferred<Pagehound>(promise, ["queue"]);
    promise.catch(() => undefined);
  }

  /** Counts one more element that uses it. */
  take(): this {
    this.#users++;
    return this;
  }

  /** Tries to open it, unless that is under way or done. Rejects with why it could not be opened. */
  open(): Promise<void> {
    this.#attempt ??= this.#try();
    return this.#attempt;
  }

  /** Counts one element less; with the last one the collection is closed. */
  release(): void {
    this.#users--;
    if (this.#users > 0) return;
    this.#closed();
    this.#reject(closedError());
    this.#abort.abort(closedError());
    void this.opened.then(
      (hound) => hound.close(),
      () => undefined,
    );
  }

  async #try(): Promise<void> {
    try {
      const hound = await this.#open(this.#abort.signal);
      // It may have been opened at the very moment when nobody wanted it any more.
      if (this.#abort.signal.aborted) hound.close();
      else this.#resolve(hound);
    } catch (error) {
      this.#attempt = null;
      throw error;
    }
  }
}

const shared = new Map<string, SharedLibrary>();

/** The collection of this name, shared with the elements that have it already. To be released. */
export function shareLibrary(
  options: PagehoundOptions & { readonly assetsBase: URL },
): SharedLibrary {
  const key = JSON.stringify([options.name, options.assetsBase.href]);
  const known = shared.get(key);
  if (known) return known.take();
  const made = new SharedLibrary(
    async (signal) => {
      const { Pagehound } = await loadLibrary();
      return Pagehound.open({ ...options, signal });
    },
    () => shared.delete(key),
  );
  shared.set(key, made);
  return made.take();
}

/** A collection that the page has opened, and closes itself. */
export function givenLibrary(hound: Pagehound): SharedLibrary {
  const given = new SharedLibrary(
    () => Promise.resolve(hound),
    () => undefined,
  );
  // A user too many, so that it is never closed from here.
  return given.take().take();
}

async function loadLibrary(): Promise<typeof import("../../pagehound.js")> {
  try {
    return await import("../../pagehound.js");
  } catch (error) {
    throw new PagehoundError(
      "download-failed",
      "A part of this page could not be loaded. Check the connection, then try again.",
      { cause: error },
    );
  }
}

function closedError(): PagehoundError {
  return new PagehoundError("closed", "The collection was closed.");
}

function withResolvers<Value>(): {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
} {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
