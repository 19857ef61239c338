import { live } from "lit/directives/live.js";
import { html, nothing, render } from "lit/html.js";
import { type Note, type NoteColor, noteColors, usualNoteColor } from "../../core/index.js";
import { quoteOfNote } from "../../notes/index.js";
import type { DocumentList } from "../documents/documents.js";
import type { Shell } from "../shell/shell.js";
import { icon } from "../shell/view-parts.js";
import { namedNote, placesOfNote } from "./note-places.js";

/** Maximum number of characters of the passage that the card quotes. */
const shownOfQuote = 240;
/** Pixels between the card and its passage, and between the card and the edge of the pane. */
const gap = 8;

/** The notes that a card shows and changes. */
interface CardNotes {
  readonly shell: Shell;
  readonly documents: { readonly list: Pick<DocumentList, "get"> };
  readonly all: readonly Note[] | null;
  write(id: string, text: string): Promise<void>;
  recolor(id: string, color: NoteColor): Promise<void>;
  remove(id: string): Promise<void>;
  /** Restores the note deleted last. */
  undo(): Promise<void>;
}

/** The dependencies of a card on the pages below it. */
interface CardPage {
  /** The button that opens a note; null if its page is not drawn. */
  readonly pin: (id: string) => HTMLElement | null;
  /** Moves the focus to the pages. */
  readonly leave: () => void;
}

/** A card over the page to read, write and delete a note. Closing the card stores the text. */
export class NoteCard {
  readonly element: HTMLElement = document.createElement("div");
  readonly #notes: CardNotes;
  readonly #host: HTMLElement;
  readonly #page: CardPage;
  #id: string | null = null;
  #draft = "";
  /** The text that was stored last. */
  #stored = "";
  /** Whether the note was deleted from this card, which now offers to undo that. */
  #deleted = false;

  constructor(notes: CardNotes, host: HTMLElement, page: CardPage) {
    this.#notes = notes;
    this.#host = host;
    this.#page = page;
    this.element.className = "note-card";
    this.element.hidden = true;
    this.element.setAttribute("role", "dialog");
    host.append(this.element);
    this.element.addEventListener("keydown", (event) => {
      const isDone = event.key === "Enter" && (event.ctrlKey || event.metaKey);
      if (event.isComposing || (event.key !== "Escape" && !isDone)) return;
      event.preventDefault();
      event.stopPropagation();
      this.close(true);
    });
  }

