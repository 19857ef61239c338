import type { CollectionChange, IngestEvent } from "../core/ingest.js";
import type { TabMessage } from "./tab-message.js";

/** What happens to a job, told to everybody. */
export type JobEvent = Exclude<
  IngestEvent,
  { readonly type: "document-unchanged" | "folder-compared" }
>;

/** Hears of a change and, when it is about a job, of the job's ordinal. */
export type ChangeListener = (change: CollectionChange, job: number | null) => void;

/** What happens in the collection, told to those who listen in this tab, and to the other tabs. */
export class Announcements {
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
  tell(job: number, event: JobEvent): void {
    this.tellHere(event, job);
    this.#send({ type: "event", ordinal: job, event });
  }

  /** Tells those in this tab alone: other tabs have told it, or will see it for themselves. */
  tellHere(change: CollectionChange, job: number | null = null): void {
    for (const listener of [...this.#listeners]) listener(change, job);
  }
}

/** Whether an event can be about a job; those that cannot are for the caller of `add` alone. */
export function isJobEvent(event: IngestEvent): event is JobEvent {
  return event.type !== "document-unchanged" && event.type !== "folder-compared";
}

/** Whether an event is the last of a file that was added, or all that happens until somebody helps. */
export function isEnd(change: CollectionChange): boolean {
  return (
    change.type === "document-ready" ||
    change.type === "document-refused" ||
    change.type === "document-cancelled"
  );
}
