import { type DocumentSummary, documentOrdinal } from "../core/document.js";
import type { DocumentPostings } from "../search/document-postings.js";
import type { Store } from "../store/store.js";
import { type Announcements, isEnd } from "./announcements.js";
import type { AssetFolder } from "./asset-folder.js";
import type { LiveDocuments } from "./live-documents.js";
import { isToBeRead } from "./outdated-documents.js";

/** What renewals work with. */
export interface RenewalsContext {
  readonly store: Pick<Store<DocumentPostings>, "jobs">;
  readonly live: Pick<LiveDocuments, "all" | "get">;
  readonly announcements: Pick<Announcements, "listen">;
  /** See `OpenRequest.recognition`. */
  readonly recognition: string;
  readonly assets: Pick<AssetFolder, "has">;
  /** Called when there is a job to be done. */
  readonly renewing: () => void;
}

/** How long to wait before it is tried again when the database refused. */
const refusedMilliseconds = 30_000;

/**
 * Has documents read anew that a newer reader would read otherwise, and those that were imported with
 * their files. One at a time, because a document takes its room twice meanwhile.
 */
export class Renewals {
  readonly #context: RenewalsContext;
  /** Ordinals of the documents that are left, as they were when it began. */
  #due: number[] = [];
  /** The job that is waited for. */
  #job: number | null = null;
  #last: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ignore = (): void => {};

  constructor(context: RenewalsContext) {
    this.#context = context;
  }

  start(): void {
    const { live, announcements } = this.#context;
    this.#due = live
      .all()
      .flatMap(({ document: { ordinal } }) => (this.#isDue(ordinal) ? [ordinal] : []));
    this.#ignore = announcements.listen((change, job) => {
      const ended = job !== null && job === this.#job && isEnd(change);
      const came = change.type === "documents-restored" && this.#take(change.documents);
      if (ended || came || change.type === "queue-changed") this.#look();
    });
    this.#look();
  }

  stop(): void {
    this.#due = [];
    this.#ignore();
    clearTimeout(this.#timer);
  }

  /** Takes note of documents that came, an import's among them. Returns whether one is due. */
  #take(documents: readonly Pick<DocumentSummary, "id">[]): boolean {
    const due = documents
      .map(({ id }) => documentOrdinal(id) ?? 0)
      .filter((ordinal) => this.#isDue(ordinal) && !this.#due.includes(ordinal));
    this.#due.push(...due);
    return due.length > 0;
  }

  /** Sees to it, after what is under way, that there is a job as long as there is something to do. */
  #look(): void {
    clearTimeout(this.#timer);
    this.#last = this.#last
      .then(() => this.#makeNext())
      .catch(() => {
        if (this.#due.length > 0) this.#timer = setTimeout(() => this.#look(), refusedMilliseconds);
      });
  }

  async #makeNext(): Promise<void> {
    if (this.#due.length === 0) return;
    const { store, live, assets, renewing } = this.#context;
    if (this.#job !== null && (await store.jobs.get(this.#job))?.state === "queued") return;
    // What waits for room is a job as well: others would want more of it.
    const waiting = (await store.jobs.all()).find(
      ({ renews, state, problem }) =>
        renews && (state === "queued" || problem?.code === "storage-full"),
    );
    this.#job = waiting?.ordinal ?? null;
    while (this.#job === null) {
      const ordinal = this.#due.shift();
      if (ordinal === undefined) return;
      if (!this.#isDue(ordinal)) continue;
      const missing = live.get(ordinal)?.document.missing;
      // It would be read to the same end.
      if (missing && !(await assets.has(missing))) continue;
      try {
        const job = await store.jobs.renew(ordinal);
        if (!job) continue;
        this.#job = job.ordinal;
        renewing();
      } catch (error) {
        // The others may be smaller.
        this.#due.push(ordinal);
        throw error;
      }
    }
  }

  #isDue(ordinal: number): boolean {
    const { live, recognition } = this.#context;
    const document = live.get(ordinal)?.document;
    return document !== undefined && isToBeRead(document, recognition);
  }
}
