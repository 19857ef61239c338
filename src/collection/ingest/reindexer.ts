import {
  type DocumentSummary,
  documentOrdinal,
  fetchAsset,
  PagehoundError,
} from "../../core/index.js";
import { formatVersions } from "../../readers/index.js";
import type { DocumentPostings } from "../../search/index.js";
import type { Store, StoredDocument } from "../../store/index.js";
import type { DocumentCache } from "../sync/document-cache.js";
import { type EventBus, isEnd } from "../sync/tabs.js";

/** What reindexing works with. */
export interface ReindexerContext {
  readonly store: Pick<Store<DocumentPostings>, "jobs">;
  readonly cache: Pick<DocumentCache, "all" | "get">;
  readonly events: Pick<EventBus, "listen">;
  /** See `OpenRequest.recognition`. */
  readonly recognition: string;
  readonly assets: Pick<AssetFolder, "has" | "lacks">;
  /** Called when there is a job to be done. */
  readonly onQueued: () => void;
}

/** How long to wait before it is tried again when the database refused, or the network failed. */
const refusedMilliseconds = 30_000;

/** How often a file is read that has lost pages, each time in another session. */
const maxReadings = 3;

/**
 * Has documents read again that a newer reader would read otherwise, those that were imported with
 * their files, and those of which pages were unreadable for a cause that may have passed. One at a time, because a document takes its room twice meanwhile.
 */
export class Reindexer {
  readonly #context: ReindexerContext;
  /** Ordinals of the documents that are left, as they were when it began. */
  #due: number[] = [];
  /** The job that is waited for. */
  #job: number | null = null;
  #last: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ignore = (): void => {};
  #active = false;

  constructor(context: ReindexerContext) {
    this.#context = context;
  }

