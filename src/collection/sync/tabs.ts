import {
  anyObject,
  boolean,
  type CollectionChange,
  count,
  type DocumentId,
  documentOrdinal,
  type IngestEvent,
  integer,
  list,
  matches,
  nullable,
  number,
  object,
  optional,
  shape,
  text,
  untilAborted,
  variant,
  withLock,
} from "../../core/index.js";

/** The events of a job, sent to everybody. */
export type JobEvent = Exclude<
  IngestEvent,
  { readonly type: "document-unchanged" | "folder-compared" }
>;

/** Hears of a change and, when it is about a job, of the job's ordinal. */
export type ChangeListener = (change: CollectionChange, job: number | null) => void;

/** The events of a collection, sent to listeners in this tab and to the other tabs. */
export class EventBus {
  readonly #listeners = new Set<ChangeListener>();
  readonly #send: (message: TabMessage) => void;

  /** @param send sends a message to the other tabs */
  constructor(send: (message: TabMessage) => void) {
    this.#send = send;
  }

  /** Calls `listener` from now on. Returns a function that ends it. */
  listen(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells everybody of what this tab did with a job. */
  emit(job: number, event: JobEvent): void {
    this.emitHere(event, job);
    this.#send({ type: "event", ordinal: job, event });
  }

  /** Notifies only this tab: other tabs have sent it, or will see it themselves. */
  emitHere(change: CollectionChange, job: number | null = null): void {
    for (const listener of [...this.#listeners]) listener(change, job);
  }
}

/** Whether something that happened can be about a job; other events of files are for the caller of `add` alone. */
export function isJobEvent(change: CollectionChange | IngestEvent): change is JobEvent {
  return change.type.startsWith("document-") && change.type !== "document-unchanged";
}

/** Whether an event is the last of a file that was added, or all that happens until somebody helps. */
export function isEnd(change: CollectionChange): boolean {
  return (
    change.type === "document-ready" ||
    change.type === "document-refused" ||
    change.type === "document-cancelled"
  );
}

/** What is kept beside documents and has changed: the same message between tabs and to whoever listens. */
export const keptChanges = [
  "published-changed",
  "folders-changed",
  "embeddings-changed",
  "notes-changed",
  "grids-changed",
] as const;

export interface KeptChange {
  readonly type: (typeof keptChanges)[number];
}

/**
 * What tabs with the same collection tell each other. A message names what to look at, and the
 * database says how it is: one that is lost, repeated or late does no harm.
 *
 * - `documents-changed`: these documents became ready, were removed, restored or replaced; null
 *   when it is not known which. To be passed to `DocumentCache.sync`.
 * - `queue-changed`: jobs were added, cancelled, released or ordered otherwise, or reading was paused
 *   or resumed. `released`: jobs can be done that could not be before, none with an order below this,
 *   and nothing else has changed; each was announced to every tab with an event before.
 * - `published-changed`: published collections came, went, or were looked at again.
 * - `folders-changed`: watched folders came, went, or were looked at.
 * - `embeddings-changed`: vectors were stored or deleted, or are made with another model or not at all.
 * - `notes-changed`: notes of the person were added, changed, deleted or restored.
 * - `grids-changed`: grids or their answers were added, changed, deleted or restored.
 * - `password`: for the file of a job. Kept by the tab that reads, and stored nowhere. Sent before
 *   the job is released, so that the reader has it when it takes the job up.
 * - `event`: what the reader does with a job. That a document is ready is to be passed on only
 *   after `DocumentCache.sync`.
 * - `reader-changed`: another tab reads from now on. Its predecessor may have ended before it told
 *   of the last thing it did, so that all documents are to be looked at.
 */
export type TabMessage =
  | { readonly type: "documents-changed"; readonly ordinals: readonly number[] | null }
  | { readonly type: "queue-changed"; readonly released?: number }
  | KeptChange
  | { readonly type: "password"; readonly ordinal: number; readonly password: string }
  | { readonly type: "event"; readonly ordinal: number; readonly event: IngestEvent }
  | { readonly type: "reader-changed" };

const ordinal = integer(1);
const id = shape<DocumentId>(
  "the id of a document",
  (each) => typeof each === "string" && documentOrdinal(each) !== null,
);

/** The used part of an event of a job. */
const event = variant("type", {
  "document-waiting": object({ path: text, size: count }),
  "document-opening": object({ path: text, share: number }),
  "document-started": object({ path: text, pages: count, done: count }),
  "document-progress": object({
    path: text,
    done: count,
    total: count,
    recognised: optional(number),
  }),
  "document-indexing": object({ path: text, share: optional(number) }),
  "document-ready": object({
    path: text,
    document: object({ id, path: text }),
    replaced: nullable(id),
    sameAs: nullable(id),
  }),
  "document-refused": object({ path: text, code: text, message: text, kept: boolean }),
  "document-cancelled": object({ path: text }),
});

const message = variant<TabMessage>("type", {
  "documents-changed": object({ ordinals: nullable(list(ordinal)) }),
  // Orders are numbers of any kind.
  "queue-changed": object({ released: optional(number) }),
  "published-changed": anyObject,
  "folders-changed": anyObject,
  "embeddings-changed": anyObject,
  "notes-changed": anyObject,
  "grids-changed": anyObject,
  password: object({ ordinal, password: text }),
  event: object({ ordinal, event }),
  "reader-changed": anyObject,
});

/** Whether something that came is a message, so that following it can fail only as the database does. */
export function isTabMessage(value: unknown): value is TabMessage {
  return matches(message, value);
}

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

  /**
   * Lets another tab read, and neither sends nor receives anything any more. Stop reading first.
   */
  close(): void {
    this.#reading = false;
    this.#closing.abort();
    this.#channel?.close();
  }

  /** Becomes the reader at once if there is none, else when those before it are gone, or asleep. */
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
