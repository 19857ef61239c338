import type { Answer } from "../../agent/index.js";
import {
  type CollectionChange,
  type DocumentId,
  type DocumentSummary,
  fileName,
  fold,
  type Note,
  type NotePlace,
  oneLine,
  type Span,
  wordFinder,
} from "../../core/index.js";
import { byPlace, type CitationForm, type NoteForm } from "../../notes/index.js";
import { formatLink } from "../address/place.js";
import { citedPlaces } from "../ask/turn.js";
import { answerSentences, copiedAnswer } from "../ask/turn-view.js";
import type { DocumentsFeature } from "../documents/documents-feature.js";
import { noteWords } from "../i18n/english/notes.js";
import { addEnglish } from "../i18n/english.js";
import type { PageNotes } from "../shell/page-pane.js";
import { adoptStyles } from "../shell/renderer.js";
import { exportName, saveBlob } from "../shell/save-file.js";
import type { Shell } from "../shell/shell.js";
import { closeDialog, openDialog } from "../shell/view-parts.js";
import type { DocumentViewer, ViewerNote, ViewerOptions } from "../viewer/index.js";
import { NoteCard } from "./note-card.js";
import notesCss from "./notes.css?inline";

addEnglish(noteWords);

/** Milliseconds in which a deletion can be undone. */
const undoMilliseconds = 10_000;
/** Characters of a note that name it. */
const shownOfNote = 80;
/** Notes that are listed at first, and with each press for more. */
const shownAtOnce = 100;

/** What notes work with, and where they are kept. */
export interface NotesApp {
  readonly shell: Shell;
  readonly documents: DocumentsFeature;
  notes: NotesFeature | null;
}

/** The notes of an app, made with their code unless they are there. */
export function notesOf(app: NotesApp): NotesFeature {
  app.notes ??= new NotesFeature(app);
  return app.notes;
}

/** The person's notes: on the open page, in the list, and as files. */
export class NotesFeature implements PageNotes {
  readonly shell: Shell;
  readonly documents: DocumentsFeature;
  /** Null until they were read. */
  all: readonly Note[] | null = null;
  filter = "";
  /** The document whose notes alone are listed; null for all. */
  about: DocumentId | null = null;
  /** How many are listed. */
  shown: number = shownAtOnce;
  /** What was deleted a moment ago. */
  removed: readonly string[] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #viewer: DocumentViewer | null = null;
  /** The document that the viewer shows; null for one that is not in the collection. */
  #opened: DocumentSummary | null = null;
  #card: NoteCard | null = null;
  #reading: Promise<void> | null = null;
  #stale = false;

  constructor({ shell, documents }: NotesApp) {
    this.shell = shell;
    this.documents = documents;
    adoptStyles(shell.surface.root, notesCss);
  }

  /** Of the list. */
  get title(): string {
    return this.shell.words.t("notes.title");
  }

