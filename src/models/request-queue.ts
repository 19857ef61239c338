import { untilAborted } from "../core/call-options.js";
import { PagehoundError } from "../core/errors.js";

/** Lets requests to a model through one after the other. */
export class RequestQueue {
  #last: Promise<unknown> = Promise.resolve();
  readonly #closed = new AbortController();

  /**
   * Runs `work` when all earlier work has ended. Rejects at once with the signal's reason, or with
   * `closed`; work that runs is told by the signal it is given, and the next waits until it has ended.
   */
  run<T>(work: (signal: AbortSignal) => Promise<T>, caller?: AbortSignal): Promise<T> {
    const signal = caller ? AbortSignal.any([caller, this.#closed.signal]) : this.#closed.signal;
    const task = this.#last.then(() => {
      signal.throwIfAborted();
      return work(signal);
    });
    this.#last = task.catch(() => {});
    return untilAborted(task, signal);
  }

  /** Rejects what waits, runs, or comes later with `closed`; resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.#closed.abort(
      new PagehoundError("closed", "The model was unloaded. Load it again to ask it."),
    );
    await this.#last;
  }
}
