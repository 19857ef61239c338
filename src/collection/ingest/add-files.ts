import { untilAborted } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import type { IngestEvent, InputFile } from "../../core/ingest.js";
import { folderName } from "../../core/paths.js";
import { unreadable } from "../../core/rpc/remote.js";
import type { DocumentPostings } from "../../search/index/document-postings.js";
import type { IntakeOutcome, NewFile } from "../../store/intake.js";
import { isOwn, type StoredDocument, type StoredJob } from "../../store/schema.js";
import type { Store } from "../../store/store.js";
import type { FilesToAdd } from "../api.js";
import { summaryOf } from "../retrieval/describe.js";
import type { DocumentCache } from "../sync/document-cache.js";
import type { EventBus, JobEvent } from "../sync/tabs.js";
import { JobFollower } from "./job-progress.js";
import { problemOf } from "./job-runner.js";
import { bytesOf, hashOf, type RecentFiles } from "./stored-file.js";
import type { WorkQueue } from "./work-queue.js";

/** What adding files works with. */
export interface AddingContext {
  readonly store: Store<DocumentPostings>;
  readonly cache: DocumentCache;
  readonly events: EventBus;
  readonly queue: WorkQueue;
  readonly recent: RecentFiles;
  /** See `OpenRequest.copyUpTo`. */
  readonly copyUpTo: number;
  /** Brings every tab in step with these documents. */
  readonly changed: (ordinals: readonly number[]) => Promise<void>;
  /** Follows the database in whatever was not told, but tells nothing of these documents. */
  readonly followedUp: (ordinals: readonly number[]) => Promise<void>;
  /** Those who add files in this tab. */
  readonly followers: Set<JobFollower>;
}

/**
 * Takes files in one after another, while those before are read already, and tells what happens to
 * each until all have ended. When it is aborted, those that have not ended are taken out, unless
 * somebody else added them as well; it rejects when that is done.
 */
export async function addFiles(
  request: FilesToAdd,
  context: AddingContext,
  { signal, emit }: { signal: AbortSignal; emit: (event: IngestEvent) => void },
): Promise<void> {
  const { events, followers, queue } = context;
  const follower = new JobFollower(events, emit);
  const missed = new MissedEnds(follower, context);
  followers.add(follower);
  try {
    const paths = new Set<string>(request.ended);
    for await (const file of handedFiles(request, signal)) {
      signal.throwIfAborted();
      paths.add(file.path);
      await addFile(file, follower, context, { signal, emit });
    }
    await untilAborted(follower.ended(), signal);
    for (const folder of request.folders) emit(compared(folder, paths, context.cache));
  } catch (error) {
    followers.delete(follower);
    const others = new Set([...followers].flatMap(({ files }) => [...files.keys()]));
    const ours = [...follower.files]
      .filter(([ordinal, { isOurs }]) => isOurs && !others.has(ordinal))
      .map(([ordinal]) => ordinal);
    // What cannot be taken out is no reason to hide why it is to be.
    await queue.delete(ours).catch(() => {});
    throw error;
  } finally {
    missed.stop();
    followers.delete(follower);
    follower.close();
  }
}

/** Takes a file in and has its job followed. Throws only what ends the whole call. */
async function addFile(
  file: InputFile,
  follower: JobFollower,
  context: AddingContext,
  { signal, emit }: { signal: AbortSignal; emit: (event: IngestEvent) => void },
): Promise<void> {
  const { events, store, copyUpTo } = context;
  const { path } = file;
  follower.prepare();
  try {
    const taken = await takeIn(file, { store, copyUpTo, signal });
    // From here on its end is told by whoever reads it, and by nobody else.
    await follow(file, taken, follower, context, emit);
  } catch (error) {
    signal.throwIfAborted();
    if (PagehoundError.isInstance(error) && error.code === "outdated") throw error;
    const { code, message } = problemOf(error, path);
    const refused: JobEvent = { type: "document-refused", path, code, message, kept: false };
    emit(refused);
    // Those who follow what happens here hear of it, too; it is about no job.
    events.emitHere(refused);
  } finally {
    follower.passOver();
  }
}

