import { eitherSignal, never } from "./call-options.js";
import { PagehoundError } from "./errors.js";
import { locks } from "./locks.js";

export interface LockWait {
  /** Ends the wait, and aborts the signal of the work. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, if the lock is taken and this caller starts to wait. */
  readonly onWait?: () => void;
}

/** The interval at which a waiter requests the lock again. */
const askMilliseconds = 5_000;

/** Unanswered pings in a row after which the holder counts as asleep, and may never wake. */
const maxUnanswered = 3;

/**
 * Does work while no other tab or worker of this origin does any under the same name. Settles like
 * the work, or rejects with the signal's reason. A page in the back-forward cache may keep the
 * lock. Browsers discard such a page when the lock is requested, but not for requests that were
 * already waiting, so waiters request it again. A tab that the browser has frozen keeps its lock
 * anyway. Since it does not answer pings, the lock is stolen from it; if it wakes, the signal of
 * its work aborts with `closed`.
 */
export async function withLock<T>(
  name: string,
  work: (signal: AbortSignal) => Promise<T>,
  { signal, onWait = () => {} }: LockWait = {},
): Promise<T> {
  signal?.throwIfAborted();
  const manager = locks();
  if (!manager) return work(signal ?? never());
  const turn = new LockTurn(name, work, signal);
  const request = (options: LockOptions) => turn.take(manager, options);
  if (!(await request({ ifAvailable: true }))) {
    onWait();
    await askOn(name, request, signal);
  }
  return turn.done;
}

/** Requests a lock repeatedly until the work is done or has failed. */
async function askOn(
  name: string,
  request: (options: LockOptions) => Promise<boolean>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const channel = new BroadcastChannel(channelOf(name));
  let answered = false;
  channel.onmessage = ({ data }) => {
    if (data === "held") answered = true;
  };
  try {
    for (let unanswered = 0; ; unanswered = answered ? 0 : unanswered + 1) {
      answered = false;
      channel.postMessage("asked");
      const options = unanswered < maxUnanswered ? null : { steal: true };
      if (await (options ? request(options) : askOnce(request, signal))) return;
    }
  } finally {
    channel.close();
  }
}

/** Waits for a lock for a limited time. Returns whether the work was done, or has failed. */
async function askOnce(
  request: (options: LockOptions) => Promise<boolean>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), askMilliseconds);
  const asking = eitherSignal(signal, late.signal);
  try {
    return await request({ signal: asking });
  } catch (error) {
    signal?.throwIfAborted();
    if (!late.signal.aborted) throw error;
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Work that is done once, when its lock is acquired. */
class LockTurn<T> {
  readonly #name: string;
  readonly #work: (signal: AbortSignal) => Promise<T>;
  readonly #signal: AbortSignal | undefined;
  readonly #taken = new AbortController();
  #done: Promise<T> | null = null;

  constructor(
    name: string,
    work: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal | undefined,
  ) {
    this.#name = name;
    this.#work = work;
    this.#signal = signal;
  }

  /** Settles like the work. Must not be read before the work began. */
  get done(): Promise<T> {
    return this.#done ?? Promise.reject(new Error("The work was not started."));
  }

  /** Waits for the lock, and then for the end of the work; returns whether it began. */
  async take(manager: LockManager, options: LockOptions): Promise<boolean> {
    try {
      await manager.request(this.#name, options, async (lock) => {
        if (lock) await this.#hold();
      });
    } catch (error) {
      if (!this.#done) throw error;
      // The work itself never rejects here, so the lock was stolen.
      this.#taken.abort(takenAway());
      await this.#done.catch(() => {});
    }
    return this.#done !== null;
  }

  async #hold(): Promise<void> {
    const channel = new BroadcastChannel(channelOf(this.#name));
    const answer = () => channel.postMessage("held");
    channel.onmessage = ({ data }) => {
      if (data === "asked") answer();
    };
    // Answers pings, so that other waiters do not steal the lock from this one.
    answer();
    const taken = this.#taken.signal;
    const signal = eitherSignal(this.#signal, taken);
    try {
      this.#done = this.#work(signal);
      await this.#done;
    } catch {
      // Reported to the caller that waits for the work.
    } finally {
      channel.close();
    }
  }
}

function channelOf(lock: string): string {
  return `pagehound-lock:${lock}`;
}

function takenAway(): PagehoundError {
  return new PagehoundError(
    "closed",
    "This tab was asleep, and another one has continued its work. Try again.",
  );
}
