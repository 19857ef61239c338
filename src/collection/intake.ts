import { PagehoundError } from "../core/errors.js";
import type { InputFile } from "../core/ingest.js";
import type { IntakeOutcome } from "../store/intake.js";
import type { Store } from "../store/store.js";
import { bytesOf, hashOf } from "./stored-file.js";

/** Where files are taken in, and how. */
export interface IntakeContext {
  readonly store: Pick<Store<unknown>, "jobs">;
  /** See `OpenRequest.copyUpTo`. */
  readonly copyUpTo: number;
}

/**
 * Takes a file in: from then on it is in the database, or linked, and will be read whatever becomes
 * of this page. Throws `damaged-file` when the disk does not give it, and what the database throws.
 */
export async function takeIn(
  { file, path, handle }: InputFile,
  { store, copyUpTo }: IntakeContext,
): Promise<{ outcome: IntakeOutcome; bytes: ArrayBuffer }> {
  const bytes = await bytesOf(file, path);
  const hash = await hashOf(bytes);
  const linked = handle !== undefined && file.size > copyUpTo;
  const known = { path, hash, size: file.size, addedAt: Date.now() };
  if (!linked) return { outcome: await store.jobs.intake({ ...known, file, linked }), bytes };
  try {
    return { outcome: await store.jobs.intake({ ...known, file: handle, linked }), bytes };
  } catch (error) {
    // Some browsers store no handles; the file itself can be stored.
    if (!PagehoundError.isInstance(error) || error.code !== "storage-failed") throw error;
    return { outcome: await store.jobs.intake({ ...known, file, linked: false }), bytes };
  }
}
