import {
  type CallOptions,
  type CollectionChange,
  documentId,
  documentOrdinal,
  type IngestEvent,
  type IngestList,
  inParts,
  untilAborted,
} from "../../core/index.js";
import type { DocumentPostings } from "../../search/index.js";
import { isOwn, type SearchableDocument, type Store, type StoredJob } from "../../store/index.js";
import type { FilesToAdd, OpenRequest, PartApi } from "../api.js";
import { summaryOf } from "../retrieval/describe.js";
import type { DocumentCache, TitledDocument } from "../sync/document-cache.js";
import {
  type ChangeListener,
  EventBus,
  isJobEvent,
  type KeptChange,
  keptChanges,
  LeaderElection,
  type TabMessage,
} from "../sync/tabs.js";
import { Addition, type AdditionOwner } from "./add-files.js";
import { Attempts, type CollectionSession } from "./attempts.js";
import { GarbageCollector } from "./garbage-collector.js";
import { IngestScheduler } from "./ingest-scheduler.js";
import type { IngestedDocument } from "./job-actor.js";
import { JobBoard } from "./job-board.js";
import type { ParserPool } from "./parser-pool.js";
import { AssetFolder } from "./reindexer.js";
import type { IngestServices } from "./services.js";
import { JobPasswords, RecentFiles } from "./stored-file.js";
import { WorkQueue } from "./work-queue.js";

/** What an ingestion is started with. */
export interface IngestionSetup {
  readonly store: Store<DocumentPostings>;
  readonly cache: DocumentCache;
  readonly parsers: ParserPool;
  readonly session: Pick<CollectionSession, "id" | "died" | "hungOn">;
  readonly request: Pick<
    OpenRequest,
    "name" | "pageSeconds" | "copyUpTo" | "recognition" | "assetsBase"
  >;
}

/** Documents that one event names. */
const documentsPerEvent = 200;

/**
 * How files become documents, across all tabs with the collection. Each tab adds files and changes
 * the queue; the one that reads does the jobs, and notifies the others, which follow it in the
 * database.
 */
export class Ingestion implements PartApi<"ingestion"> {
  readonly #services: IngestServices;
  readonly #election: LeaderElection;
  readonly #reader: IngestScheduler;
  readonly #assets: AssetFolder;
  readonly #garbageCollector: GarbageCollector;
  readonly #additions = new Set<Addition>();
  readonly #roomListeners: (() => void)[] = [];
  /** Messages are followed one after the other, so that what they report arrives in order. */
  #followed: Promise<void> = Promise.resolve();
  #begun = false;
  /** Operations in progress here, other than jobs, that replace documents. */
  #replacing = 0;
  /** What may be done with the queue. */
  readonly queue: WorkQueue;

