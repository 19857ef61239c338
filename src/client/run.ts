import { type CallOptions, eitherSignal } from "../core/index.js";

/** Started work: it reports events through `onProgress`, and ends by settling the promise. */
export type Work<Event, Result> = (call: CallOptions<Event>) => Promise<Result>;

/**
 * Work that has begun, as `Pagehound.add` and `Pagehound.ask` return it. It continues whether or
 * not anybody looks at it, in one of two ways or both:
 *
 * - `await` it for its result, any number of times.
 * - `for await` over it for its events, from the first, whenever the iteration begins; it throws at
 *   the end what the result rejects with. Each event is delivered once: a second iteration gets
 *   only later ones. Until an iteration begins, only the latest progress of each thing is kept.
 *
 * Leaving the iteration early (`break`, `return`, an error thrown in the loop) stops the work, as
 * aborting its signal does; the result then rejects with an `AbortError`, or with the signal's
 * reason. A run that nobody awaits or iterates over fails silently, so that closing the page's
 * collection causes no unhandled rejection: await it to learn the outcome.
 *
 * Like any promise, it is resolved when an `async` function returns it: to pass on the run itself,
 * return it in an object, or from an ordinary function.
 *
 * @example
 * ```ts
 * const run = hound.add(fileInput.files ?? []);
 * for await (const event of run) {
 *   if (event.type === "document-progress") console.log(event.path, event.done, event.total);
 * }
 * const { added, refused } = await run;
 * ```
 */
export class Run<Event, Result> implements Promise<Result>, AsyncIterable<Event> {
  readonly [Symbol.toStringTag] = "Run";
  readonly #left = new AbortController();
  /** Events that were not consumed yet, in order. */
  readonly #events = new Map<unknown, Event>();
  readonly #result: Promise<Result>;
  #iterated = false;
  #settled = false;
  /** Replaced with each event, so that all iterators are notified. */
  #news = news();

  /**
   * @param supersedes names the thing whose progress an event reports; null for events that must
   * not be dropped
   *
   * @internal
   */
  constructor(
    work: Work<Event, Result>,
    signal?: AbortSignal,
    supersedes: (event: Event) => string | null = () => null,
  ) {
    const take = (event: Event): void => {
      const key = (this.#iterated ? null : supersedes(event)) ?? Symbol();
      // The latest comes after whatever happened since the previous one.
      this.#events.delete(key);
      this.#events.set(key, event);
      this.#notify();
    };
    this.#result = work({
      signal: eitherSignal(signal, this.#left.signal),
      onProgress: take,
    }).finally(() => {
      this.#settled = true;
      this.#notify();
    });
    this.#result.catch(() => {});
  }

  /** Like `Promise.prototype.then`. */
  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  then<Value = Result, Failed = never>(
    fulfilled?: ((result: Result) => Value | PromiseLike<Value>) | null,
    rejected?: WhenRejected<Failed>,
  ): Promise<Value | Failed> {
    return this.#result.then(fulfilled, rejected);
  }

  /** Like `Promise.prototype.catch`. */
  catch<Failed = never>(rejected?: WhenRejected<Failed>): Promise<Result | Failed> {
    return this.#result.catch(rejected);
  }

  /** Like `Promise.prototype.finally`. */
  finally(settled?: (() => void) | null): Promise<Result> {
    return this.#result.finally(settled);
  }

  /** The events that were not consumed yet, and later ones. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    this.#iterated = true;
    try {
      while (true) {
        for (const [key, event] of this.#events) {
          this.#events.delete(key);
          yield event;
        }
        if (this.#settled) break;
        await this.#news.promise;
      }
      await this.#result;
    } finally {
      // After the end it stops nothing.
      this.#left.abort();
    }
  }

  #notify(): void {
    const { notify } = this.#news;
    this.#news = news();
    notify();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as TypeScript's own promises have it.
type WhenRejected<Value> = ((reason: any) => Value | PromiseLike<Value>) | null;

interface News {
  readonly promise: Promise<void>;
  readonly notify: () => void;
}

function news(): News {
  let notify = (): void => {};
  const promise = new Promise<void>((resolve) => (notify = resolve));
  return { promise, notify };
}

/**
 * The events of work without a result, as an async iterable. It starts with the first `next`, and
 * is aborted when the iteration is left early. Events are queued until they are read.
 */
export async function* eventsOf<Event>(
  work: Work<Event, void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Event, void, undefined> {
  yield* new Run(work, signal);
}
