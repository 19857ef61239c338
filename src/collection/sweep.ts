import type { DocumentPostings } from "../search/document-postings.js";
import type { Store } from "../store/store.js";

/**
 * Deletes what an earlier session left behind: documents removed or replaced, and documents whose
 * ingest was cut short. A path that any tab is adding right now is passed over.
 */
export async function sweep(store: Store<DocumentPostings>, collection: string): Promise<void> {
  for (const { ordinal, path, state } of await store.documents()) {
    if (state === "ready") continue;
    const lock = `pagehound:${collection}:${path}`;
    await navigator.locks.request(lock, { ifAvailable: true }, async (held) => {
      if (held) await store.delete(ordinal);
    });
  }
}
