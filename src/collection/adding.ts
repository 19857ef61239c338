import { PagehoundError } from "../core/errors.js";
import type { IngestEvent, InputFile } from "../core/ingest.js";
import { untilAborted } from "../core/until-aborted.js";
import type { DocumentPostings } from "../search/document-postings.js";
import { isOwn } from "../store/schema.js";
import type { Store } from "../store/store.js";
import type { Announcements, JobEvent } from "./announcements.js";
import type { FilesToAdd } from "./api.js";
import { handedFiles } from "./handed-files.js";
import { type TakenIn, takeIn } from "./intake.js";
import { JobFollower } from "./job-follower.js";
import { problemOf } from "./job-problem.js";
import type { LiveDocuments } from "./live-documents.js";
import { MissedEnds } from "./missed-ends.js";
import type { RecentFiles } from "./recent-files.js";
import { summaryOf } from "./summary.js";
import type { WorkQueue } from "./work-queue.js";

/** What adding files works with. */
export interface AddingContext {
  readonly store: Store<DocumentPostings>;
  readonly live: LiveDocuments;
  readonly announcements: Announcements;
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
  const { announcements, followers, queue } = context;
  const follower = new JobFollower(announcements, emit);
  const missed = new MissedEnds(follower, context);
  followers.add(follower);
  try {
    const paths = new Set<string>();
    for await (const file of handedFiles(request, signal)) {
      signal.throwIfAborted();
      paths.add(file.path);
      await addFile(file, follower, context, { signal, emit });
    }
    await untilAborted(follower.ended(), signal);
    for (const folder of request.folders) emit(compared(folder, paths, context.live));
  } catch (error) {
    followers.delete(follower);
    const others = new Set([...followers].flatMap(({ files }) => [...files.keys()]));
    const ours = [...follower.files]
      .filter(([ordinal, { isOurs }]) => isOurs && !others.has(ordinal))
      .map(([ordinal]) => ordinal);
    // What cannot be taken out is no reason to hide why it is to be.
    await queue.cancel(ours).catch(() => {});
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
  const { announcements, store, copyUpTo } = context;
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
    announcements.tellHere(refused);
  } finally {
    follower.passOver();
  }
}

/** Has the job of a file followed that was taken in, if there is one. Never rejects. */
async function follow(
  { path, password }: InputFile,
  { outcome, bytes }: TakenIn,
  follower: JobFollower,
  { announcements, queue, recent, changed }: AddingContext,
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
    announcements.tell(job.ordinal, { type: "document-waiting", path, size: job.size });
    queue.released([job]);
  }
  await ended?.catch(() => {});
  if (outcome.relinked.length > 0) await changed(outcome.relinked).catch(() => {});
}

/** Which documents of a folder are not among the files that were added from it. */
function compared(folder: string, added: ReadonlySet<string>, live: LiveDocuments): IngestEvent {
  const missing = live
    .all()
    .filter(({ document }) => isOwn(document))
    .filter(({ document: { path } }) => path.startsWith(`${folder}/`) && !added.has(path))
    .map(({ document }) => summaryOf(document));
  return { type: "folder-compared", path: folder, missing };
}