/** Has the job of a file followed that was taken in, if there is one. Never rejects. */
async function follow(
  { path, password }: InputFile,
  { outcome, bytes }: TakenIn,
  follower: JobFollower,
  { events, queue, recent, changed }: AddingContext,
  emit: (event: IngestEvent) => void,
): Promise<void> {
  const superseded = outcome.superseded.map((ordinal) => ({ ordinal, path }));
  // Told at once, and before anything is told of the job that takes their place.
  const ended = superseded.length > 0 ? queue.gone(superseded) : null;
  // What is in the database is followed there; that it cannot be told just now changes nothing.
  ended?.catch(() => {});
  if (outcome.kind === "unchanged") {
    emit({ type: "document-unchanged", path, document: summaryOf(outcome.document) });
  } else {
    const { job, isNew = false } = outcome;
    follower.follow(job, isNew);
    // A linked file is looked at again, since it may change on the disk; others share what is read.
    const isFirst = job.content === job.ordinal;
    if (queue.reading && isFirst && !job.linked) recent.keep(job.content, bytes);
    if (password !== undefined) await queue.password(job.ordinal, password).catch(() => {});
    events.emit(job.ordinal, { type: "document-waiting", path, size: job.size });
    queue.released([job]);
  }
  await ended?.catch(() => {});
  if (outcome.relinked.length > 0) await changed(outcome.relinked).catch(() => {});
}

/** Which documents of a folder are not among the files that were added from it. */
function compared(folder: string, added: ReadonlySet<string>, cache: DocumentCache): IngestEvent {
  const missing = cache
    .all()
    .filter(({ document }) => isOwn(document))
    .filter(({ document: { path } }) => path.startsWith(`${folder}/`) && !wasAdded(path, added))
    .map(({ document }) => summaryOf(document));
  return { type: "folder-compared", path: folder, missing };
}

/** Whether a file was added, or one that it is attached to. */
function wasAdded(path: string, added: ReadonlySet<string>): boolean {
  return added.has(path) || (path.includes("/") && wasAdded(folderName(path), added));
}

/** How often jobs that are followed are looked up. */
const checkMilliseconds = 2_000;

/** How many are looked up: those that are read first, and as many of the others in turn. */
const jobsAtOnce = 32;

/**
 * Tells the ends of jobs that nobody told: whichever tab was to tell may have died between what it
 * did in the database and the message, or what it did may have failed just then.
 */
class MissedEnds {
  readonly #follower: JobFollower;
  readonly #context: AddingContext;
  readonly #timer: ReturnType<typeof setInterval>;
  /** Jobs that had ended at the last look: their end may just have been on its way. */
  #ended = new Set<number>();
  #turn = 0;
  #checking = false;

