import { PagehoundError } from "../core/errors.js";
import { roughSize } from "./rough-size.js";

/** What the database threw while `values` were written, as a `storage-full` or `storage-failed`. */
export async function storageError(
  cause: unknown,
  fallback: string,
  values: readonly unknown[] = [],
): Promise<PagehoundError> {
  if (cause instanceof DOMException && cause.name === "QuotaExceededError") {
    // What only deletes needs room too, but how much is not known.
    const needed = values.length > 0 ? roughSize(values) : null;
    return new PagehoundError(
      "storage-full",
      "The storage that the browser grants this site is full. Remove documents, or free disk space, and try again.",
      { cause, data: { needed, available: await availableBytes() } },
    );
  }
  return new PagehoundError(
    "storage-failed",
    `${fallback} Private windows and full disks are the usual causes; nothing that was stored is lost.`,
    { cause },
  );
}

/** Another tab runs newer code, which has taken the database over. */
export function outdatedError(cause: unknown): PagehoundError {
  return new PagehoundError(
    "outdated",
    "These documents are stored by a newer version of this page. Load the page again to go on; nothing that was stored is lost.",
    { cause },
  );
}

/** The browser has taken the database away, most often because the person has cleared what sites store. */
export function lostError(cause: unknown): PagehoundError {
  return new PagehoundError(
    "storage-failed",
    "The browser has deleted or closed what was stored here. Load the page again.",
    { cause },
  );
}

/** Room that the browser still grants, by its own estimate; null when it tells none. */
async function availableBytes(): Promise<number | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
  } catch {
    return null;
  }
}
