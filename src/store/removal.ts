import { isJob, type StoredDocument } from "./schema.js";
import type { WriteTransaction } from "./transaction.js";

/** A document that waits to be deleted for good. */
export interface Removal {
  readonly ordinal: number;
  /** See `StoredDocument`; 0 when nothing can bring it back. */
  readonly removedAt: number;
  /** Whether another version took its place. */
  readonly replaced: boolean;
}

/** A document as it is stored when a reader has removed it. */
export function removedDocument(document: StoredDocument, now: number): StoredDocument {
  // Whatever the clock says: 0 has a meaning of its own, and what is below it comes before that.
  return { ...document, state: "removed", removedAt: Math.max(1, now) };
}

/** The same, when another version has taken its place. */
export function replacedDocument(document: StoredDocument, now: number): StoredDocument {
  return { ...removedDocument(document, now), replaced: true };
}

/** The same, when nothing can bring it back. */
export function goneForGood(document: StoredDocument): StoredDocument {
  return { ...document, state: "removed", removedAt: 0 };
}

/** Ends the jobs that read a document anew; returns the contents that they had. */
export async function endReindexing(
  writing: WriteTransaction,
  { path, hash }: StoredDocument,
): Promise<number[]> {
  const released: number[] = [];
  for (const entry of await writing.from("documents").index("path").getAll(path)) {
    if (!isJob(entry) || !entry.renews || entry.hash !== hash) continue;
    writing.delete("documents", entry.ordinal);
    if (entry.state !== "refused") released.push(entry.content);
  }
  return released;
}