  /** Opens a note, with the cursor in it. */
  open(id: string, pressed: Element | null): void {
    if (this.#id !== id) this.close();
    const note = this.#note(id);
    if (!note) return;
    this.#id = id;
    this.#draft = note.text;
    this.#stored = note.text;
    this.#deleted = false;
    this.element.hidden = false;
    this.#draw();
    this.#place(pressed ?? this.#page.pin(id));
    const box = this.element.querySelector("textarea");
    box?.focus({ preventScroll: true });
    box?.setSelectionRange(box.value.length, box.value.length);
  }

  /** Redraws the note; closes the card if the note was deleted elsewhere. */
  refresh(): void {
    if (this.#id === null || this.#deleted) return;
    if (this.#note(this.#id)) this.#draw();
    else this.#hide();
  }

  /** Stores the text and closes the card; `back` returns the focus to the page. */
  close(back = false): void {
    const id = this.#id;
    if (id === null) return;
    this.#store(id);
    this.#hide();
    if (!back) return;
    const pin = this.#page.pin(id);
    if (pin) pin.focus();
    else this.#page.leave();
  }

  /** Withdraws the offer to undo, by closing the card. */
  forget(): void {
    if (this.#deleted) this.close(this.element.contains(this.#notes.shell.surface.active));
  }

  /** Stores the text if it has changed. */
  #store(id: string): void {
    if (this.#deleted || this.#id !== id || this.#stored === this.#draft) return;
    this.#stored = this.#draft;
    void this.#notes.write(id, this.#draft);
  }

  #hide(): void {
    this.#id = null;
    this.element.hidden = true;
  }

  #note(id: string): Note | undefined {
    return this.#notes.all?.find((note) => note.id === id);
  }

  #draw(): void {
    const id = this.#id;
    const note = id === null ? undefined : this.#note(id);
    const { t } = this.#notes.shell.words;
    if (this.#deleted) {
      this.element.setAttribute("aria-label", t("notes.deleted"));
      render(
        html`<p>${t("notes.deleted")}</p>
          <button class="link" type="button" @click=${() => void this.#undo()}>${t("common.undo")}</button>`,
        this.element,
      );
      return;
    }
    if (!note) return;
    const { words } = this.#notes.shell;
    const { list } = this.#notes.documents;
    const name = namedNote(words, list, note);
    this.element.setAttribute("aria-label", t("notes.card", { place: name }));
    const quote = quoteOfNote(note, shownOfQuote);
    const close = t("notes.card.close");
    render(
      html`
        <div class="note-card-head">
          <p class="quiet">${placesOfNote(words, list, note)}</p>
          <button class="icon-button" type="button" aria-label=${close} title=${close} @click=${() => this.close(true)}>${icon("close")}</button>
        </div>
        ${quote === "" ? nothing : html`<blockquote dir="auto" data-color=${note.color ?? usualNoteColor}>${quote}</blockquote>`}
        <textarea
          rows="4"
          dir="auto"
          aria-label=${t("notes.card.box")}
          placeholder=${t("notes.card.write")}
          .value=${live(this.#draft)}
          @input=${({ target }: Event) => {
            if (target instanceof HTMLTextAreaElement) this.#draft = target.value;
          }}
          @change=${() => this.#store(note.id)}
        ></textarea>
        <fieldset class="note-colors">
          <legend class="unseen">${t("viewer.color")}</legend>
          ${noteColors.map((color) => {
            const name = t(`viewer.color.${color}`);
            return html`<input
              class="swatch"
              type="radio"
              name="note-color"
              data-color=${color}
              aria-label=${name}
              title=${name}
              .checked=${color === (note.color ?? usualNoteColor)}
              @change=${() => void this.#notes.recolor(note.id, color)}
            >`;
          })}
        </fieldset>
        <div class="note-card-foot">
          <button class="link remove" type="button" @click=${() => void this.#delete(note.id)}>${t("notes.delete")}</button>
          <button class="button primary" type="button" @click=${() => this.close(true)}>${t("notes.card.done")}</button>
        </div>
      `,
      this.element,
    );
  }

  async #delete(id: string): Promise<void> {
    this.#deleted = true;
    this.#draw();
    this.element.querySelector("button")?.focus();
    await this.#notes.remove(id);
  }

  async #undo(): Promise<void> {
    const id = this.#id;
    await this.#notes.undo();
    this.#deleted = false;
    if (id !== null && this.#note(id)) this.open(id, null);
    else this.#hide();
  }

  /** Places the card next to its passage, below it or else above it, and within the pane. */
  #place(about: Element | null): void {
    const host = this.#host.getBoundingClientRect();
    const { offsetHeight, offsetWidth, style } = this.element;
    const lowest = Math.max(gap, host.height - offsetHeight - gap);
    const rightmost = Math.max(gap, host.width - offsetWidth - gap);
    const at = about?.getBoundingClientRect();
    const isInView = at && at.bottom >= host.top && at.top <= host.bottom;
    const below = isInView ? at.bottom - host.top + gap : lowest;
    const above = isInView ? at.top - host.top - gap - offsetHeight : lowest;
    const before = isInView ? at.left - host.left - gap - offsetWidth : rightmost;
    const after = isInView ? at.right - host.left + gap : rightmost;
    // Relative to the pane's size, so that the card stays within the pane when it is resized.
    const within = (start: number, size: number): string =>
      `max(${gap}px, min(${start}px, 100% - ${size + gap}px))`;
    style.top = within(below <= lowest ? below : above, offsetHeight);
    style.left = within(before >= gap ? before : after, offsetWidth);
  }
}
