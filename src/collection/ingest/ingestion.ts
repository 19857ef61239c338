import { type CallOptions, untilAborted } from "../../core/call-options.js";
import { documentId, documentOrdinal } from "../../core/document.js";
import type { CollectionChange, IngestEvent, IngestList } from "../../core/ingest.js";

import { inParts } from "../../core/rpc/remote.js";
import type { DocumentPostings } from "../../search/index/document-postings.js";
import { isOwn, type StoredDocument } from "../../store/schema.js";
import type { SearchableDocument, Store } from "../../store/store.js";
import type { FilesToAdd, OpenRequest, PartApi } from "../api.js";
import { summaryOf } from "../retrieval/describe.js";
import type { DocumentCache } from "../sync/document-cache.js";
import { EventBus, isJobEvent, LeaderElection, type TabMessage } from "../sync/tabs.js";
import { type AddingContext, addFiles } from "./add-files.js";
import { Attempts, type CollectionSession } from "./attempts.js";
import { GarbageCollector } from "./garbage-collector.js";
import { IngestScheduler } from "./ingest-scheduler.js";
import { IngestLister, type JobFollower, KeptProblems } from "./job-progress.js";
import type { ParserPool } from "./parser-pool.js";
import { AssetFolder } from "./reindexer.js";
import { RecentFiles } from "./stored-file.js";
import { WorkQueue } from "./work-queue.js";

/** What the ingestion works with. */
export interface IngestionContext {
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
 * How files become documents, over all tabs with the collection. Each tab takes files in and changes
 * the queue; the one that reads does the jobs, and tells the others, who follow it in the database.
 */
export class Ingestion implements PartApi<"ingestion"> {
  readonly #store: Store<DocumentPostings>;
  readonly #cache: DocumentCache;
  readonly #parsers: ParserPool;
  readonly #recent = new RecentFiles();
  readonly #copyUpTo: number;
  readonly #election: LeaderElection;
  readonly #events: EventBus;
  readonly #problems: KeptProblems;
  readonly #attempts: Attempts;
  readonly #reader: IngestScheduler;
  readonly #assets: AssetFolder;
  readonly #garbageCollector: GarbageCollector;
  readonly #lister: IngestLister;
  readonly #followers = new Set<JobFollower>();
  readonly #roomListeners: (() => void)[] = [];
  /** Messages are followed one after the other, so that what they tell arrives in order. */
  #followed: Promise<void> = Promise.resolve();
  #begun = false;
  /** How much is done here besides jobs that replaces documents. */
  #replacing = 0;
  /** What may be done with the queue. */
  readonly queue: WorkQueue;

