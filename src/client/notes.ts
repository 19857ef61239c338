import type { CollectionApi } from "../collection/index.js";
import {
  type CallOptions,
  checkEach,
  checkedOptions,
  checkShape,
  checkText,
  checkTexts,
  type DocumentId,
  type Note,
  type NoteChange,
  type NoteInput,
  wholeOf,
} from "../core/index.js";
import type { CitationForm, NoteForm } from "../notes/index.js";
import type { NoteFilesParts, NotesFileOptions, NotesFileProgress } from "./note-files.js";

/**
 * A person's highlights and notes on documents. Notes belong to a document's content: they are
 * found again when it is read again, moves, or is replaced by a version that still has the text,
 * and stay when it does not, or is deleted. `Pagehound.changes` reports `notes-changed`.
 *
 * @example
 * ```ts
 * const [hit] = (await hound.search("notice period")).hits;
 * if (hit) {
 *   const { document, page, span } = hit;
 *   await hound.notes.add({ places: [{ document, page, span }], text: "Check with Anna." });
 * }
 * const markdown = await hound.notes.export("markdown");
 * ```
 */
export class Notes {
  readonly #remote: CollectionApi;
  readonly #parts: NoteFilesParts;

  /** @internal */
  constructor(remote: CollectionApi, parts: NoteFilesParts) {
    this.#remote = remote;
    this.#parts = parts;
  }

  /**
   * All notes, or those about a document, most recently changed first. Their places refer to the
   * documents as they are now; the first call after a document has changed searches for them.
   */
  async list(
    options: { readonly document?: DocumentId | undefined } & CallOptions = {},
  ): Promise<readonly Note[]> {
    const { document = null, ...call } = checkedOptions(options);
    if (document !== null) checkText("The document", document);
    return wholeOf<Note>((parts) => this.#remote.notes({ document }, parts), call);
  }

  /**
   * Adds a note. Throws `not-found` for a document or page that does not exist, and `invalid-argument`
   * for a span without text.
   */
  async add(note: NoteInput, options: CallOptions = {}): Promise<Note> {
    checkShape("The note", note, {
      ...{ "text?": "string", "question?": "string", "color?": "string" },
      places: "list",
    });
    checkEach("The places of the note", note.places, { document: "string", page: "number" });
    return this.#remote.addNote({ note }, options);
  }

  /** Changes the text of a note, or the colour of its highlight. Throws `not-found`. */
  async update(id: string, change: NoteChange, options: CallOptions = {}): Promise<Note> {
    checkText("The note's id", id);
    checkShape("The change of a note", change, { "text?": "string", "color?": "string" });
    return this.#remote.changeNote({ id, change }, options);
  }

  /** Deletes notes, ignoring missing ones; for 30 seconds `restore` brings them back. */
  async remove(ids: readonly string[], options: CallOptions = {}): Promise<void> {
    checkTexts("The ids of notes", ids);
    await this.#remote.removeNotes({ ids }, options);
  }

  /** Restores notes that were deleted in this page less than 30 seconds ago. Throws `not-found`. */
  async restore(ids: readonly string[], options: CallOptions = {}): Promise<void> {
    checkTexts("The ids of notes", ids);
    await this.#remote.restoreNotes({ ids }, options);
  }

  /**
   * Writes notes as a file: as `markdown`, all of them or those about a `document`; or as `pdf`, a
   * copy of a PDF with its notes as highlight annotations, which any PDF reader shows. Notes whose
   * place is lost are only in the Markdown. A PDF reports its progress; if it is aborted, nothing of
   * it is left. Throws `not-found`; for `pdf` also `invalid-argument` for a document of another
   * format, `password-required`, `damaged-file` and `worker-failed`.
   *
   * @example
   * ```ts
   * const [document] = await hound.documents();
   * const copy = await hound.notes.export("pdf", { document: document?.id, author: "Anna" });
   * ```
   */
  async export(
    form: NoteForm,
    options: NotesFileOptions & CallOptions<NotesFileProgress> = {},
  ): Promise<Blob> {
    const checked = checkedOptions(options);
    const { exportNotes } = await import("./note-files.js");
    return exportNotes(form, checked, this.#parts, (options) => this.list(options));
  }

  /**
   * A document as an entry of a bibliography, from what it says about itself: title, authors, date,
   * and the DOI if its first page has one. Throws `not-found`.
   */
  async citation(
    document: DocumentId,
    form: CitationForm,
    options: CallOptions = {},
  ): Promise<string> {
    checkText("The document", document);
    const { documentCitation } = await import("./note-files.js");
    return documentCitation(document, form, this.#parts, options);
  }
}
