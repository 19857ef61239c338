import type { CollectionApi } from "../collection/index.js";
import {
  type CallOptions,
  checkBlob,
  checkedOptions,
  checkText,
  checkTexts,
  type DocumentId,
  type ImportedCollection,
  PagehoundError,
  type TransferProgress,
  type UndoneImport,
} from "../core/index.js";
import { folderPath } from "./ingest.js";

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
   * Writes documents to one file, with pages, passages and index, to be imported elsewhere or put
   * on a server (see `PublishedCollections`): the person's own, or the named ones. `originals`:
   * with the files they were read from, as far as these can be read; true by default. `guides`:
   * with notes of where answers were found, which contain words of the questions; false by default.
   * `notes`: with the person's notes about only these documents; true by default. `grids`: with the
   * person's grids and their answers about these documents; true by default. `conversations`: with
   * the person's conversations, without the traces of how answers were found; true by default.
   * `notebook`: the id of a notebook, which is written with its documents, its conversations and the
   * ids of its grids; without it, and without `documents`, all notebooks and conversations are
   * written; with `documents`, no conversations. Passwords are never included; the text of a
   * document that needed a password is. By convention the file's name ends in
   * `.pagehound`. Throws `no-documents`, `not-found`, and `invalid-argument` for more documents than
   * one file can hold, and for both `documents` and `notebook`. Control characters in paths are
   * replaced, and very long paths and titles truncated; of paths that become equal, all but one get a
   * number. A document that would make the file invalid is left out, and reported with the last
   * progress; `damaged-file` if no other is left.
   */
  async export(
    options: {
      readonly documents?: readonly DocumentId[] | undefined;
      readonly originals?: boolean | undefined;
      readonly guides?: boolean | undefined;
      readonly notes?: boolean | undefined;
      readonly notebook?: string | undefined;
      readonly grids?: boolean | undefined;
      readonly conversations?: boolean | undefined;
      readonly title?: string | undefined;
    } & CallOptions<TransferProgress> = {},
  ): Promise<Blob> {
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
    if (documents !== null) checkTexts("What is to be exported", documents);
    checkText("The title", title);
    if (notebook !== undefined) {
      checkText("The notebook's id", notebook);
      if (documents !== null) {
        throw new PagehoundError(
          "invalid-argument",
          "An export is of a notebook or of documents, not of both.",
        );
      }
    }
    return this.#remote.exportCollection(
      { documents, originals, guides, notes, grids, conversations, notebook, title },
      call,
    );
  }

  /**
   * Imports the documents of a file that `export` has written, with the notes about them, the grids,
   * the conversations and the notebooks they are in; they are the person's own from then on. An
   * existing notebook is merged with the one in the file. So is an existing grid: the later
   * definition, answers and marks stay, columns that were removed here do not come back, and `grids`
   * of the result says what was left out. Of an existing conversation, the later version stays. The
   * citations of its answers are looked up in the documents, and quotes that are not found are
   * dropped (see `conversations` of the result). Everything is read and checked before the first
   * document is stored, so that a damaged file changes nothing. A document with the same bytes at
   * the same path is unchanged; one with other bytes is replaced, which `restore` can undo. If a file
   * that is still being added has the path, it stays, and the imported document gets a number:
   * "report (2).pdf". `folder`: the folder for all of them, so that a file from somebody else
   * replaces nothing outside it; whatever their paths are, none leads out of it. If aborted, it keeps
   * the finished documents, and no partial ones, and the answers of grids that were stored by then.
   * Throws `damaged-file`, `unsupported-format` for another kind of file or one of a newer version,
   * `storage-full`, `storage-failed`, and `invalid-argument` for a folder without a name.
   */
  async import(
    file: Blob,
    options: { readonly folder?: string | undefined } & CallOptions<TransferProgress> = {},
  ): Promise<ImportedCollection> {
    checkBlob("What is to be imported", file);
    const { folder: wanted, ...call } = checkedOptions(options);
    const folder = wanted === undefined ? null : folderPath(wanted);
    this.#persist();
    const name = file instanceof File && file.name !== "" ? file.name : "The file";
    return this.#remote.importCollection({ file, name, folder }, call);
  }

  /**
   * Puts the grids and conversations that an import added or changed back as they were before it;
   * `undo` of its result is the id. Those that were changed since stay, and are reported. Documents,
   * notes and notebooks stay too. The last ten imports of this tab can be undone, each once, until
   * the collection is closed; otherwise throws `not-found`.
   */
  async undo(id: string, options: CallOptions = {}): Promise<UndoneImport> {
    checkText("The import's id", id);
    return this.#remote.undoImport({ id }, checkedOptions(options));
  }
}