  /** What the viewer is made with, so that notes can be written and opened on its pages. */
  get viewerOptions(): ViewerOptions {
    return {
      onNote: (id, pressed) => this.#openCard(id, pressed),
      onNotes: () => void this.openList(this.#opened?.id ?? null),
      onHighlight: () => void this.#highlightHere(),
    };
  }

  /** Shows the notes of a document that the viewer has opened; null for one that is not in the collection. */
  show(viewer: DocumentViewer, document: DocumentSummary | null): void {
    if (this.#opened?.id !== document?.id) this.#card?.close();
    this.#viewer = viewer;
    this.#opened = document;
    this.#paint();
    if (this.all === null) void this.refresh();
  }

  /** Handles a collection event. */
  take({ type }: CollectionChange): void {
    const mayMove = ["document-ready", "documents-removed", "documents-restored"].includes(type);
    if (type !== "notes-changed" && !mayMove) return;
    if (this.all !== null) void this.refresh();
  }

  /** Reads the notes. */
  async refresh(): Promise<void> {
    this.#stale = true;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  /** The notes that are listed, those on one document in the order of their places. */
  get listed(): readonly Note[] {
    const hasWords = wordFinder(this.filter);
    const { about } = this;
    const hash = about === null ? null : this.documents.list.get(about)?.hash;
    const listed = (this.all ?? []).filter(({ text, question, places }) => {
      const isAbout =
        about === null || places.some((place) => place.document === about || place.hash === hash);
      if (!isAbout) return false;
      const quotes = places.map(({ quote, path }) => `${quote?.exact ?? ""} ${path}`);
      return hasWords(fold([text, question ?? "", ...quotes].join(" ")));
    });
    return about === null ? listed : listed.toSorted(byPlace);
  }

  /** Opens the list, of one document or all. */
  async openList(about: DocumentId | null): Promise<void> {
    this.about = about;
    this.shown = shownAtOnce;
    this.#card?.close();
    // The dialog is drawn once there are notes to list.
    this.shell.changed();
    await new Promise(requestAnimationFrame);
    openDialog(this.shell, "notes");
    await this.refresh();
  }

  /** Lists more. */
  showMore(): void {
    this.shown += shownAtOnce;
    this.shell.changed();
  }

  /** Highlights a selected range of the open page; `write` opens the note to be written. */
  async highlight(range: Range, write: boolean): Promise<void> {
    const place = await this.#viewer?.placeOf(range);
    await this.#add(place ?? null, write);
  }

  /** Adds a note to the open page as a whole. */
  async addToPage(): Promise<void> {
    closeDialog(this.shell, "notes");
    await this.#add({ page: this.documents.opening.pane.page, span: null }, true);
  }

  /** Saves an answer with the places that it cites. */
  async saveAnswer(answer: Answer): Promise<void> {
    const { list } = this.documents;
    const { notes } = await this.shell.library;
    const isHere = ({ document }: { readonly document: string }): boolean =>
      list.get(document) !== null;
    const cited =
      answer.kind === "answered"
        ? citedPlaces(answer).map(({ citation }) => citation)
        : answer.passages;
    // The numbers in the text are those of all places; where some are elsewhere, the text names them.
    const allHere = cited.every(isHere);
    const places = allHere
      ? cited.map(({ document, page, span }) => ({ document, page, span }))
      : [];
    const { words } = this.shell;
    const text = allHere ? answerSentences(words, answer) : copiedAnswer(words, answer);
    await this.shell.attempt(async () => {
      await notes.add({ text, question: answer.question, places });
      this.shell.surface.announce(words.t("notes.saved"));
      this.shell.notices.show(words.t("notes.saved"), { icon: "check", topic: "note" });
    });
  }

  /** Changes what a note says. */
  async write(id: string, text: string): Promise<void> {
    await this.shell.attempt(async () => {
      await (await this.shell.library).notes.update(id, { text });
      await this.refresh();
    });
  }

  /** Deletes a note; for ten seconds this can be undone. */
  async remove(id: string): Promise<void> {
    await this.shell.attempt(async () => {
      await (await this.shell.library).notes.remove([id]);
      this.removed = [id];
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.removed = null;
        this.#card?.forget();
        this.shell.changed();
      }, undoMilliseconds);
      this.shell.surface.announce(this.shell.words.t("notes.deleted"));
      await this.refresh();
    });
  }

  /** Brings back what was deleted last. */
  async undo(): Promise<void> {
    const { removed } = this;
    if (!removed) return;
    clearTimeout(this.#timer);
    this.removed = null;
    await this.shell.attempt(async () => {
      await (await this.shell.library).notes.restore(removed);
      this.shell.surface.announce(this.shell.words.t("notes.restored"));
      await this.refresh();
    });
  }

  /** Opens a place of a note. */
  open({ document: id, page, span }: Note["places"][number]): void {
    const document = id === null ? null : this.documents.list.get(id);
    if (!document) return;
    closeDialog(this.shell, "notes");
    this.documents.opening.link(document, { page, span });
  }

  /** Saves the listed notes as a file: those of the document that the list is about, or all. */
  async save(form: NoteForm): Promise<void> {
    const { shell, about } = this;
    const { setup, surface, words } = shell;
    const document = about === null ? null : this.documents.list.get(about);
    await shell.attempt(async () => {
      const { notes } = await shell.library;
      // Only a page that keeps its address opens what the link names.
      const link = setup.keepsAddress
        ? ({ hash, page, span }: NotePlace) =>
            new URL(formatLink({ document: hash, page, span }), location.href).href
        : undefined;
      const file = await notes.export(form, {
        document: document?.id,
        words: {
          title: words.t("notes.title"),
          answers: words.t("notes.answers"),
          page: (number) => words.t("notes.page", { number }),
          lost: words.t("notes.lost"),
          absent: words.t("notes.absent"),
        },
        link,
        password: document ? this.documents.opening.pane.password(document.id) : undefined,
      });
      const stem = document ? fileName(document.path).replace(/\.[^.]+$/, "") : "";
      const title = `${stem} ${words.t("notes.title")}`.trim();
      const name = `${exportName(title, words.t("notes.title"), new Date())}.${form === "pdf" ? "pdf" : "md"}`;
      saveBlob(name, file);
      surface.announce(words.t("conversations.saved", { file: name }));
    });
  }

  /** Copies the citation of the document that the list is about. */
  async cite(form: CitationForm): Promise<void> {
    const { shell, about } = this;
    if (about === null) return;
    await shell.attempt(async () => {
      const citation = await (await shell.library).notes.citation(about, form);
      try {
        await navigator.clipboard.writeText(citation);
        shell.surface.announce(shell.words.t("notes.cited"));
      } catch {
        shell.surface.announce(shell.words.t("answer.notCopied"));
      }
    });
  }

  /** Call when the element is removed. */
  close(): void {
    clearTimeout(this.#timer);
    this.#card?.close();
  }

  async #read(): Promise<void> {
    while (this.#stale) {
      this.#stale = false;
      try {
        this.all = await (await this.shell.library).notes.list();
      } catch (error) {
        this.shell.fail(error);
        return;
      }
      this.#paint();
      this.shell.changed();
    }
  }

  /** Highlights what is selected, or else the passage that is marked. */
  async #highlightHere(): Promise<void> {
    const range = this.documents.opening.pane.selectedRange();
    if (range) return this.highlight(range, false);
    const place = this.#viewer?.markedPlace ?? null;
    if (place) return this.#add(place, true);
    this.shell.surface.announce(this.shell.words.t("notes.nothing"));
  }

  async #add(
    place: { readonly page: number; readonly span: Span | null } | null,
    write: boolean,
  ): Promise<void> {
    const { shell } = this;
    const document = this.#opened;
    if (!place || !document) {
      shell.notices.show(shell.words.t("notes.unplaced"), { icon: "note", topic: "note" });
      shell.surface.announce(shell.words.t("notes.unplaced"));
      return;
    }
    await shell.attempt(async () => {
      const { notes } = await shell.library;
      const same = this.#onPages.find(
        (note) =>
          place.span !== null &&
          note.page === place.page &&
          note.span?.start === place.span.start &&
          note.span.end === place.span.end,
      );
      const id =
        same?.id ?? (await notes.add({ places: [{ document: document.id, ...place }] })).id;
      await this.refresh();
      if (write) this.#openCard(id, null);
      else shell.surface.announce(shell.words.t("notes.highlighted"));
    });
  }

  /** The notes on the pages of the open document; answers that cite it are in the list alone. */
  get #onPages(): readonly ViewerNote[] {
    const opened = this.#opened;
    if (!opened) return [];
    return (this.all ?? []).flatMap((note) => {
      const [place] = note.places;
      const isHere = place?.state === "found" && place.hash === opened.hash;
      if (!isHere || note.question !== null) return [];
      return [{ id: note.id, page: place.page, span: place.span, label: this.labelOf(note) }];
    });
  }

  /** Names a note in few words. */
  labelOf({ text, places }: Note): string {
    const { t } = this.shell.words;
    const [place] = places;
    if (text.trim() !== "") return t("notes.pin.note", { text: oneLine(text, shownOfNote) });
    if (!place?.span || !place.quote) return t("notes.pin.page");
    return t("notes.pin.highlight", { text: oneLine(place.quote.exact, shownOfNote) });
  }

  #paint(): void {
    this.#viewer?.showNotes(this.#onPages);
    this.#card?.refresh();
  }

  #openCard(id: string, pressed: Element | null): void {
    const { pane } = this.documents.opening;
    this.#card ??= new NoteCard(this, pane.element, {
      pin: (note) => this.#viewer?.notePin(note) ?? null,
      leave: () => this.#viewer?.focus(),
    });
    this.#card.open(id, pressed);
  }
}
