import type { CollectionApi, ExportOptions } from "../collection/index.js";
import {
  type CallOptions,
  checkBlob,
  checkedOptions,
  checkText,
  checkTexts,
  type DocumentId,
  type ImportedCollection,
  invalidArgument,
  type TransferProgress,
  type UndoneImport,
} from "../core/index.js";
import { folderPath } from "./ingest.js";

/** What `CollectionFile.export` writes. */
export interface CollectionExport extends Partial<ExportOptions> {
  /**
   * The documents to export, without notebooks and conversations.
   *
   * @defaultValue all of the person's own documents
   */
  readonly documents?: readonly DocumentId[] | undefined;
}

/**
 * The documents of a collection as one file.
 *
 * @example
 * ```ts
 * const file = await hound.collection.export({ title: "Handbook" });
 * const { added } = await hound.collection.import(file, { folder: "From a colleague" });
 * console.log(added.length);
 * ```
 */
export class CollectionFile {
  readonly #remote: CollectionApi;
  readonly #persist: () => void;

  /** @internal */
  constructor(remote: CollectionApi, persist: () => void) {
    this.#remote = remote;
    this.#persist = persist;
  }

  /**
   * Exports documents as one file, with their pages, passages and index. It can be imported on
   * another device, or put on a server as a published collection (`PublishedCollections`). By
   * convention, the name of the file ends in `.pagehound`.
   *
   * Passwords are never included, but the text of a document that needed one is. Control characters
   * in paths are replaced, and very long paths and titles truncated; if paths become equal, all but
   * one get a number. A document that would make the file invalid is left out, and the last progress
   * report names it (`TransferProgress.leftOut`).
   *
   * Throws `no-documents`; `not-found`; `invalid-argument` for more documents than one file can hold,
   * or for both `documents` and `notebook`; and `damaged-file` if every document was left out.
   */
  async export(options: CollectionExport & CallOptions<TransferProgress> = {}): Promise<Blob> {
    const checked = checkedOptions(options);
    const {
      documents = null,
      originals = true,
      guides,
      notes,
      notebook,
      grids,
      conversations,
      title = "Documents",
      ...call
    } = checked;
    if (documents !== null) checkTexts("The documents to export", documents);
    checkText("The title", title);
    if (notebook !== undefined) {
      checkText("The notebook's id", notebook);
      if (documents !== null) {
        throw invalidArgument("An export can have `notebook` or `documents`, not both.");
      }
    }
    return this.#remote.exportCollection(
      { documents, originals, guides, notes, grids, conversations, notebook, title },
      call,
    );
  }

  /**
   * Imports a file that `export` has written: its documents, and the notes, grids, conversations and
   * notebooks in it. From then on, they are the person's own. The whole file is read and checked
   * before the first document is stored, so a damaged file changes nothing.
   *
   * What already exists here is merged with the file:
   *
   * - A document with the same bytes at the same path is unchanged. One with other bytes is replaced,
   *   which `Pagehound.restore` can undo. If a file that is still being added has the path, the
   *   imported document gets a number: "report (2).pdf".
   * - A notebook also gets the contents that it has in the file.
   * - A grid keeps the later definition, answers and marks. Columns that were removed here do not
   *   come back. `ImportedCollection.grids` says what was left out.
   * - A conversation is kept in its later version. The citations of imported answers are looked up in
   *   the documents, and quotes that are not found are dropped.
   *
   * `folder` is a folder to put all documents into, so that a file from somebody else replaces
   * nothing outside it; no path in the file leads out of it. If the import is aborted, documents and
   * answers of grids that were completely stored by then stay.
   *
   * Throws `damaged-file`; `unsupported-format` for another kind of file, or one from a newer version;
   * `storage-full`; `storage-failed`; and `invalid-argument` for a folder without a name.
   */
  async import(
    file: Blob,
    options: { readonly folder?: string | undefined } & CallOptions<TransferProgress> = {},
  ): Promise<ImportedCollection> {
    checkBlob("The file to import", file);
    const { folder: wanted, ...call } = checkedOptions(options);
    const folder = wanted === undefined ? null : folderPath(wanted);
    this.#persist();
    const name = file instanceof File && file.name !== "" ? file.name : "The file";
    return this.#remote.importCollection({ file, name, folder }, call);
  }

  /**
   * Restores the grids and conversations that an import added or changed to their state before it;
   * `id` is `undo` of its result. Those that were changed again since then stay, and are reported.
   * Documents, notes and notebooks stay, too. The last ten imports of this tab can be undone, each
   * once, until the collection is closed. Throws `not-found` for any other import.
   */
  async undo(id: string, options: CallOptions = {}): Promise<UndoneImport> {
    checkText("The import's id", id);
    return this.#remote.undoImport({ id }, checkedOptions(options));
  }
}
