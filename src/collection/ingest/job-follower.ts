import { PagehoundError } from "../../core/errors.js";
import type { CollectionChange, IngestEvent } from "../../core/ingest.js";
import { folderName } from "../../core/paths.js";
import type { StoredJob } from "../../store/schema.js";
import { lostError } from "../../store/transaction.js";
import { type EventBus, isEnd, type JobEvent } from "../sync/event-bus.js";

/** A job that is followed. */
export interface FollowedJob {
  readonly path: string;
  /** How many of the files that were added it stands for. */
  readonly count: number;
  /** Whether it was made for one of them. */
  readonly isOurs: boolean;
}

/**
 * Follows the jobs of one call of `add` until each has ended, whichever tab reads them. Every file
 * that was added is told of its end, also when two are one job.
 */
export class JobFollower {
  readonly #emit: (event: IngestEvent) => void;
  readonly #ignore: () => void;
  readonly #files = new Map<number, FollowedJob>();
  /** The paths of all that were ever followed, and whether they were made for a file that was added. */
  readonly #paths = new Map<string, boolean>();
  /** What was told of jobs while a file was being taken in, which may turn out to be of its job. */
  #early: [job: number, event: JobEvent][] | null = null;
  /** Told when all have ended, or never will. */
  #settle = (): void => {};
  /** Why they never will. */
  #lost: PagehoundError | null = null;

  constructor(events: EventBus, emit: (event: IngestEvent) => void) {
    this.#emit = emit;
    this.#ignore = events.listen((change, job) => this.#hear(change, job));
  }

  /** The jobs that have not ended. */
  get files(): ReadonlyMap<number, FollowedJob> {
    return this.#files;
  }

  /** A file is being taken in: what is told from now on is remembered until `follow` or `passOver`. */
  prepare(): void {
    this.#early = [];
  }

  /** Nothing came of the file, or nothing that is to be followed. */
  passOver(): void {
    this.#early = null;
  }

  /** Follows a job, with what was told of it since `prepare`; `isNew`: it was made for this file. */
  follow({ ordinal, path }: StoredJob, isNew: boolean): void {
    const known = this.#files.get(ordinal);
    const count = (known?.count ?? 0) + 1;
    const isOurs = isNew || (known?.isOurs ?? false);
    this.#files.set(ordinal, { path, count, isOurs });
    this.#paths.set(path, isOurs);
    const early = this.#early ?? [];
    this.#early = null;
    for (const [job, event] of early) if (job === ordinal) this.#hear(event, job);
  }

  /** Waits until all jobs have ended. Throws `outdated` when newer code has taken the database over, `storage-failed` when it is gone. */
  async ended(): Promise<void> {
    if (this.#files.size > 0 && !this.#lost) {
      await new Promise<void>((resolve) => {
        this.#settle = resolve;
      });
    }
    if (this.#lost) throw this.#lost;
  }

  /** Hears no more. */
  close(): void {
    this.#ignore();
    this.#early = null;
  }

  #hear(change: CollectionChange, job: number | null): void {
    if (change.type === "outdated" || change.type === "storage-lost") {
      this.#lost =
        change.type === "outdated"
          ? new PagehoundError("outdated", outdatedMessage)
          : lostError(null);
      this.#settle();
    }
    if (job === null || !isIngestEvent(change)) return;
    const files = this.#files.get(job) ?? this.#attached(change, job);
    if (!files) {
      this.#early?.push([job, change]);
      return;
    }
    this.#emit(change);
    if (!isEnd(change)) return;
    // Two files with the same bytes under one path: the second one adds nothing to the first.
    for (let file = 1; file < files.count; file++) this.#emit(repeated(change));
    this.#files.delete(job);
    if (this.#files.size === 0) this.#settle();
  }

  /** Follows what is attached to a file that is, or was, followed, from the moment it is taken in. */
  #attached(event: JobEvent, job: number): FollowedJob | undefined {
    if (event.type !== "document-waiting") return undefined;
    const { path } = event;
    let isOurs: boolean | undefined;
    for (let above = folderName(path); above !== "" && isOurs === undefined; ) {
      isOurs = this.#paths.get(above);
      above = folderName(above);
    }
    if (isOurs === undefined) return undefined;
    const attached = { path, count: 1, isOurs };
    this.#files.set(job, attached);
    this.#paths.set(path, isOurs);
    return attached;
  }
}

const outdatedMessage =
  "A newer version of this page is open in another tab and goes on with these files. Load the page again.";

function isIngestEvent(change: CollectionChange): change is JobEvent {
  return change.type.startsWith("document-");
}

function repeated(end: IngestEvent): IngestEvent {
  if (end.type !== "document-ready") return end;
  const { path, document } = end;
  return { type: "document-unchanged", path, document };
}
