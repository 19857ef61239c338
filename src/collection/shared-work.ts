import { untilAborted } from "../core/until-aborted.js";

interface Work<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Work that several ask for at the same time is done once. It is aborted when nobody waits for it any
 * more, and who asks after that has it done anew.
 */
export class SharedWork<Key, Result> {
  readonly #works = new Map<Key, Work<Result>>();

  async run(
    key: Key,
    begin: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted();
    const work = this.#works.get(key) ?? this.#begin(key, begin);
    work.waiting++;
    try {
      return await untilAborted(work.result, signal);
    } finally {
      work.waiting--;
      if (work.waiting === 0) {
        if (this.#works.get(key) === work) this.#works.delete(key);
        work.controller.abort();
      }
    }
  }

  #begin(key: Key, begin: (signal: AbortSignal) => Promise<Result>): Work<Result> {
    const controller = new AbortController();
    const work = { result: begin(controller.signal), controller, waiting: 0 };
    // Who waits is told; there may be nobody any more.
    work.result.catch(() => {});
    this.#works.set(key, work);
    return work;
  }
}