  /** Looks until it is stopped. */
  constructor(follower: JobFollower, context: AddingContext) {
    this.#follower = follower;
    this.#context = context;
    this.#timer = setInterval(() => void this.#check(), checkMilliseconds);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Never rejects: what fails is looked up again. */
  async #check(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      await this.#look();
    } catch {
      // Then it is as if this look had not been.
    } finally {
      this.#checking = false;
    }
  }

  async #look(): Promise<void> {
    const { store, cache, events, followedUp } = this.#context;
    const { files } = this.#follower;
    const some = this.#some();
    const jobs = await store.jobs.some(some);
    const found = new Map<number, StoredJob | undefined>();
    for (const ordinal of some) {
      const job = jobs.get(ordinal);
      if (!job || (job.state !== "queued" && job.problem)) found.set(ordinal, job);
    }
    const sure = [...found.keys()].filter((ordinal) => this.#ended.has(ordinal));
    this.#ended = new Set(found.keys());
    if (sure.length === 0) return;
    await followedUp(sure);
    for (const ordinal of sure) {
      const path = files.get(ordinal)?.path;
      // Its end was told meanwhile.
      if (path === undefined) continue;
      const end = endOf(path, found.get(ordinal), cache.get(ordinal)?.document);
      events.emitHere(end, ordinal);
    }
  }

  /** The jobs to be looked up now; whoever does one in this tab tells its end in any case. */
  #some(): number[] {
    const followed = [...this.#follower.files.keys()];
    const first = followed.slice(0, jobsAtOnce);
    const others = followed.slice(jobsAtOnce);
    if (this.#turn >= others.length) this.#turn = 0;
    const turn = [
      ...others.slice(this.#turn, this.#turn + jobsAtOnce),
      // Those of the last turn that seemed to have ended.
      ...others.filter((ordinal) => this.#ended.has(ordinal)),
    ];
    this.#turn += jobsAtOnce;
    return [...new Set([...first, ...turn])].filter(
      (ordinal) => !this.#context.queue.isBeingDone(ordinal),
    );
  }
}

/** How a job has ended, as far as the database tells. */
function endOf(
  path: string,
  job: StoredJob | undefined,
  document: StoredDocument | undefined,
): JobEvent {
  if (job?.problem) {
    const { code, message } = job.problem;
    return { type: "document-refused", path, code, message, kept: job.state === "held" };
  }
  if (!document) return { type: "document-cancelled", path };
  const summary = summaryOf(document);
  return { type: "document-ready", path, document: summary, replaced: null, sameAs: null };
}

/**
 * The files of a request, those that come later when they have come. Rejects when it is aborted, and
 * when a part of them cannot be read.
 */
export async function* handedFiles(
  { files, more }: Pick<FilesToAdd, "files" | "more">,
  signal: AbortSignal,
): AsyncGenerator<InputFile, void, undefined> {
  const parts: (readonly InputFile[] | null)[] = [];
  let come = (): void => {};
  let isLost = false;
  // From the beginning, so that nothing is kept back for the first ones to be taken in.
  if (more) {
    more.onmessage = ({ data }: MessageEvent<readonly InputFile[] | null>) => {
      parts.push(data);
      come();
    };
    more.onmessageerror = () => {
      isLost = true;
      come();
    };
  } else parts.push(null);
  try {
    for (let part: readonly InputFile[] | null | undefined = files; part !== null; ) {
      if (part) yield* part;
      else if (!isLost)
        await untilAborted(new Promise<void>((resolve) => (come = resolve)), signal);
      part = parts.shift();
      if (isLost && !part) throw unreadable("Some of the files to add");
    }
  } finally {
    more?.close();
  }
}

/** Where files are taken in, and how. */
export interface IntakeContext {
  readonly store: Pick<Store<unknown>, "jobs">;
  /** See `OpenRequest.copyUpTo`. */
  readonly copyUpTo: number;
  /** Ends the wait for the file's bytes, which the disk may never give. */
  readonly signal: AbortSignal;
}

/** What became of a file, and its bytes. */
export interface TakenIn {
  readonly outcome: IntakeOutcome;
  readonly bytes: ArrayBuffer;
}

/**
 * Takes a file in: from then on it is in the database, or linked, and will be read whatever becomes
 * of this page. Throws `damaged-file` when the disk does not give it, and what the database throws.
 */
async function takeIn(
  { file, path, handle }: InputFile,
  { store, copyUpTo, signal }: IntakeContext,
): Promise<TakenIn> {
  const bytes = await untilAborted(bytesOf(file, path), signal);
  const { jobs } = store;
  const hash = await hashOf(bytes);
  const linked = handle !== undefined && file.size > copyUpTo;
  const known = { path, hash, size: file.size, addedAt: Date.now() };
  if (!linked) return { outcome: await taken(jobs, { ...known, file, linked }), bytes };
  try {
    const link = {
      file: handle,
      linked,
      ...(file instanceof File ? { modified: file.lastModified } : {}),
    };
    return { outcome: await taken(jobs, { ...known, ...link }), bytes };
  } catch (error) {
    // Some browsers store no handles; the file itself can be stored.
    if (!PagehoundError.isInstance(error) || error.code !== "storage-failed") throw error;
    return { outcome: await taken(jobs, { ...known, file, linked: false }), bytes };
  }
}

/** A document that lacks pages which may be readable by now is read anew, however often it was tried. */
async function taken(jobs: Store<unknown>["jobs"], file: NewFile): Promise<IntakeOutcome> {
  const outcome = await jobs.intake(file);
  if (outcome.kind !== "unchanged") return outcome;
  const { missing, lost, ordinal, versions } = outcome.document;
  if (!missing && !lost) return outcome;
  const recognise = versions.recognition?.split("+");
  const job = await jobs.reindex(ordinal, { now: true, recognise });
  const { superseded, relinked } = outcome;
  return job ? { kind: "queued", job, isNew: true, superseded, relinked } : outcome;
}
