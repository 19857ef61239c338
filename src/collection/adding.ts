import { PagehoundError } from "../core/errors.js";
import type { IngestEvent, InputFile } from "../core/ingest.js";
import { untilAborted } from "../core/until-aborted.js";
import type { DocumentPostings } from "../search/document-postings.js";
import type { StoredDocument, StoredJob } from "../store/schema.js";
import type { Store } from "../store/store.js";
import type { Announcements, JobEvent } from "./announcements.js";
import { takeIn } from "./intake.js";
import { JobFollower } from "./job-follower.js";
import { problemOf } from "./job-problem.js";
import type { LiveDocuments } from "./live-documents.js";
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
  /** Those who add files in this tab. */
  readonly followers: Set<JobFollower>;
}

/** How often jobs that another tab reads are looked up: what it told may have been lost with it. */
const checkMilliseconds = 2_000;

/**
 * Takes files in one after another, while those before are read already, and tells what happens to
 * each until all have ended. When it is aborted, those that have not ended are taken out, unless
 * somebody else added them as well; it rejects when that is done.
 */
export async function addFiles(
  { files, folders }: { files: readonly InputFile[]; folders: readonly string[] },
  context: AddingContext,
  { signal, emit }: { signal: AbortSignal; emit: (event: IngestEvent) => void },
): Promise<void> {
  const { announcements, followers, queue } = context;
  const follower = new JobFollower(announcements, emit);
  followers.add(follower);
  // What this tab itself does is heard in any case.
  let heardAll = queue.reading;
  const checking = setInterval(() => {
    if (!heardAll) void check(follower, context).catch(() => {});
    heardAll = queue.reading;
  }, checkMilliseconds);
  try {
    for (const file of files) {
      signal.throwIfAborted();
      await addFile(file, follower, context, emit);
    }
    await untilAborted(follower.ended(), signal);
    for (const folder of folders) emit(compared(folder, files, context.live));
  } catch (error) {
    followers.delete(follower);
    const others = new Set([...followers].flatMap(({ files }) => [...files.keys()]));
    const ours = [...follower.files.keys()].filter((ordinal) => !others.has(ordinal));
    // What cannot be taken out is no reason to hide why it is to be.
    await queue.cancel(ours).catch(() => {});
    throw error;
  } finally {
    clearInterval(checking);
    followers.delete(follower);
    follower.close();
  }
}

/** Takes a file in and has its job followed. Throws only what ends the whole call. */
async function addFile(
  file: InputFile,
  follower: JobFollower,
  context: AddingContext,
  emit: (event: IngestEvent) => void,
): Promise<void> {
  const { announcements, queue, store, copyUpTo, recent } = context;
  const { path } = file;
  try {
    follower.prepare();
    const { outcome, bytes } = await takeIn(file, { store, copyUpTo });
    const superseded = outcome.superseded.map((ordinal) => ({ ordinal, path }));
    // Told at once, and before anything is told of the job that takes their place.
    const ended = superseded.length > 0 ? queue.gone(superseded) : null;
    if (outcome.kind === "unchanged") {
      emit({ type: "document-unchanged", path, document: summaryOf(outcome.document) });
    } else {
      const { job } = outcome;
      follower.follow(job);
      // A linked file is looked at again, since it may change on the disk.
      if (queue.reading && !job.linked) recent.keep(job.content, bytes);
      if (file.password !== undefined) await queue.password(job.ordinal, file.password);
      announcements.tell(job.ordinal, { type: "document-waiting", path, size: job.size });
      queue.released([job.ordinal]);
    }
    await ended;
  } catch (error) {
    if (PagehoundError.isInstance(error) && error.code === "outdated") throw error;
    const { code, message } = problemOf(error, path);
    const refused: JobEvent = { type: "document-refused", path, code, message, kept: false };
    emit(refused);
    // Those who follow what happens here hear of it, too; it is about no job.
    announcements.tellHere(refused);
  }
}

/** Which documents of a folder are not among the files that were added from it. */
function compared(folder: string, files: readonly InputFile[], live: LiveDocuments): IngestEvent {
  const added = new Set(files.map(({ path }) => path));
  const missing = live
    .all()
    .filter(({ document: { path } }) => path.startsWith(`${folder}/`) && !added.has(path))
    .map(({ document }) => summaryOf(document));
  return { type: "folder-compared", path: folder, missing };
}

/** Looks up what has become of the jobs that are followed, when another tab reads them. */
async function check(
  follower: JobFollower,
  { store, live, announcements }: AddingContext,
): Promise<void> {
  const followed = [...follower.files];
  if (followed.length === 0) return;
  const jobs = new Map((await store.jobs.all()).map((job) => [job.ordinal, job]));
  await live.sync(followed.map(([ordinal]) => ordinal).filter((ordinal) => !jobs.has(ordinal)));
  for (const [ordinal, { path }] of followed) {
    // Its end was told meanwhile.
    if (!follower.files.has(ordinal)) continue;
    const end = endOf(path, jobs.get(ordinal), live.get(ordinal)?.document);
    if (end) announcements.tellHere(end, ordinal);
  }
}

/** How a job has ended, as far as the database tells; null when it has not. */
function endOf(
  path: string,
  job: StoredJob | undefined,
  document: StoredDocument | undefined,
): JobEvent | null {
  if (job?.problem) {
    const { code, message } = job.problem;
    return { type: "document-refused", path, code, message, kept: job.state === "held" };
  }
  if (job) return null;
  if (!document) return { type: "document-cancelled", path };
  const summary = summaryOf(document);
  return { type: "document-ready", path, document: summary, replaced: null, sameAs: null };
}