  start(): void {
    const { cache, events } = this.#context;
    this.#active = true;
    this.#due = cache
      .all()
      .flatMap(({ document: { ordinal } }) => (this.#isDue(ordinal) ? [ordinal] : []));
    this.#ignore = events.listen((change, job) => {
      const ended = job !== null && job === this.#job && isEnd(change);
      const came =
        (change.type === "documents-restored" && this.#take(change.documents)) ||
        (change.type === "document-ready" && this.#takeMissing(change.document));
      if (ended || came || change.type === "queue-changed") this.#look();
    });
    this.#look();
  }

  stop(): void {
    this.#active = false;
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

  /** The same for one that was read just now; what else is wrong with it is for another session. */
  #takeMissing(document: Pick<DocumentSummary, "id">): boolean {
    const cache = this.#context.cache.get(documentOrdinal(document.id) ?? 0);
    return cache?.document.missing !== undefined && this.#take([document]);
  }

  /** Sees to it, after what is under way, that there is a job as long as there is something to do. */
  #look(): void {
    clearTimeout(this.#timer);
    this.#last = this.#last
      .then(() => this.#makeNext())
      .catch(() => {
        if (this.#due.length > 0) this.#lookLater();
      });
  }

  async #makeNext(): Promise<void> {
    if (this.#due.length === 0) return;
    const { store, cache, assets, onQueued } = this.#context;
    if (this.#job !== null && (await store.jobs.get(this.#job))?.state === "queued") return;
    // What waits for room is a job as well: others would want more of it.
    const waiting = (await store.jobs.all()).find(
      ({ renews, state, problem }) =>
        renews && (state === "queued" || problem?.code === "storage-full"),
    );
    this.#job = waiting?.ordinal ?? null;
    const unknown: number[] = [];
    while (this.#job === null) {
      const ordinal = this.#due.shift();
      if (ordinal === undefined) break;
      if (!this.#isDue(ordinal)) continue;
      const missing = cache.get(ordinal)?.document.missing;
      if (missing && !(await assets.has(missing))) {
        // Where a server has said so, it would be read to the same end.
        if (!(await assets.lacks(missing))) unknown.push(ordinal);
        continue;
      }
      try {
        const job = await store.jobs.reindex(ordinal, { recognise: this.#recognise(ordinal) });
        if (!job) continue;
        this.#job = job.ordinal;
        onQueued();
      } catch (error) {
        // The others may be smaller.
        this.#due.push(ordinal, ...unknown);
        throw error;
      }
    }
    this.#due.push(...unknown);
    if (this.#job === null && unknown.length > 0) this.#lookLater();
  }

  #lookLater(): void {
    if (this.#active) this.#timer = setTimeout(() => this.#look(), refusedMilliseconds);
  }

  /** What was recognised because somebody asked for it is recognised again. */
  #recognise(ordinal: number): readonly string[] | undefined {
    const { cache, recognition } = this.#context;
    return recognition === ""
      ? cache.get(ordinal)?.document.versions.recognition?.split("+")
      : undefined;
  }

  #isDue(ordinal: number): boolean {
    const { cache, recognition } = this.#context;
    const document = cache.get(ordinal)?.document;
    return document !== undefined && isToBeRead(document, recognition);
  }
}

/**
 * Whether the reader of today would make other pages of a document's file: a newer version of the
 * format's reader, text being recognised where the document has scanned pages, or, as soon as they
 * are there, files that some of its pages could not be read without.
 *
 * @param recognition see `OpenRequest.recognition`
 */
export function isOutdated(
  {
    format,
    versions,
    pages,
    missing,
  }: Pick<StoredDocument, "format" | "versions" | "pages" | "missing">,
  recognition: string,
): boolean {
  if (formatVersions[format] > versions.format || missing) return true;
  return recognition !== "" && pages.scanned > 0 && versions.recognition !== recognition;
}

/**
 * Whether a document is to be read again from its file: it is outdated, or it was imported with its
 * file, so that the file can tell what it says, or pages of it were lost and have not been tried
 * often. Where its text was recognised in images, and would not be here, it stays as it came.
 *
 * @param recognition see `OpenRequest.recognition`
 */
function isToBeRead(document: StoredDocument, recognition: string): boolean {
  if (isOutdated(document, recognition)) return true;
  const { imported = false, original, pages, versions, lost = 0 } = document;
  if (lost > 0 && lost < maxReadings) return true;
  if (!imported || original !== undefined) return false;
  return pages.recognised === 0 || versions.recognition === recognition;
}

/** A file of a hundred bytes that has always been in the folder. */
const sample = "cmaps/Roman.bcmap";

/** The folder that `assetsBase` names, with what PDFs need besides their own bytes. */
export class AssetFolder {
  readonly #base: string;
  readonly #looked = new Map<string, Promise<PagehoundError | null>>();

  /** @param base absolute URL, ending in `/` */
  constructor(base: string) {
    this.#base = base;
  }

  /**
   * Checks once whether the folder is where it should be; null if it is. Offline, this is unknown
   * and not an error: the browser has probably cached what is needed.
   */
  async problem(): Promise<PagehoundError | null> {
    const problem = await this.#look(sample);
    return problem?.data.answered === true ? problem : null;
  }

  /**
   * Whether these files of it can be had. All of it, by default. What a server has said of a file
   * stands for the session; while no server answers, it is asked again each time.
   */
  async has(names: readonly string[] = [sample]): Promise<boolean> {
    for (const name of names) {
      if (await this.#look(name)) return false;
    }
    return true;
  }

  /** Whether a server has said that one of these files is missing. */
  async lacks(names: readonly string[]): Promise<boolean> {
    const looked = await Promise.all(names.map((name) => this.#looked.get(name)));
    return looked.some((problem) => problem?.data.answered === true);
  }

  #look(name: string): Promise<PagehoundError | null> {
    const looked =
      this.#looked.get(name) ??
      fetchAsset(`${this.#base}${name}`).then(
        () => null,
        (error: unknown) => {
          if (!PagehoundError.isInstance(error)) throw error;
          if (error.data.answered !== true) this.#looked.delete(name);
          return error;
        },
      );
    this.#looked.set(name, looked);
    return looked;
  }
}
