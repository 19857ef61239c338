import {
  documentId,
  documentOrdinal,
  invalidArgument,
  longestNotebookTitle,
  type Notebook,
  type NotebookContents,
  notFound,
} from "../core/index.js";
import {
  type FilledNotebook,
  type FoundNotebook,
  type NewNotebook,
  type NotebookChange,
  type Notebooks,
  notebookVersion,
  type StoredNotebook,
  unknownNotebook,
} from "../store/index.js";
import type { PartApi, RequestOf } from "./api.js";
import type { Ingestion } from "./ingest/ingestion.js";
import type { KeptFolders } from "./kept-folders.js";
import { Restorable } from "./restorable.js";
import type { CollectionServices } from "./services.js";
import type { DocumentCache } from "./sync/document-cache.js";

/** The notebooks of a collection: listed, filled, renamed, deleted and restored. */
export class KeptNotebooks implements PartApi<"notebooks"> {
  readonly #store: Notebooks;
  readonly #cache: DocumentCache;
  readonly #ingestion: Ingestion;
  readonly #folders: KeptFolders;
  readonly #deleted = new Restorable<StoredNotebook>("notebook");

  /** @param folders put their files into notebooks */
  constructor({ store, cache, ingestion }: CollectionServices, folders: KeptFolders) {
    this.#store = store.notebooks;
    this.#cache = cache;
    this.#ingestion = ingestion;
    this.#folders = folders;
  }

  async notebooks(): Promise<Notebook[]> {
    const known = (await this.#store.all()).filter(isKnown);
    return known.sort((a, b) => a.createdAt - b.createdAt).map((each) => this.#notebook(each));
  }

  async notebookContents({ id }: RequestOf<"notebookContents">): Promise<NotebookContents> {
    const notebook = await this.#store.get(id);
    if (!notebook || !isKnown(notebook)) throw unknownNotebook(id);
    const { conversations, grids, documents } = notebook;
    return { documents: this.#ready(documents).map(documentId), conversations, grids };
  }

  async createNotebook({ title }: RequestOf<"createNotebook">): Promise<Notebook> {
    const now = Date.now();
    const times = { createdAt: now, updatedAt: now };
    const made: NewNotebook = {
      id: crypto.randomUUID(),
      title: checkedTitle(title),
      conversations: [],
      grids: [],
      ...times,
    };
    await this.#store.put(made);
    this.#changed();
    return this.#notebook({ ...made, documents: [] });
  }

  async renameNotebook({ id, title }: RequestOf<"renameNotebook">): Promise<void> {
    const named = checkedTitle(title);
    const exists = await this.#store.change(id, (notebook) => {
      // Two changes within a millisecond need different times.
      return { ...notebook, title: named, updatedAt: Math.max(Date.now(), notebook.updatedAt + 1) };
    });
    if (!exists) throw unknownNotebook(id);
    this.#changed();
  }

  async deleteNotebook({ id }: RequestOf<"deleteNotebook">): Promise<void> {
    const notebook = await this.#store.take(id);
    if (!notebook) return;
    // If this fails, documents refer to a missing notebook, which does no harm.
    this.#deleted.keep(id, notebook, () => void this.#forget(id).catch(() => {}));
    this.#changed();
  }

  /** Forgets the contents of a deleted notebook, unless it was restored. */
  async #forget(id: string): Promise<void> {
    if (await this.#store.get(id)) return;
    await this.#folders.leaveNotebook(id);
    await this.#store.forget(id);
  }

  async restoreNotebook({ id }: RequestOf<"restoreNotebook">): Promise<void> {
    await this.#store.put(this.#deleted.get(id));
    this.#deleted.restored(id);
    this.#changed();
  }

  async addToNotebook({ id, contents }: RequestOf<"addToNotebook">): Promise<NotebookContents> {
    for (const document of contents.documents) {
      if (this.#cache.get(documentOrdinal(document) ?? 0)) continue;
      throw notFound(`There is no document ${document} in this collection.`);
    }
    return this.#moved(id, await this.#store.add(id, ordinalsOf(contents)));
  }

  async removeFromNotebook({
    id,
    contents,
  }: RequestOf<"removeFromNotebook">): Promise<NotebookContents> {
    return this.#moved(id, await this.#store.remove(id, ordinalsOf(contents)));
  }

  /** The notebooks to export: one, or all, including those without documents. */
  async exported(id: string | null): Promise<readonly FilledNotebook[]> {
    const known = (await this.#store.all()).filter(isKnown);
    return known.filter((notebook) => id === null || notebook.id === id);
  }

  /** Imports notebooks from a file; existing ones are merged with them. */
  async adopt(found: readonly FoundNotebook[]): Promise<void> {
    if (found.length === 0) return;
    await this.#store.adopt(found);
    this.#changed();
  }

  #changed(): void {
    this.#ingestion.announce("notebooks-changed");
  }

  #moved(id: string, moved: NotebookChange | null): NotebookContents {
    if (!moved) throw unknownNotebook(id);
    const { documents, conversations, grids } = moved;
    if (documents.length + conversations.length + grids.length > 0) this.#changed();
    return { documents: documents.map(documentId), conversations, grids };
  }

  #notebook({
    id,
    title,
    documents,
    conversations,
    grids,
    ...times
  }: Omit<FilledNotebook, "version">): Notebook {
    return {
      ...{ id, title },
      documents: this.#ready(documents).length,
      conversations: conversations.length,
      grids: grids.length,
      createdAt: times.createdAt,
      updatedAt: times.updatedAt,
    };
  }

  /** The searchable ones: neither removed nor still to be read. */
  #ready(ordinals: readonly number[]): readonly number[] {
    return ordinals.filter((ordinal) => this.#cache.get(ordinal));
  }
}

/** Whether this version knows the format of a stored notebook: a newer one may use another. */
function isKnown({ version }: Pick<StoredNotebook, "version">): boolean {
  return version <= notebookVersion;
}

function ordinalsOf({ documents, ...rest }: NotebookContents): NotebookChange {
  return { ...rest, documents: documents.map((id) => documentOrdinal(id) ?? 0) };
}

function checkedTitle(title: string): string {
  const trimmed = title.trim();
  if (trimmed !== "" && trimmed.length <= longestNotebookTitle) return trimmed;
  throw invalidArgument(
    `The title of a notebook must have 1 to ${longestNotebookTitle} characters, not ${trimmed.length}.`,
  );
}
