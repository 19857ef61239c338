import type { IDBPDatabase, IDBPTransaction } from "idb";
import type { PageCounts } from "../core/document.js";
import type { Schema, StoredDocument, StoredJob } from "./schema.js";
import type { StoreName } from "./writing.js";

type Upgrading = IDBPTransaction<Schema<unknown>, StoreName[], "versionchange">;

/** A document as versions 1 and 2 stored it; `staging` ones were being read when their page was closed. */
interface EarlierDocument
  extends Omit<StoredDocument, "state" | "content" | "pages" | "removedAt" | "linked"> {
  readonly state: "staging" | "ready" | "removed";
  readonly pages: Omit<PageCounts, "recognised">;
}

/** Brings a database from an earlier version, 0 when there was none, to the present one. */
export async function upgrade(
  database: IDBPDatabase<Schema<unknown>>,
  upgrading: Upgrading,
  from: number,
): Promise<void> {
  if (from < 1) {
    database.createObjectStore("documents", { keyPath: "ordinal", autoIncrement: true });
    database.createObjectStore("pages", { keyPath: ["document", "number"] });
    database.createObjectStore("passages", { keyPath: "document" });
    database.createObjectStore("postings", { keyPath: "document" });
    database.createObjectStore("originals", { keyPath: "document" });
  }
  if (from < 2) {
    database.createObjectStore("conversations", { keyPath: "id" });
    database.createObjectStore("turns", { keyPath: ["conversation", "number"] });
    database.createObjectStore("traces", { keyPath: ["conversation", "number"] });
  }
  if (from < 3) {
    database.createObjectStore("settings", { keyPath: "name" });
    const documents = upgrading.objectStore("documents");
    documents.createIndex("path", "path");
    documents.createIndex("hash", "hash");
    documents.createIndex("content", "content");
    documents.createIndex("queue", ["state", "order"]);
    documents.createIndex("removed", "removedAt");
    if (from > 0) await shareContents(upgrading);
  }
  if (from < 4) database.createObjectStore("publications", { keyPath: "url" });
  if (from < 5) {
    const vectors = database.createObjectStore("vectors", { keyPath: ["document", "part"] });
    vectors.createIndex("basis", ["model", "passages", "texts"]);
  }
}

/** Pages and files get keys of their own, and what was being read is queued. */
async function shareContents(upgrading: Upgrading): Promise<void> {
  const documents = upgrading.objectStore("documents");
  const originals = upgrading.objectStore("originals");
  for (let cursor = await documents.openCursor(); cursor; cursor = await cursor.continue()) {
    const earlier = cursor.value as unknown as EarlierDocument;
    const original = await originals.get(earlier.ordinal);
    if (earlier.state !== "staging") await cursor.update(documentOf(earlier, earlier.state));
    // Without its file, nothing can be made of it.
    else if (!(original?.file instanceof Blob)) await cursor.delete();
    else await cursor.update(jobOf(earlier, original.file.size));
  }
}

function documentOf(earlier: EarlierDocument, state: "ready" | "removed"): StoredDocument {
  return {
    ...earlier,
    state,
    content: earlier.ordinal,
    pages: { ...earlier.pages, recognised: 0 },
    ...(state === "removed" ? { removedAt: 0 } : {}),
  };
}

function jobOf({ ordinal, path, hash, addedAt }: EarlierDocument, size: number): StoredJob {
  return {
    ordinal,
    path,
    hash,
    content: ordinal,
    addedAt,
    state: "queued",
    order: ordinal,
    size,
    reader: null,
    problem: null,
    renews: false,
  };
}
