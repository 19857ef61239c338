import { appendTo, type DocumentSummary, type MovedDocument, sha256 } from "../core/index.js";
import {
  isOwn,
  type StoredDocument,
  type StoredFolder,
  unknownNotebook,
  wasSeenHere,
} from "../store/index.js";
import type { FolderDifference, FolderListing, KeptFolder, PartApi, RequestOf } from "./api.js";
import { wasAdded } from "./ingest/add-files.js";
import type { Ingestion } from "./ingest/ingestion.js";
import { bytesOf } from "./ingest/stored-file.js";
import { summaryOf } from "./retrieval/describe.js";
import type { CollectionServices } from "./services.js";
import type { DocumentCache } from "./sync/document-cache.js";

/**
 * The folders on the person's disk that are kept in sync with documents: their handles, and their
 * content at the last check. The page lists a folder and adds files that differ; this class
 * compares the listing with documents.
 */
export class KeptFolders implements PartApi<"folders"> {
  readonly #store: CollectionServices["store"];
  readonly #cache: DocumentCache;
  readonly #ingestion: Ingestion;

  constructor({ store, cache, ingestion }: CollectionServices) {
    this.#store = store;
    this.#cache = cache;
    this.#ingestion = ingestion;
  }

  async folders(): Promise<KeptFolder[]> {
    return (await this.#all()).map(({ files, notebooks = [], ...folder }) => {
      return { ...folder, notebooks, files: files.length };
    });
  }

  async keepFolder({ path, handle, notebook }: RequestOf<"keepFolder">): Promise<void> {
    // Existing documents go into the notebook now, files not read yet when they are read.
    if (notebook !== undefined) await this.#put(this.#documentsBelow(path), notebook);
    await this.#change((folders) => {
      const known = folders.find((folder) => folder.path === path);
      const notebooks = [
        ...new Set([...(known?.notebooks ?? []), ...(notebook ? [notebook] : [])]),
      ];
      const added: StoredFolder = {
        ...{ files: [], gone: [], lookedAt: null, ...known, path, handle },
        ...(notebooks.length > 0 ? { notebooks } : {}),
      };
      return [...folders.filter((folder) => folder !== known), added];
    });
  }

  /** Makes all folders stop putting files into a notebook that was permanently deleted. */
  async leaveNotebook(id: string): Promise<void> {
    if (!(await this.#all()).some(({ notebooks }) => notebooks?.includes(id))) return;
    await this.#change((folders) =>
      folders.map(({ notebooks = [], ...folder }) => {
        const left = notebooks.filter((each) => each !== id);
        return { ...folder, ...(left.length > 0 ? { notebooks: left } : {}) };
      }),
    );
  }

  async #put(documents: readonly StoredDocument[], notebook: string): Promise<void> {
    const ordinals = documents.map(({ ordinal }) => ordinal);
    const change = { documents: ordinals, conversations: [], grids: [] };
    if (!(await this.#store.notebooks.add(notebook, change))) throw unknownNotebook(notebook);
    if (ordinals.length > 0) this.#ingestion.announce("notebooks-changed");
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
      // Other documents were not read here, so they may not come from these bytes.
      if (!wasSeenHere(document)) continue;
      appendTo(byHash, document.hash, document);
    }
    const moves: { readonly ordinal: number; readonly from: string; readonly path: string }[] = [];
    for (const { file, path } of files) {
      // An unreadable file is reported when it is added.
      const hash = await bytesOf(file, path).then(
        (bytes) => sha256(bytes),
        () => "",
      );
      const document = byHash.get(hash)?.shift();
      if (document) moves.push({ ordinal: document.ordinal, from: document.path, path });
    }
    const moved = await this.#store.documents.move(moves);
    if (moved.length > 0) await this.#ingestion.documentsChanged(moved);
    // Only the requested documents, without their attachments.
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
      // The folder was forgotten in the meantime.
      if (!before) return folders;
      // Whatever could not be listed counts as unchanged.
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

  /** The person's documents in a folder: the paths of all, and those whose files are missing. */
  #documentsIn({ path, files, unreadable }: FolderListing): {
    readonly at: ReadonlySet<string>;
    readonly gone: readonly StoredDocument[];
  } {
    const listed = new Set(files.map(pathOf));
    const documents = this.#documentsBelow(path);
    return {
      at: new Set(documents.map(pathOf)),
      gone: documents.filter(
        (document) => !wasAdded(document.path, listed) && !isBelow(document.path, unreadable),
      ),
    };
  }

  #documentsBelow(path: string): StoredDocument[] {
    return this.#cache
      .all()
      .map(({ document }) => document)
      .filter((document) => isOwn(document) && document.path.startsWith(`${path}/`));
  }

  /** Removes unreadable files from the queue if they no longer exist. */
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

/** Whether a path is one of these, or inside one. */
function isBelow(path: string, places: readonly string[]): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}/`));
}
