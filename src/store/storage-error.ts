import { PagehoundError } from "../core/errors.js";

/** Runs an operation of the database. Throws `storage-full` or `storage-failed`. */
export async function guarded<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (cause) {
    throw storageError(cause, "The browser's storage refused an operation.");
  }
}

/** What the database threw, as a `storage-full` or `storage-failed`. */
export function storageError(cause: unknown, fallback: string): PagehoundError {
  if (cause instanceof DOMException && cause.name === "QuotaExceededError") {
    return new PagehoundError(
      "storage-full",
      "The storage that the browser grants this site is full. Remove documents, or free disk space, and try again.",
      { cause },
    );
  }
  const detail = cause instanceof Error ? ` (${cause.name}: ${cause.message})` : "";
  return new PagehoundError(
    "storage-failed",
    `${fallback} Private windows and full disks are the usual causes; nothing that was stored is lost.${detail}`,
    { cause },
  );
}
