import type { CallOptions } from "../core/call-options.js";
import { documentId, documentOrdinal } from "../core/document.js";
import type { CollectionChange, IngestEvent, IngestList, InputFile } from "../core/ingest.js";
import { untilAborted } from "../core/until-aborted.js";
import type { DocumentPostings } from "../search/document-postings.js";
import type { Store } from "../store/store.js";
import { addFiles } from "./adding.js";
import { Announcements, isJobEvent } from "./announcements.js";
import type { OpenRequest } from "./api.js";
import { IngestLister } from "./ingest-list.js";
import type { JobFollower } from "./job-follower.js";
import type { LiveDocuments } from "./live-documents.js";
import type { ParserPool } from "./parser-pool.js";
import { Reader } from "./reader.js";
import { RecentFiles } from "./recent-files.js";
import { summaryOf } from "./summary.js";
import { type TabMessage, Tabs } from "./tabs.js";
import { Upkeep } from "./upkeep.js";
import { WorkQueue } from "./work-queue.js";

/** What the ingestion works with. */
export interface IngestionContext {
  readonly store: Store<DocumentPostings>;
  readonly live: LiveDocuments;
  readonly parsers: ParserPool;
  readonly request: Pick<OpenRequest, "name" | "pageSeconds" | "copyUpTo" | "recognition">;
}

/**
 * How files become documents, over all tabs with the collection. Each tab takes files in and changes
 * the queue; the one that reads does the jobs, and tells the others, who follow it in the database.
 */
export class Ingestion {
  readonly #store: Store<DocumentPostings>;
  readonly #live: LiveDocuments;
  readonly #parsers: ParserPool;
  readonly #recent = new RecentFiles();
  readonly #copyUpTo: number;
  readonly #tabs: Tabs;
  readonly #announcements: Announcements;
  readonly #reader: Reader;
  readonly #upkeep: Upkeep;
  readonly #lister: IngestLister;
  readonly #followers = new Set<JobFollower>();
  /** Messages are followed one after the other, so that what they tell arrives in order. */
  #followed: Promise<void> = Promise.resolve();
  #begun = false;
  /** What may be done with the queue. */
  readonly queue: WorkQueue;

