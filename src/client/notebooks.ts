import type { CollectionApi } from "../collection/index.js";
import {
  type CallOptions,
  checkShape,
  checkText,
  checkTexts,
  type Notebook,
  type NotebookContents,
} from "../core/index.js";

/**
 * Named sets of documents, conversations and grids within a collection; each can be in several. A
 * version that replaces a document takes its place in them; a document that is removed leaves them, and
 * is back in them when it is restored. `Pagehound.changes` reports `notebooks-changed`. Files are put
 * into a notebook while they are added with the option `notebook` of `Pagehound.add`.
 *
 * @example
 * ```ts
 * const { id } = await hound.notebooks.create("Lease of the shop");
 * const leases = (await hound.documents()).filter(({ path }) => path.startsWith("leases/"));
 * await hound.notebooks.add(id, { documents: leases.map((document) => document.id) });
 * const { documents } = await hound.notebooks.contents(id);
 * const { sentences } = await hound.ask("When does it end?", { documents });
 * ```
 */
export class Notebooks {
  readonly #remote: CollectionApi;

  /** @internal */
  constructor(remote: CollectionApi) {
    this.#remote = remote;
  }

  /** All notebooks, in the order they were created. */
  list(options: CallOptions = {}): Promise<Notebook[]> {
    return this.#remote.notebooks(null, options);
  }

  /**
   * The contents of a notebook: documents that can be searched, and conversations and grids that
   * exist. Throws `not-found`.
   */
  async contents(id: string, options: CallOptions = {}): Promise<NotebookContents> {
    checkText("The notebook's id", id);
    return this.#remote.notebookContents({ id }, options);
  }

  /** Creates an empty notebook. Throws `invalid-argument` for a title that is empty or too long. */
  async create(title: string, options: CallOptions = {}): Promise<Notebook> {
    checkText("The notebook's title", title);
    return this.#remote.createNotebook({ title }, options);
  }

  /** Gives a notebook another title. Throws `not-found`, and `invalid-argument` as `create`. */
  async rename(id: string, title: string, options: CallOptions = {}): Promise<void> {
    checkText("The notebook's id", id);
    checkText("The notebook's title", title);
    await this.#remote.renameNotebook({ id, title }, options);
  }

  /**
   * Deletes a notebook, if it exists, and nothing that is in it; for 30 seconds `restore` brings it
   * back as it was.
   */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    checkText("The notebook's id", id);
    await this.#remote.deleteNotebook({ id }, options);
  }

  /** Restores a notebook that was deleted in this page less than 30 seconds ago. Throws `not-found`. */
  async restore(id: string, options: CallOptions = {}): Promise<void> {
    checkText("The notebook's id", id);
    await this.#remote.restoreNotebook({ id }, options);
  }

  /**
   * Puts documents, conversations and grids into a notebook; attachments go with their mail. Returns
   * what was not in it before, so that `remove` with that undoes it. Throws `not-found`, and then adds
   * nothing, for a notebook or a document that does not exist.
   */
  async add(
    id: string,
    contents: Partial<NotebookContents>,
    options: CallOptions = {},
  ): Promise<NotebookContents> {
    return this.#remote.addToNotebook(checkedChange(id, contents), options);
  }

  /**
   * Takes documents, conversations and grids out of a notebook; they stay in the collection. Returns
   * what was in it, so that `add` with that undoes it. Throws `not-found` for a notebook.
   */
  async remove(
    id: string,
    contents: Partial<NotebookContents>,
    options: CallOptions = {},
  ): Promise<NotebookContents> {
    return this.#remote.removeFromNotebook(checkedChange(id, contents), options);
  }
}

function checkedChange(
  id: string,
  contents: Partial<NotebookContents>,
): { readonly id: string; readonly contents: NotebookContents } {
  checkText("The notebook's id", id);
  checkShape("The contents of a notebook", contents, {
    "documents?": "list",
    "conversations?": "list",
    "grids?": "list",
  });
  const { documents = [], conversations = [], grids = [] } = contents;
  checkTexts("The documents", documents);
  checkTexts("The conversations", conversations);
  checkTexts("The grids", grids);
  return { id, contents: { documents, conversations, grids } };
}
