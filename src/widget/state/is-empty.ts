import type { App } from "./app.js";

/** Whether there is nothing here yet, nor on its way. */
export function isEmpty({ documents, ingest, opened, expectsDocuments }: App): boolean {
  // What was here last time is probably still here.
  if (!opened) return !expectsDocuments;
  return (
    documents.list.length === 0 &&
    !ingest.running &&
    ingest.rows.all.every(({ state }) => state === "refused")
  );
}
