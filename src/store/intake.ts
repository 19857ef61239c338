import { releaseContents } from "./contents.js";
import {
  type Entry,
  isJob,
  isLink,
  isOwn,
  type OriginalRow,
  type StoredDocument,
  type StoredJob,
  wasSeenHere,
} from "./schema.js";
import type { WriteTransaction } from "./transaction.js";

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
  /** When what a handle stands for was changed last, in milliseconds since 1970. */
  readonly modified?: number;
  readonly addedAt: number;
}

/**
 * The outcome. `superseded` are jobs for other bytes at its path, now deleted; `relinked` are
 * ordinals of `ready` documents with the same bytes that were linked and have a copy now.
 *
 * - `unchanged`: the same bytes were read here and are searchable under the same path, and no job is to
 *   read them again because some of its pages may be readable by now. What came out of a collection's
 *   file only says that it has them.
 * - `queued`: it is a job, the one that was there already if that is for the same bytes; a held one
 *   is queued again.
 */
export type IntakeOutcome =
  | {
      readonly kind: "unchanged";
      readonly document: StoredDocument;
      readonly superseded: readonly number[];
      readonly relinked: readonly number[];
    }
  | {
      readonly kind: "queued";
      readonly job: StoredJob;
      /** Set when there was no such job before. */
      readonly isNew?: true;
      readonly superseded: readonly number[];
      readonly relinked: readonly number[];
    };

/** The same as it can be stored. */
type StorableFile = Omit<NewFile, "file"> & Pick<OriginalRow, "file">;

/**
 * Takes a file in. Null, and nothing is written, when pages have to be deleted for it and
 * `withPages` says that they are out of this transaction's reach.
 */
export async function intake(
  writing: WriteTransaction,
  file: StorableFile,
  withPages: boolean,
): Promise<IntakeOutcome | null> {
  const { path, hash } = file;
  const entries = (await writing.from("documents").index("path").getAll(path)).filter(isOwn);
  const jobs = entries.filter(isJob);
  const same = jobs.find((job) => job.hash === hash && job.state !== "refused");
  const gone = jobs.filter((job) => job !== same);
  const dropped = gone.filter(({ state }) => state !== "refused");
  if (dropped.length > 0 && !withPages) return null;
  for (const { ordinal } of gone) writing.delete("documents", ordinal);
  const superseded = dropped.map(({ ordinal }) => ordinal);
  const document = entries.find(
    (entry): entry is StoredDocument =>
      entry.state === "ready" && entry.hash === hash && wasSeenHere(entry),
  );
  const content = (document ?? same)?.content ?? (await contentOf(writing, hash));
  const ordinal = document || same ? 0 : await writing.add({ path, hash });
  const kept = await keepFile(writing, content ?? ordinal, file);
  const { linked } = kept;
  const others = { superseded, relinked: kept.relinked };
  let outcome: IntakeOutcome;
  // One that is to be read again may fare better now.
  const curable = document?.missing || document?.lost || same?.problem?.code === "assets-missing";
  const again = document && same && curable;
  if (document && !again) {
    outcome = { kind: "unchanged", document: marked(document, linked), ...others };
  } else {
    const job = same
      ? {
          ...marked(same, linked),
          ...(same.state === "held" ? requeued : {}),
          ...(again ? { order: same.ordinal } : {}),
        }
      : newJob(file, ordinal, content ?? ordinal, linked);
    writing.put("documents", job);
    outcome = { kind: "queued", job, ...others, ...(same ? {} : { isNew: true }) };
  }
  // After the new job, which may need the same content.
  if (withPages) {
    const contents = dropped.map(({ content }) => content);
    await releaseContents(writing, contents);
  }
  return outcome;
}

const requeued = { state: "queued", problem: null } as const;

function newJob(
  { path, hash, size, addedAt }: Omit<NewFile, "file">,
  ordinal: number,
  content: number,
  linked: boolean,
): StoredJob {
  return {
    ...{ path, hash, size, addedAt, ordinal, content },
    state: "queued",
    order: ordinal,
    reader: null,
    problem: null,
    renews: false,
    ...(linked ? { linked } : {}),
  };
}

/**
 * Stores a file under a content, unless a copy is there, which nothing on the disk can change. It
 * takes the place of a handle: a copy lasts longer, and a handle that was just given may be read.
 * Returns whether the content is linked now, and the `ready` documents that were and are not any more.
 */
async function keepFile(
  writing: WriteTransaction,
  content: number,
  { file, linked, size, modified }: StorableFile,
): Promise<{ linked: boolean; relinked: number[] }> {
  const stored = await writing.from("originals").get(content);
  if (stored && !isLink(stored)) return { linked: false, relinked: [] };
  const seen = linked && modified !== undefined ? { seen: { size, modified } } : {};
  writing.put("originals", { document: content, file, ...seen });
  const relinked: number[] = [];
  // The others are looked at only when they change: there may be thousands. Where no file was, there
  // are none.
  if (!stored || linked) return { linked, relinked };
  for (const entry of await writing.from("documents").index("content").getAll(content)) {
    writing.put("documents", marked(entry, linked));
    if (entry.state === "ready") relinked.push(entry.ordinal);
  }
  return { linked, relinked };
}

function marked<Marked extends Entry>(entry: Marked, linked: boolean): Marked {
  return (entry.linked ?? false) === linked ? entry : { ...entry, linked };
}

/** Where bytes are stored already, the latest first: its pages are the newest. */
export async function contentOf(
  writing: WriteTransaction,
  hash: string,
): Promise<number | undefined> {
  const index = writing.from("documents").index("hash");
  for (
    let cursor = await index.openCursor(hash, "prev");
    cursor;
    cursor = await cursor.continue()
  ) {
    const { state, content } = cursor.value;
    // What is removed is about to go, and what is refused has nothing.
    if (state !== "removed" && state !== "refused" && wasSeenHere(cursor.value)) return content;
  }
  return undefined;
}
