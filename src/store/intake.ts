import { releaseContents } from "./contents.js";
import { isJob, type StoredDocument, type StoredJob } from "./schema.js";
import type { Writing } from "./writing.js";

/** A file that is to be read. */
export interface NewFile {
  readonly path: string;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  readonly file: Blob | FileSystemFileHandle;
  /** Whether `file` is a handle. */
  readonly linked: boolean;
  readonly addedAt: number;
}

/**
 * What became of it. `superseded` are jobs for other bytes at its path, now deleted.
 *
 * - `unchanged`: the same bytes are searchable under the same path.
 * - `queued`: it is a job, the one that was there already if that is for the same bytes; a held one
 *   is queued again.
 */
export type IntakeOutcome =
  | {
      readonly kind: "unchanged";
      readonly document: StoredDocument;
      readonly superseded: readonly number[];
    }
  | {
      readonly kind: "queued";
      readonly job: StoredJob;
      readonly superseded: readonly number[];
    };

/**
 * Takes a file in. Null, and nothing is written, when pages have to be deleted for it and
 * `withPages` says that they are out of this transaction's reach.
 */
export async function intake(
  writing: Writing,
  file: NewFile,
  withPages: boolean,
): Promise<IntakeOutcome | null> {
  const { path, hash } = file;
  const entries = await writing.from("documents").index("path").getAll(path);
  const jobs = entries.filter(isJob);
  const same = jobs.find((job) => job.hash === hash && job.state !== "refused");
  const gone = jobs.filter((job) => job !== same);
  const dropped = gone.filter(({ state }) => state !== "refused");
  if (dropped.length > 0 && !withPages) return null;
  for (const { ordinal } of gone) writing.delete("documents", ordinal);
  const superseded = dropped.map(({ ordinal }) => ordinal);
  const document = entries.find(
    (entry): entry is StoredDocument => entry.state === "ready" && entry.hash === hash,
  );
  let outcome: IntakeOutcome;
  if (document) outcome = { kind: "unchanged", document, superseded };
  else if (same) outcome = { kind: "queued", job: await again(writing, same, file), superseded };
  else outcome = { kind: "queued", job: await newJob(writing, file), superseded };
  // After the new job, which may need the same content.
  if (withPages) {
    const contents = dropped.map(({ content }) => content);
    await releaseContents(writing, contents);
  }
  return outcome;
}

async function newJob(writing: Writing, file: NewFile): Promise<StoredJob> {
  const { path, hash, size, addedAt, linked } = file;
  const shared = await contentOf(writing, hash);
  const fields = { path, hash, size, addedAt };
  const ordinal = await writing.add(fields);
  const job: StoredJob = {
    ...fields,
    ordinal,
    content: shared ?? ordinal,
    state: "queued",
    order: ordinal,
    reader: null,
    problem: null,
    renews: false,
    ...(linked ? { linked } : {}),
  };
  writing.put("documents", job);
  if (shared === undefined) writing.put("originals", { document: ordinal, file: file.file });
  else return await withOriginal(writing, job, file, false);
  return job;
}

/** The job for the same bytes, queued again when it was held. */
async function again(writing: Writing, job: StoredJob, file: NewFile): Promise<StoredJob> {
  if (job.state !== "held") return await withOriginal(writing, job, file, false);
  const queued: StoredJob = { ...job, state: "queued", problem: null };
  writing.put("documents", queued);
  // A handle that was just given is one that may be read.
  return await withOriginal(writing, queued, file, true);
}

/** Replaces a stored handle by a copy, which nothing on the disk can change, or by a newer handle. */
async function withOriginal(
  writing: Writing,
  job: StoredJob,
  { file, linked }: NewFile,
  newer: boolean,
): Promise<StoredJob> {
  const stored = await writing.from("originals").get(job.content);
  const replaces = !stored || (!(stored.file instanceof Blob) && (newer || !linked));
  if (replaces) writing.put("originals", { document: job.content, file });
  const isLinked = replaces ? linked : !(stored.file instanceof Blob);
  const sharing = await writing.from("documents").index("content").getAll(job.content);
  let current = job;
  for (const entry of sharing) {
    if ((entry.linked ?? false) === isLinked) continue;
    const changed = { ...entry, linked: isLinked };
    writing.put("documents", changed);
    if (isJob(changed) && changed.ordinal === job.ordinal) current = changed;
  }
  return current;
}

/** Where bytes are stored already, the latest first: its pages are the newest. */
async function contentOf(writing: Writing, hash: string): Promise<number | undefined> {
  const index = writing.from("documents").index("hash");
  for (
    let cursor = await index.openCursor(hash, "prev");
    cursor;
    cursor = await cursor.continue()
  ) {
    const { state, content } = cursor.value;
    // What is removed is about to go, and what is refused has nothing.
    if (state !== "removed" && state !== "refused") return content;
  }
  return undefined;
}