  constructor({ store, live, parsers, request }: IngestionContext) {
    const { name, pageSeconds, copyUpTo, recognition } = request;
    this.#store = store;
    this.#live = live;
    this.#parsers = parsers;
    this.#copyUpTo = copyUpTo;
    this.#tabs = new Tabs(store.kind === "memory" ? null : name, {
      message: (message) => this.#hear(message),
      reads: () => {
        if (this.#begun) void this.#takeOver();
      },
    });
    const announcements = new Announcements((message) => this.#tabs.send(message));
    const replaced = () => void this.#upkeep.purge();
    this.#announcements = announcements;
    this.#reader = new Reader({
      ...{ store, live, parsers, announcements, pageSeconds, recognition, replaced },
      recent: this.#recent,
    });
    this.#lister = new IngestLister(store, announcements);
    this.queue = new WorkQueue({ store, reader: this.#reader, tabs: this.#tabs, announcements });
    const renewing = () => void this.queue.changed().catch(() => {});
    this.#upkeep = new Upkeep({ store, live, recognition, renewing });
  }

  /** Whether this tab does the reading. */
  get reading(): boolean {
    return this.#tabs.reading;
  }

  /** Settles as soon as it is known whether this tab reads from the beginning. */
  get settled(): Promise<void> {
    return this.#tabs.settled;
  }

  /** Begins, when the documents are loaded. */
  begin(): void {
    this.#begun = true;
    // The turn may have come while the documents were being loaded.
    if (this.reading) void this.#takeOver();
  }

  /** Stops reading, and hears and tells nothing any more: other code has the database by now. */
  outdated(): void {
    this.close();
    this.#announcements.tellHere({ type: "outdated" });
  }

  /** Stops reading, so that another tab goes on with it. */
  close(): void {
    this.#reader.stop();
    this.#upkeep.stop();
    this.#tabs.close();
  }

  /** See `CollectionApi.add`. */
  add(
    request: { files: readonly InputFile[]; folders: readonly string[] },
    { signal = new AbortController().signal, onProgress = () => {} }: CallOptions<IngestEvent>,
  ): Promise<void> {
    if (this.reading) this.#parsers.prepare(request.files.length);
    const context = {
      ...{ store: this.#store, live: this.#live, announcements: this.#announcements },
      ...{ queue: this.queue, copyUpTo: this.#copyUpTo, followers: this.#followers },
      recent: this.#recent,
    };
    return addFiles(request, context, { signal, emit: onProgress });
  }

  list(): Promise<IngestList> {
    return this.#lister.list(this.reading);
  }

  /** Tells what changes until it is aborted. */
  async changes({ signal, onProgress = () => {} }: CallOptions<CollectionChange>): Promise<void> {
    const ignore = this.#announcements.listen((change) => onProgress(change));
    try {
      await untilAborted(new Promise<never>(() => {}), signal);
    } finally {
      ignore();
    }
  }

  /** Brings every tab in step with documents that this one removed or restored in the database. */
  async documentsChanged(ordinals: readonly number[]): Promise<void> {
    this.#tabs.send({ type: "documents-changed", ordinals });
    await this.#sync(ordinals);
    this.#upkeep.removed();
    // A document that is removed need not be read anew any more.
    await this.queue.changed();
  }

  #read(): void {
    this.#reader.start();
    this.#upkeep.start();
  }

  /** Goes on where the tab stopped that read before. */
  async #takeOver(): Promise<void> {
    this.#lister.forget();
    // It may have finished documents and ended before it told of them.
    await this.#sync(null).catch(() => {});
    // It may have been closed meanwhile.
    if (!this.reading) return;
    this.#announcements.tellHere({ type: "queue-changed" });
    this.#read();
  }

  #hear(message: TabMessage): void {
    // What fails here is in the database, and seen to with the next message.
    this.#followed = this.#followed.then(() => this.#follow(message)).catch(() => {});
  }

  async #follow(message: TabMessage): Promise<void> {
    switch (message.type) {
      case "documents-changed":
        await this.#sync(message.ordinals);
        this.#upkeep.removed();
        return;
      case "queue-changed":
        this.#announcements.tellHere({ type: "queue-changed" });
        this.#reader.lookLater();
        return;
      case "password":
        if (!this.reading) return;
        return this.#reader.password(message.ordinal, message.password);
      case "event":
        return this.#followEvent(message.ordinal, message.event);
      case "reader-changed":
        this.#lister.forget();
        await this.#sync(null);
        this.#announcements.tellHere({ type: "queue-changed" });
    }
  }

  async #followEvent(ordinal: number, event: IngestEvent): Promise<void> {
    if (!isJobEvent(event)) return;
    if (event.type === "document-ready") {
      const replaced = event.replaced === null ? null : documentOrdinal(event.replaced);
      // What is announced can be found.
      await this.#sync(replaced === null ? [ordinal] : [ordinal, replaced], [ordinal, replaced]);
    }
    this.#announcements.tellHere(event, ordinal);
  }

  /** Follows the database, and tells here what came and went, but for what is told otherwise. */
  async #sync(
    ordinals: readonly number[] | null,
    told: readonly (number | null)[] = [],
  ): Promise<void> {
    const outcome = await this.#live.sync(ordinals);
    const gone = outcome.gone.filter((ordinal) => !told.includes(ordinal));
    const appeared = outcome.appeared.filter(({ ordinal }) => !told.includes(ordinal));
    if (gone.length > 0) {
      const documents = gone.map((ordinal) => documentId(ordinal));
      this.#announcements.tellHere({ type: "documents-removed", documents });
    }
    if (appeared.length > 0) {
      const documents = appeared.map(summaryOf);
      this.#announcements.tellHere({ type: "documents-restored", documents });
    }
  }
}
