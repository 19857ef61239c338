import type { DocumentPostings } from "../search/index.js";
import type { Store } from "../store/index.js";
import type { Ingestion } from "./ingest/ingestion.js";
import type { DocumentCache } from "./sync/document-cache.js";

/** The shared dependencies of the parts of a collection. */
export interface CollectionServices {
  readonly store: Store<DocumentPostings>;
  readonly cache: DocumentCache;
  /** Also tells every tab what changed. */
  readonly ingestion: Ingestion;
}