  constructor({ store, cache, parsers, session, request }: IngestionContext) {
    const { name, pageSeconds, copyUpTo, recognition } = request;
    const assets = new AssetFolder(request.assetsBase);
    this.#assets = assets;
    this.#store = store;
    this.#cache = cache;
    this.#parsers = parsers;
    this.#copyUpTo = copyUpTo;
    this.#election = new LeaderElection(store.kind === "memory" ? null : name, {
      message: (message) => this.#hear(message),
      elected: () => {
        if (this.#begun) void this.#takeOver();
      },
      deposed: () => this.#stop(),
    });
    const events = new EventBus((message) => this.#election.send(message));
    const replaced = (ordinals: readonly number[], readAnew: boolean) => {
      // Nothing is lost with what was read anew, and its room is wanted at once.
      if (readAnew) void this.#garbageCollector.purge();
      else this.#garbageCollector.removed(ordinals);
    };
    const problems = new KeptProblems(events);
    this.#events = events;
    this.#problems = problems;
    this.#attempts = new Attempts(store, session);
    const recent = this.#recent;
    const reader = new IngestScheduler({
      store,
      cache,
      parsers,
      recent,
      events,
      problems,
      attempts: this.#attempts,
      pageSeconds,
      recognition,
      replaced,
      detach: (path, attached) => this.#detach(path, attached),
      worked: () => this.#garbageCollector.worked(),
    });
    this.#reader = reader;
    this.#lister = new IngestLister(store, events, problems);
    this.queue = new WorkQueue({ store, reader, election: this.#election, events, problems });
    const onQueued = () => void this.queue.changed();
    const changed = (ordinals: readonly number[]) => {
      // There is more room than there was, also for what other tabs do.
      this.#election.send({ type: "documents-changed", ordinals });
      this.#tryAgain();
      return this.#sync(ordinals);
    };
    const working = () => reader.working || this.#replacing > 0;
    const shared = { name, events, onQueued, working, changed };
    this.#garbageCollector = new GarbageCollector({ store, cache, assets, recognition, ...shared });
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

  /** Stops reading, and hears and tells nothing any more: the database is another's by now, or nobody's. */
  lost(why: "outdated" | "storage-lost"): void {
    this.close();
    this.#events.emitHere({ type: why });
  }

  /** Looks up what other tabs may have done without telling: they were ended, or this one was asleep. */
  async catchUp(): Promise<void> {
    await this.#sync(null);
    this.#events.emitHere({ type: "queue-changed" });
    void this.#reader.look();
  }

  /** Stops reading, so that another tab goes on with it. */
  close(): void {
    this.#stop();
    this.#election.close();
  }

  async add(
    request: FilesToAdd,
    { signal = new AbortController().signal, onProgress = () => {} }: CallOptions<IngestEvent> = {},
  ): Promise<void> {
    if (this.reading) this.#parsers.prepare(request.files.length);
    const context: AddingContext = {
      store: this.#store,
      cache: this.#cache,
      events: this.#events,
      queue: this.queue,
      recent: this.#recent,
      copyUpTo: this.#copyUpTo,
      followers: this.#followers,
      changed: (ordinals) => this.#changed(ordinals),
      followedUp: (ordinals) => this.#sync(null, ordinals),
    };
    return addFiles(request, context, { signal, emit: onProgress });
  }

  async queuedFiles(
    _request: null,
    options?: CallOptions<IngestList["files"]>,
  ): Promise<IngestList> {
    const list = await this.#lister.list(this.reading);
    return { ...list, files: inParts(list.files, options) };
  }

  async changes(
    { again }: { readonly again: boolean },
    { signal, onProgress = () => {} }: CallOptions<CollectionChange> = {},
  ): Promise<void> {
    const ignore = this.#events.listen((change) => onProgress(change));
    if (again) await this.#tellAll(onProgress).catch(() => {});
    // Looked at when somebody listens first, and told to whoever listens.
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
    const removed = await this.#store.documents.removals();
    tell({
      type: "documents-removed",
      documents: removed.map(({ ordinal }) => documentId(ordinal)),
    });
    restored(
      this.#cache.all().map(({ document }) => document),
      tell,
    );
    for (const type of ["queue-changed", "published-changed", "embeddings-changed"] as const) {
      tell({ type });
    }
  }

  /** Brings every tab in step with documents that this one removed or restored in the database. */
  async documentsChanged(ordinals: readonly number[]): Promise<void> {
    await this.#changed(ordinals);
    this.#garbageCollector.removed(ordinals);
    this.#tryAgain();
    // A document that is removed need not be read anew any more.
    await this.queue.changed();
  }

  /** Removes documents, with what is attached to them, until they are restored. */
  async remove(ordinals: readonly number[]): Promise<void> {
    const { documents, jobs } = await this.#store.documents.remove(ordinals, Date.now());
    await this.documentsChanged(documents);
    if (jobs.length > 0) await this.queue.gone(jobs);
  }

  /**
   * Brings every tab in step with a document that came ready made and was just stored.
   *
   * @param others ordinals of those it took the place of
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

  /** Tells every tab that published collections are not what they were. */
  publicationsChanged(): void {
    this.#events.emitHere({ type: "published-changed" });
    this.#election.send({ type: "published-changed" });
  }

  /** Tells every tab that the vectors of the passages are not what they were. */
  embeddingsChanged(): void {
    this.#events.emitHere({ type: "embeddings-changed" });
    this.#election.send({ type: "embeddings-changed" });
  }

  /** Calls `listener` for whatever changes from now on. */
  listen(listener: (change: CollectionChange) => void): void {
    this.#events.listen(listener);
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

  async #detach(path: string, attached: ReadonlySet<string>): Promise<void> {
    const stale = this.#cache.all().flatMap(({ document }) => {
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

  /** Goes on where the tab stopped that read before. */
  async #takeOver(): Promise<void> {
    this.#lister.forget();
    // It may have finished documents and ended before it told of them.
    await this.#sync(null).catch(() => {});
    // It may have been closed meanwhile.
    if (!this.reading) return;
    await this.#holdFailed().catch(() => {});
    if (!this.reading) return;
    this.#events.emitHere({ type: "queue-changed" });
    this.#read();
  }

  /** Holds the jobs that have ended the page each time they were tried. */
  async #holdFailed(): Promise<void> {
    for (const { job, problem } of await this.#attempts.takeOver()) {
      const { ordinal, path } = job;
      if (!(await this.#store.jobs.change(ordinal, { state: "held", problem }))) continue;
      const refused = { type: "document-refused", path, ...problem, kept: true } as const;
      this.#events.emit(ordinal, refused);
    }
  }

  /** What there was no room for may be done now. */
  #tryAgain(): void {
    this.#problems.release(null);
    this.#reader.wake();
    for (const listener of this.#roomListeners) listener();
  }

  #hear(message: TabMessage): void {
    // Waiting for what was told before, it would come after its file was tried without it.
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
        this.#events.emitHere({ type: "queue-changed" });
        void this.#reader.look();
        return;
      case "published-changed":
      case "embeddings-changed":
        this.#events.emitHere({ type: message.type });
        return;
      case "event":
        return this.#followEvent(message.ordinal, message.event);
      case "reader-changed":
        this.#lister.forget();
        await this.#sync(null);
        this.#events.emitHere({ type: "queue-changed" });
    }
  }

  async #followEvent(ordinal: number, event: IngestEvent): Promise<void> {
    if (!isJobEvent(event)) return;
    if (event.type === "document-ready") {
      // Mostly the job's own; that of the document which the job has confirmed, otherwise.
      const own = documentOrdinal(event.document.id) ?? ordinal;
      const replaced = event.replaced === null ? null : documentOrdinal(event.replaced);
      // What is announced can be found.
      await this.#sync(replaced === null ? [own] : [own, replaced], [own, replaced]);
    }
    this.#events.emitHere(event, ordinal);
  }

  /** Follows the database, and tells here what came and went, but for what is emitted otherwise. */
  async #sync(
    ordinals: readonly number[] | null,
    emitted: readonly (number | null)[] = [],
    finished?: SearchableDocument<DocumentPostings>,
  ): Promise<void> {
    const outcome = await this.#cache.sync(ordinals, finished);
    const gone = outcome.gone.filter((ordinal) => !emitted.includes(ordinal));
    const appeared = outcome.appeared.filter(({ ordinal }) => !emitted.includes(ordinal));
    if (gone.length > 0) {
      const documents = gone.map((ordinal) => documentId(ordinal));
      this.#events.emitHere({ type: "documents-removed", documents });
    }
    restored(appeared, (change) => this.#events.emitHere(change));
  }
}

/** Tells of documents that are there. Thousands in one message would keep the page from answering. */
function restored(
  documents: readonly StoredDocument[],
  tell: (change: CollectionChange) => void,
): void {
  for (let from = 0; from < documents.length; from += documentsPerEvent) {
    const some = documents.slice(from, from + documentsPerEvent).map(summaryOf);
    tell({ type: "documents-restored", documents: some });
  }
}
