import { untilAborted } from "../../core/call-options.js";
import { withLock } from "../../core/with-lock.js";
import { isTabMessage, type TabMessage } from "./event-bus.js";

/** What a tab does when something happens in others. None is called before the constructor is done. */
export interface LeaderElectionHandlers {
  /** Another tab sent a message. */
  message(message: TabMessage): void;
  /** This tab reads from now on, until it is closed or `deposed`. */
  elected(): void;
  /** It was asleep, and another tab has begun to read: this one stops, and waits for its turn again. */
  deposed(): void;
}

/**
 * The tabs with the same collection. One of them is the reader: it holds a lock that goes to the
 * next tab when it is closed, dies, or is found to be asleep.
 */
export class LeaderElection {
  readonly #handlers: LeaderElectionHandlers;
  readonly #channel: BroadcastChannel | null;
  /** Ends the wait for the lock. */
  readonly #closing = new AbortController();
  #reading = false;
  /** Settles as soon as it is known whether this tab reads from the beginning. */
  readonly settled: Promise<void>;

  /** @param collection its name; null when it is kept in memory, where no other tab sees it */
  constructor(collection: string | null, handlers: LeaderElectionHandlers) {
    this.#handlers = handlers;
    const { signal } = this.#closing;
    this.#channel = collection === null ? null : new BroadcastChannel(`pagehound:${collection}`);
    this.#channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      // Whatever runs on this site can send here, and so can other versions of the page.
      if (!signal.aborted && isTabMessage(data)) handlers.message(data);
    });
    this.settled =
      collection === null
        ? Promise.resolve().then(() => this.#begin())
        : this.#takeTurns(`pagehound:${collection}:reader`);
  }

  /** Whether this tab is the reader. */
  get isLeader(): boolean {
    return this.#reading;
  }

  /** Sends a message to the other tabs; to none when this one is closed. */
  send(message: TabMessage): void {
    if (!this.#closing.signal.aborted) this.#channel?.postMessage(message);
  }

  /** Lets another tab read, and neither sends nor hears anything any more. Reading is to be stopped first. */
  close(): void {
    this.#reading = false;
    this.#closing.abort();
    this.#channel?.close();
  }

  /** Becomes the reader at once when there is none, else when those before it are gone, or asleep. */
  #takeTurns(lock: string): Promise<void> {
    const { signal } = this.#closing;
    return new Promise((settle) => {
      const read = async (held: AbortSignal): Promise<void> => {
        this.#begin();
        settle();
        // The lock is held until then.
        await untilAborted(new Promise<never>(() => {}), held).catch(() => {});
        if (!signal.aborted) this.#end();
      };
      const wait = async (): Promise<void> => {
        while (!signal.aborted) await withLock(lock, read, { signal, onWait: settle });
      };
      wait().catch(() => {
        // Without locks it reads all the same: two that do waste work, and none would be worse.
        if (!this.#reading) this.#begin();
        settle();
      });
    });
  }

  #end(): void {
    this.#reading = false;
    this.#handlers.deposed();
  }

  #begin(): void {
    if (this.#closing.signal.aborted) return;
    this.#reading = true;
    this.send({ type: "reader-changed" });
    this.#handlers.elected();
  }
}
