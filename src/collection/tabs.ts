import { isTabMessage, type TabMessage } from "./tab-message.js";

/** How often a tab that waits for its turn asks for it again. */
const askMilliseconds = 5_000;

/** What a tab does when something happens in others. Neither is called before the constructor is done. */
export interface TabHandlers {
  /** Another tab sent a message. */
  message(message: TabMessage): void;
  /** This tab reads from now on, until it is closed. Called once at most. */
  reads(): void;
}

/**
 * The tabs with the same collection. One of them is the reader: it holds a lock that goes to the
 * next tab when it is closed or dies.
 */
export class Tabs {
  readonly #handlers: TabHandlers;
  readonly #channel: BroadcastChannel | null;
  /** Ends the wait for the lock. */
  readonly #closing = new AbortController();
  readonly #closed: Promise<void>;
  #reading = false;
  /** Settles as soon as it is known whether this tab reads from the beginning. */
  readonly settled: Promise<void>;

  /** @param collection its name; null when it is kept in memory, where no other tab sees it */
  constructor(collection: string | null, handlers: TabHandlers) {
    this.#handlers = handlers;
    const { signal } = this.#closing;
    this.#closed = new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
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
  get reading(): boolean {
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

  /** Becomes the reader at once when there is none, else when those before it are gone. */
  #takeTurns(lock: string): Promise<void> {
    const { locks } = navigator;
    const { signal } = this.#closing;
    return new Promise((settle) => {
      const read = (held: Lock | null): Promise<void> | undefined => {
        if (held) this.#begin();
        settle();
        // The lock is held until the promise that is returned settles.
        return held ? this.#closed : undefined;
      };
      const wait = async () => {
        await locks.request(lock, { ifAvailable: true }, read);
        // A page that was left for another one may be kept asleep with the lock. Browsers throw it
        // away when the lock is asked for, but not for those who were waiting already.
        while (!signal.aborted) {
          const turn = AbortSignal.any([signal, AbortSignal.timeout(askMilliseconds)]);
          await locks.request(lock, { signal: turn }, read).catch((error: unknown) => {
            if (!turn.aborted) throw error;
          });
        }
      };
      wait().catch(() => {
        // Without locks it reads all the same: two that do waste work, and none would be worse.
        if (!this.#reading) this.#begin();
        settle();
      });
    });
  }

  #begin(): void {
    if (this.#closing.signal.aborted) return;
    this.#reading = true;
    this.send({ type: "reader-changed" });
    this.#handlers.reads();
  }
}
