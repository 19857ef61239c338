import { PagehoundError } from "../core/errors.js";
import type { InputFile } from "../core/ingest.js";
import { untilAborted } from "../core/until-aborted.js";
import type { IntakeOutcome, NewFile } from "../store/intake.js";
import type { Store } from "../store/store.js";
import { bytesOf, hashOf } from "./stored-file.js";

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
export async function takeIn(
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

/** A document that lacks pages for want of files that they need is read anew: they may be there by now. */
async function taken(jobs: Store<unknown>["jobs"], file: NewFile): Promise<IntakeOutcome> {
  const outcome = await jobs.intake(file);
  if (outcome.kind !== "unchanged" || !outcome.document.missing) return outcome;
  const job = await jobs.renew(outcome.document.ordinal, true);
  const { superseded, relinked } = outcome;
  return job ? { kind: "queued", job, isNew: true, superseded, relinked } : outcome;
}
