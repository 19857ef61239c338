import {
  documentId,
  documentOrdinal,
  longestNotebookTitle,
  type Notebook,
  type NotebookContents,
  PagehoundError,
} from "../core/index.js";
import {
  type FilledNotebook,
  type FoundNotebook,
  type NewNotebook,
  type NotebookChange,
  type Notebooks,
  notebookVersion,
  type StoredDocument,
  type StoredNotebook,
  unknownNotebook,
} from "../store/index.js";
import type { PartApi, RequestOf } from "./api.js";

/** How long a deleted notebook can be restored. */
const restorableMilliseconds = 30_000;

/** The dependencies of the kept notebooks. */
export interface KeptNotebooksContext {
  readonly store: Notebooks;
  /** The document with an ordinal, if it can be searched. */
  readonly document: (ordinal: number) => StoredDocument | undefined;
  /** Called after every change. */
  readonly changed: () => void;
  /** Called when a deleted notebook cannot be restored any more. */
  readonly forgotten: (id: string) => Promise<void>;
}

/** The notebooks of a collection: listed, filled, renamed, deleted and restored. */
export class KeptNotebooks implements PartApi<"notebooks"> {
  readonly #context: KeptNotebooksContext;
  /** Recently deleted notebooks. */
  readonly #deleted = new Map<string, StoredNotebook>();

  constructor(context: KeptNotebooksContext) {
    this.#context = context;
  }

  async notebooks(): Promise<Notebook[]> {
    const known = (await this.#context.store.all()).filter(isKnown);
    return known.sort((a, b) => a.createdAt - b.createdAt).map((each) => this.#notebook(each));
  }

  async notebookContents({ id }: RequestOf<"notebookContents">): Promise<NotebookContents> {
    const notebook = await this.#context.store.get(id);
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
    await this.#context.store.put(made);
    this.#context.changed();
    return this.#notebook({ ...made, documents: [] });
  }

  async renameNotebook({ id, title }: RequestOf<"renameNotebook">): Promise<void> {
    const named = checkedTitle(title);
    const isThere = await this.#context.store.change(id, (notebook) => {
      // Two changes within a millisecond need different times.
      return { ...notebook, title: named, updatedAt: Math.max(Date.now(), notebook.updatedAt + 1) };
    });
    if (!isThere) throw unknownNotebook(id);
    this.#context.changed();
  }

  async deleteNotebook({ id }: RequestOf<"deleteNotebook">): Promise<void> {
    const { store, changed } = this.#context;
    const notebook = await store.take(id);
    if (!notebook) return;
    this.#deleted.set(id, notebook);
    changed();
    setTimeout(() => {
      if (this.#deleted.get(id) !== notebook) return;
      this.#deleted.delete(id);
      // If this fails, documents refer to a missing notebook, which does no harm.
      void this.#forget(id).catch(() => {});
    }, restorableMilliseconds);
  }

  /** Forgets the contents of a deleted notebook, unless it was restored. */
  async #forget(id: string): Promise<void> {
    const { store, forgotten } = this.#context;
    if (await store.get(id)) return;
    await forgotten(id);
    await store.forget(id);
  }

  async restoreNotebook({ id }: RequestOf<"restoreNotebook">): Promise<void> {
    const notebook = this.#deleted.get(id);
    if (!notebook) {
      throw new PagehoundError("not-found", `There is no deleted notebook ${id} to restore.`);
    }
    await this.#context.store.put(notebook);
    this.#deleted.delete(id);
    this.#context.changed();
  }

  async addToNotebook({ id, contents }: RequestOf<"addToNotebook">): Promise<NotebookContents> {
    for (const document of contents.documents) {
      if (this.#context.document(documentOrdinal(document) ?? 0)) continue;
      throw new PagehoundError("not-found", `There is no document ${document} in this collection.`);
    }
    return this.#moved(id, await this.#context.store.add(id, ordinalsOf(contents)));
  }

  async removeFromNotebook({
    id,
    contents,
  }: RequestOf<"removeFromNotebook">): Promise<NotebookContents> {
    return this.#moved(id, await this.#context.store.remove(id, ordinalsOf(contents)));
  }

  /** The notebooks to export: one, or all, including those without documents. */
  async exported(id: string | null): Promise<readonly FilledNotebook[]> {
    const known = (await this.#context.store.all()).filter(isKnown);
    return known.filter((notebook) => id === null || notebook.id === id);
  }

  /** Imports notebooks from a file; existing ones are merged with them. */
  async adopt(found: readonly FoundNotebook[]): Promise<void> {
    if (found.length === 0) return;
    await this.#context.store.adopt(found);
    this.#context.changed();
  }

  #moved(id: string, moved: NotebookChange | null): NotebookContents {
    if (!moved) throw unknownNotebook(id);
    const { documents, conversations, grids } = moved;
    if (documents.length + conversations.length + grids.length > 0) this.#context.changed();
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
    return ordinals.filter((ordinal) => this.#context.document(ordinal));
  }
}

/** Whether this code knows the format of a stored notebook: newer code may use another one. */
function isKnown({ version }: Pick<StoredNotebook, "version">): boolean {
  return version <= notebookVersion;
}

function ordinalsOf({ documents, ...rest }: NotebookContents): NotebookChange {
  return { ...rest, documents: documents.map((id) => documentOrdinal(id) ?? 0) };
}

function checkedTitle(title: string): string {
  const trimmed = title.trim();
  if (trimmed !== "" && trimmed.length <= longestNotebookTitle) return trimmed;
  throw new PagehoundError(
    "invalid-argument",
    `The title of a notebook has 1 to ${longestNotebookTitle} characters, not ${trimmed.length}.`,
  );
}
