import type { DocumentSummary, MovedDocument } from "../core/index.js";
import type { DocumentPostings } from "../search/index.js";
import {
  isOwn,
  type Store,
  type StoredDocument,
  type StoredFolder,
  wasSeenHere,
} from "../store/index.js";
import type { FolderDifference, FolderListing, KeptFolder, PartApi, RequestOf } from "./api.js";
import { wasAdded } from "./ingest/add-files.js";
import type { Ingestion } from "./ingest/ingestion.js";
import { bytesOf, hashOf } from "./ingest/stored-file.js";
import { summaryOf } from "./retrieval/describe.js";
import type { DocumentCache } from "./sync/document-cache.js";

/** What the folders need of the collection. */
interface FoldersSetup {
  readonly store: Pick<Store<DocumentPostings>, "documents" | "jobs" | "settings">;
  readonly cache: DocumentCache;
  readonly ingestion: Ingestion;
}

/**
 * The folders on the person's disk that documents are kept in step with: where each is, and what it
 * held when it was last looked at. The page lists a folder and adds what differs; what is known of
 * documents is compared here.
 */
export class KeptFolders implements PartApi<"folders"> {
  readonly #store: FoldersSetup["store"];
  readonly #cache: DocumentCache;
  readonly #ingestion: Ingestion;

  constructor({ store, cache, ingestion }: FoldersSetup) {
    this.#store = store;
    this.#cache = cache;
    this.#ingestion = ingestion;
  }

  async folders(): Promise<KeptFolder[]> {
    return (await this.#all()).map(({ files, ...folder }) => ({ ...folder, files: files.length }));
  }

  async keepFolder({ path, handle }: RequestOf<"keepFolder">): Promise<void> {
    await this.#change((folders) => {
      const known = folders.find((folder) => folder.path === path);
      const added: StoredFolder = { files: [], gone: [], lookedAt: null, ...known, path, handle };
      return [...folders.filter((folder) => folder !== known), added];
    });
  }

  async forgetFolder({ path }: RequestOf<"forgetFolder">): Promise<void> {
    await this.#change((folders) => folders.filter((folder) => folder.path !== path));
  }

  async compareFolder(listing: FolderListing): Promise<FolderDifference> {
    const { path, files } = listing;
    const before = (await this.#all()).find((folder) => folder.path === path)?.files ?? [];
    const known = new Map(before.map((file) => [file.path, file]));
    const differing = files.filter((file) => {
      const seen = known.get(file.path);
      return seen?.size !== file.size || seen.modified !== file.modified;
    });
    const { at, gone } = this.#documentsIn(listing);
    const sizes = new Set(gone.map(({ metadata }) => metadata.fileSize));
    const perhapsMoved = differing.filter((file) => !at.has(file.path) && sizes.has(file.size));
    return { differing: differing.map(pathOf), perhapsMoved: perhapsMoved.map(pathOf) };
  }

  async moveInFolder({
    listing,
    files,
  }: RequestOf<"moveInFolder">): Promise<readonly MovedDocument[]> {
    const { gone } = this.#documentsIn(listing);
    const byHash = new Map<string, StoredDocument[]>();
    for (const document of gone) {
      // Of others it is not known that they were made of these bytes.
      if (!wasSeenHere(document)) continue;
      byHash.set(document.hash, [...(byHash.get(document.hash) ?? []), document]);
    }
    const moves: { readonly ordinal: number; readonly from: string; readonly path: string }[] = [];
    for (const { file, path } of files) {
      // One that cannot be read is reported when it is added.
      const hash = await bytesOf(file, path).then(hashOf, () => "");
      const document = byHash.get(hash)?.shift();
      if (document) moves.push({ ordinal: document.ordinal, from: document.path, path });
    }
    const moved = await this.#store.documents.move(moves);
    if (moved.length > 0) await this.#ingestion.documentsChanged(moved);
    // Without what is attached to them.
    return moves.flatMap(({ ordinal, from, path }) => {
      const document = this.#cache.get(ordinal)?.document;
      return document?.path === path ? [{ document: summaryOf(document), from }] : [];
    });
  }

  async sawFolder(listing: FolderListing): Promise<readonly DocumentSummary[]> {
    const { path, files, unreadable } = listing;
    const { gone } = this.#documentsIn(listing);
    let before: StoredFolder | undefined;
    await this.#change((folders) => {
      before = folders.find((folder) => folder.path === path);
      // It was forgotten meanwhile.
      if (!before) return folders;
      // What could not be listed is taken to be as it was.
      const kept = before.files.filter((file) => isBelow(file.path, unreadable));
      const seen = {
        ...before,
        files: [...files, ...kept],
        gone: gone.map(pathOf),
        lookedAt: Date.now(),
      };
      return folders.map((folder) => (folder.path === path ? seen : folder));
    });
    await this.#dropRefused(before?.files ?? [], listing);
    const known = new Set(before?.gone);
    return gone.filter((document) => !known.has(document.path)).map(summaryOf);
  }

  /** The person's documents in a folder: by path, and those whose file is not in it. */
  #documentsIn({ path, files, unreadable }: FolderListing): {
    readonly at: ReadonlySet<string>;
    readonly gone: readonly StoredDocument[];
  } {
    const listed = new Set(files.map(pathOf));
    const documents = this.#cache
      .all()
      .map(({ document }) => document)
      .filter((document) => isOwn(document) && document.path.startsWith(`${path}/`));
    return {
      at: new Set(documents.map(pathOf)),
      gone: documents.filter(
        (document) => !wasAdded(document.path, listed) && !isBelow(document.path, unreadable),
      ),
    };
  }

  /** Files that could not be read and are gone need not be listed any more. */
  async #dropRefused(before: readonly { path: string }[], listing: FolderListing): Promise<void> {
    const listed = new Set(listing.files.map(pathOf));
    const gone = before
      .map(pathOf)
      .filter((path) => !listed.has(path) && !isBelow(path, listing.unreadable));
    if (gone.length === 0) return;
    const jobs = await this.#store.jobs.atPaths(gone);
    const refused = jobs.filter(({ state }) => state === "refused").map(pathOf);
    if (refused.length > 0) await this.#ingestion.queue.cancel({ paths: refused });
  }

  async #all(): Promise<readonly StoredFolder[]> {
    return (await this.#store.settings.get("folders")) ?? [];
  }

  async #change(
    change: (folders: readonly StoredFolder[]) => readonly StoredFolder[],
  ): Promise<void> {
    await this.#store.settings.change("folders", (folders) => change(folders ?? []));
    this.#ingestion.announce("folders-changed");
  }
}

function pathOf({ path }: { readonly path: string }): string {
  return path;
}

/** Whether a path is one of these, or below one. */
function isBelow(path: string, places: readonly string[]): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}/`));
}