  constructor({ store, cache, parsers, session, request }: IngestionSetup) {
    const { name, recognition } = request;
    this.#assets = new AssetFolder(request.assetsBase);
    this.#election = new LeaderElection(store.kind === "memory" ? null : name, {
      message: (message) => this.#hear(message),
      elected: () => {
        if (this.#begun) void this.#takeOver();
      },
      deposed: () => this.#stop(),
    });
    const events = new EventBus((message) => this.#election.send(message));
    const services: IngestServices = {
      ...{ store, cache, parsers, events, settings: request },
      board: new JobBoard(store, events),
      attempts: new Attempts(store, session),
      recent: new RecentFiles(),
      passwords: new JobPasswords(),
    };
    this.#services = services;
    this.#reader = new IngestScheduler(services, {
      replaced: (job, ingested) => this.#replaced(job, ingested),
      worked: () => this.#garbageCollector.worked(),
    });
    this.queue = new WorkQueue(services, this.#reader, this.#election);
    this.#garbageCollector = new GarbageCollector({
      ...{ store, cache, events, name, recognition, assets: this.#assets },
      onQueued: () => void this.queue.changed(),
      working: () => this.#reader.working || this.#replacing > 0,
      changed: (ordinals) => {
        // There is more room than there was, also for what other tabs do.
        this.#election.send({ type: "documents-changed", ordinals });
        this.#tryAgain();
        return this.#sync(ordinals);
      },
    });
  }

  /** Whether this tab does the reading. */
  get reading(): boolean {
    return this.#election.isLeader;
  }

  /** Settles as soon as it is known whether this tab reads from the beginning. */
  get settled(): Promise<void> {
    return this.#election.settled;
  }

  /** Begins, when the documents are loaded. */
  begin(): void {
    this.#begun = true;
    // The turn may have come while the documents were being loaded.
    if (this.reading) void this.#takeOver();
  }

  /**
   * Stops reading, and neither receives nor sends events any more: the database belongs to someone
   * else by now, or is gone.
   */
  lost(why: "outdated" | "storage-lost"): void {
    this.close();
    this.#services.events.emitHere({ type: why });
  }

  /** Looks up what other tabs may have done without telling: they were ended, or this one was asleep. */
  async catchUp(): Promise<void> {
    await this.#sync(null);
    this.#services.events.emitHere({ type: "queue-changed" });
    void this.#reader.look();
  }

  /** Stops reading, so that another tab can resume it. */
  close(): void {
    this.#stop();
    this.#election.close();
  }

  async add(
    request: FilesToAdd,
    { signal = new AbortController().signal, onProgress = () => {} }: CallOptions<IngestEvent> = {},
  ): Promise<void> {
    if (this.reading) this.#services.parsers.prepare(request.files.length);
    const owner: AdditionOwner = {
      queue: this.queue,
      additions: this.#additions,
      changed: (ordinals) => this.#changed(ordinals),
      followedUp: (ordinals) => this.#sync(null, ordinals),
    };
    await new Addition(this.#services, owner, { signal, emit: onProgress }).run(request);
  }

  async queuedFiles(
    _request: null,
    options?: CallOptions<IngestList["files"]>,
  ): Promise<IngestList> {
    const list = await this.#services.board.list(this.reading);
    return { ...list, files: inParts(list.files, options) };
  }

  async changes(
    { again }: { readonly again: boolean },
    { signal, onProgress = () => {} }: CallOptions<CollectionChange> = {},
  ): Promise<void> {
    const ignore = this.#services.events.listen((change) => onProgress(change));
    if (again) await this.#tellAll(onProgress).catch(() => {});
    // Checked at the first subscription, and reported to all subscribers.
    void this.#assets.problem().then((problem) => {
      const { message, data } = problem ?? {};
      if (message === undefined || signal?.aborted) return;
      onProgress({ type: "assets-missing", url: String(data?.url), message });
    });
    try {
      await untilAborted(new Promise<never>(() => {}), signal);
    } finally {
      ignore();
    }
  }

  /** Tells of everything as it is now. */
  async #tellAll(tell: (change: CollectionChange) => void): Promise<void> {
    const removed = await this.#services.store.documents.removals();
    tell({
      type: "documents-removed",
      documents: removed.map(({ ordinal }) => documentId(ordinal)),
    });
    restored(
      this.#services.cache.all().map(({ document }) => document),
      tell,
    );
    for (const type of ["queue-changed", ...keptChanges] as const) tell({ type });
  }

  /** Brings every tab in step with documents that this one removed or restored in the database. */
  async documentsChanged(ordinals: readonly number[]): Promise<void> {
    await this.#changed(ordinals);
    this.#garbageCollector.removed(ordinals);
    this.#tryAgain();
    // A document that is removed need not be read again any more.
    await this.queue.changed();
  }

  /** Removes documents, with what is attached to them, until they are restored. */
  async remove(ordinals: readonly number[]): Promise<void> {
    const { documents, jobs } = await this.#services.store.documents.remove(ordinals, Date.now());
    await this.documentsChanged(documents);
    if (jobs.length > 0) await this.queue.gone(jobs);
  }

  /**
   * Tells every tab about a document that arrived ready-made and was just stored.
   *
   * @param others ordinals of those it replaced
   */
  async arrived(
    finished: SearchableDocument<DocumentPostings>,
    others: readonly number[],
  ): Promise<void> {
    const ordinals = [finished.document.ordinal, ...others];
    this.#election.send({ type: "documents-changed", ordinals });
    // It is stored: whatever fails here is seen to with the next look.
    await this.#sync(ordinals, [], finished).catch(() => {});
    if (others.length > 0) this.#garbageCollector.removed(others);
  }

  /** Does something that replaces documents; what it replaces can be restored until some time after its end. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#replacing++;
    try {
      return await work();
    } finally {
      this.#replacing--;
      this.#garbageCollector.worked();
    }
  }

  /** Tells every tab that something of the collection is not what it was. */
  announce(type: KeptChange["type"]): void {
    this.#services.events.emitHere({ type });
    this.#election.send({ type });
  }

  /** Calls `listener` for whatever changes from now on. */
  listen(listener: ChangeListener): void {
    this.#services.events.listen(listener);
  }

  /** Calls `listener` whenever there may be more room in the storage than there was. */
  whenRoom(listener: () => void): void {
    this.#roomListeners.push(listener);
  }

  /** Brings every tab in step with documents that are not what they were in the database. */
  async #changed(ordinals: readonly number[]): Promise<void> {
    if (ordinals.length > 0) this.#election.send({ type: "documents-changed", ordinals });
    await this.#sync(ordinals);
  }

  async #replaced(job: StoredJob, { replaced, attached }: IngestedDocument): Promise<void> {
    if (job.renews) {
      // Nothing is lost with rereadable data, and its space is needed at once.
      void this.#garbageCollector.purge();
      return;
    }
    this.#garbageCollector.removed(replaced);
    await this.#detach(job.path, attached).catch(() => {});
  }

  /** Removes attachments of an older version of a mail that this one does not have. */
  async #detach(path: string, attached: ReadonlySet<string>): Promise<void> {
    const stale = this.#services.cache.all().flatMap(({ document }) => {
      const isStale = document.path.startsWith(`${path}/`) && !attached.has(document.path);
      return isStale && isOwn(document) ? [document.ordinal] : [];
    });
    if (stale.length > 0) await this.remove(stale);
  }

  #read(): void {
    this.#reader.start();
    this.#garbageCollector.start();
  }

  #stop(): void {
    this.#reader.stop();
    this.#garbageCollector.stop();
  }

  /** Resumes where the tab stopped that read before. */
  async #takeOver(): Promise<void> {
    this.#services.board.forget();
    // It may have finished documents and ended before it reported them.
    await this.#sync(null).catch(() => {});
    // It may have been closed meanwhile.
    if (!this.reading) return;
    await this.#holdFailed().catch(() => {});
    if (!this.reading) return;
    this.#services.events.emitHere({ type: "queue-changed" });
    this.#read();
  }

  /** Holds the jobs that have ended the page each time they were tried. */
  async #holdFailed(): Promise<void> {
    for (const { job, problem } of await this.#services.attempts.takeOver()) {
      const { ordinal, path } = job;
      if (!(await this.#services.store.jobs.change(ordinal, { state: "held", problem }))) continue;
      const refused = { type: "document-refused", path, ...problem, kept: true } as const;
      this.#services.events.emit(ordinal, refused);
    }
  }

  /** What there was no room for may be done now. */
  #tryAgain(): void {
    this.#services.board.release(null);
    this.#reader.wake();
    for (const listener of this.#roomListeners) listener();
  }

  #hear(message: TabMessage): void {
    // An event while waiting would arrive after its file was tried without it.
    if (message.type === "password") {
      const { ordinal, password } = message;
      if (this.reading) void this.#reader.password(ordinal, password).catch(() => {});
      return;
    }
    // What fails here is in the database, and seen to with the next message.
    this.#followed = this.#followed.then(() => this.#follow(message)).catch(() => {});
  }

  async #follow(message: Exclude<TabMessage, { type: "password" }>): Promise<void> {
    switch (message.type) {
      case "documents-changed":
        await this.#sync(message.ordinals);
        this.#garbageCollector.removed(message.ordinals ?? []);
        this.#tryAgain();
        return;
      case "queue-changed":
        if (message.released !== undefined) return this.#reader.released(message.released);
        this.#services.events.emitHere({ type: "queue-changed" });
        void this.#reader.look();
        return;
      case "published-changed":
      case "folders-changed":
      case "embeddings-changed":
      case "notes-changed":
      case "grids-changed":
        this.#services.events.emitHere({ type: message.type });
        return;
      case "event":
        return this.#followEvent(message.ordinal, message.event);
      case "reader-changed":
        this.#services.board.forget();
        await this.#sync(null);
        this.#services.events.emitHere({ type: "queue-changed" });
    }
  }

  async #followEvent(ordinal: number, event: IngestEvent): Promise<void> {
    if (!isJobEvent(event)) return;
    if (event.type === "document-ready") {
      // Mostly the job's own; that of the document which the job has confirmed, otherwise.
      const ready = documentOrdinal(event.document.id) ?? ordinal;
      const replaced = event.replaced === null ? null : documentOrdinal(event.replaced);
      // A document can be found once it is announced.
      await this.#sync(replaced === null ? [ready] : [ready, replaced], [ready, replaced]);
    }
    this.#services.events.emitHere(event, ordinal);
  }

  /**
   * Follows the database, and reports here what was added and removed, except what is reported
   * elsewhere.
   */
  async #sync(
    ordinals: readonly number[] | null,
    emitted: readonly (number | null)[] = [],
    finished?: SearchableDocument<DocumentPostings>,
  ): Promise<void> {
    const outcome = await this.#services.cache.sync(ordinals, finished);
    const gone = outcome.gone.filter((ordinal) => !emitted.includes(ordinal));
    const appeared = outcome.appeared.filter(({ ordinal }) => !emitted.includes(ordinal));
    if (gone.length > 0) {
      const documents = gone.map((ordinal) => documentId(ordinal));
      this.#services.events.emitHere({ type: "documents-removed", documents });
    }
    restored(appeared, (change) => this.#services.events.emitHere(change));
  }
}

/** Tells of documents that are there. Thousands in one message would keep the page from answering. */
function restored(
  documents: readonly TitledDocument[],
  tell: (change: CollectionChange) => void,
): void {
  for (let from = 0; from < documents.length; from += documentsPerEvent) {
    const some = documents.slice(from, from + documentsPerEvent).map(summaryOf);
    tell({ type: "documents-restored", documents: some });
  }
}
