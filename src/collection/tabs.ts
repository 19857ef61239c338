import type { IngestEvent } from "../core/ingest.js";

/**
 * What tabs with the same collection tell each other. A message names what to look at, and the
 * database says how it is: one that is lost, repeated or late does no harm.
 *
 * - `documents-changed`: these documents became ready, were removed, restored or replaced; null
 *   when it is not known which. To be passed to `LiveDocuments.sync`.
 * - `queue-changed`: jobs were added, cancelled, released or ordered otherwise, or reading was paused
 *   or resumed. `released`: jobs can be done that could not be before, none with an order below this,
 *   and nothing else has changed; everybody was told of each with an event before.
 * - `published-changed`: published collections came, went, or were looked at anew.
 * - `embeddings-changed`: vectors were stored or deleted, or are made with another model or not at all.
 * - `password`: for the file of a job. Kept by the tab that reads, and stored nowhere. Sent before
 *   the job is released, so that the reader has it when it takes the job up.
 * - `event`: what the reader does with a job. That a document is ready is to be passed on only
 *   after `LiveDocuments.sync`.
 * - `reader-changed`: another tab reads from now on. Its predecessor may have ended before it told
 *   of the last thing it did, so that all documents are to be looked at.
 */
export type TabMessage =
  | { readonly type: "documents-changed"; readonly ordinals: readonly number[] | null }
  | { readonly type: "queue-changed"; readonly released?: number }
  | { readonly type: "published-changed" }
  | { readonly type: "embeddings-changed" }
  | { readonly type: "password"; readonly ordinal: number; readonly password: string }
  | { readonly type: "event"; readonly ordinal: number; readonly event: IngestEvent }
  | { readonly type: "reader-changed" };

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
    this.#channel?.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
      if (!signal.aborted) handlers.message(data);
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
