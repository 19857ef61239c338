import type { App } from "./app.js";

/** Whether there is nothing here yet, nor on its way. */
export function isEmpty({ documents, ingest }: App): boolean {
  return (
    documents.list.length === 0 &&
    !ingest.running &&
    ingest.rows.all.every(({ state }) => state === "refused")
  );
}
