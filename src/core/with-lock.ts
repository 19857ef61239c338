import { PagehoundError } from "./errors.js";
import { locks } from "./locks.js";

/** How a lock is waited for. */
export interface LockWait {
  /** Ends the wait, and aborts what the work is given. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, when others have the lock and this one begins to wait. */
  readonly onWait?: () => void;
}

/** How often who waits for a lock asks for it again. */
const askMilliseconds = 5_000;

/** Times in a row that whoever has the lock did not answer; then it is asleep, and may never wake. */
const maxUnanswered = 3;

/**
 * Does work while nobody else of this origin, in whichever tab or worker, does any under the same
 * name. Settles like the work, or rejects with the signal's reason.
 *
 * A page that was left for another one may be kept asleep with the lock. Browsers throw it away when
 * the lock is asked for, but not for those who were waiting already: so who waits asks again. A tab
 * that the browser has frozen keeps its lock all the same. It does not answer, and the lock is taken
 * from it; should it wake, the signal that its work was given aborts with `closed`.
 */
export async function withLock<T>(
  name: string,
  work: (signal: AbortSignal) => Promise<T>,
  { signal, onWait = () => {} }: LockWait = {},
): Promise<T> {
  signal?.throwIfAborted();
  const manager = locks();
  if (!manager) return work(signal ?? new AbortController().signal);
  const turn = new LockTurn(name, work, signal);
  const request = (options: LockOptions) => turn.take(manager, options);
  if (!(await request({ ifAvailable: true }))) {
    onWait();
    await askOn(name, request, signal);
  }
  return turn.done;
}

/** Asks for a lock until the request has come to its end. */
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

/** Waits for a lock for a while. Returns whether the work was done, or has failed. */
async function askOnce(
  request: (options: LockOptions) => Promise<boolean>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), askMilliseconds);
  const asking = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
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

/** Work that is done once, whenever its lock is had. */
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

  /** Settles like the work. Call it after the work began. */
  get done(): Promise<T> {
    return this.#done ?? Promise.reject(new Error("The work was not begun."));
  }

  /** Waits for the lock, and then for the end of the work; returns whether it was begun. */
  async take(manager: LockManager, options: LockOptions): Promise<boolean> {
    try {
      await manager.request(this.#name, options, async (lock) => {
        if (lock) await this.#hold();
      });
    } catch (error) {
      if (!this.#done) throw error;
      // The work itself never fails here: the lock was taken away.
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
    // Others who wait must not steal it from this one, which may have stolen it itself.
    answer();
    const taken = this.#taken.signal;
    const signal = this.#signal ? AbortSignal.any([this.#signal, taken]) : taken;
    try {
      this.#done = this.#work(signal);
      await this.#done;
    } catch {
      // Reported to whoever waits for the work.
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
