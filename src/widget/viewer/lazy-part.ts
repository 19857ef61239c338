import type { OpenedDocument } from "./opened-document.js";
import type { ViewerPart } from "./viewer-room.js";

/** What a part that is loaded when it is needed comes with. */
export interface LazyPartOptions<Part extends ViewerPart> {
  readonly load: () => Promise<Part>;
  /** Where the part goes; hidden while the part is closed. */
  readonly place: HTMLElement;
  /** Opens and closes it, and gets the focus back. */
  readonly button: HTMLElement;
  /** Called when the part cannot be loaded. */
  readonly onFailure: () => void;
}

/** A part of the viewer that is loaded when it is first opened, and told what it missed. */
export class LazyPart<Part extends ViewerPart> {
  readonly #options: LazyPartOptions<Part>;
  #loading: Promise<Part> | null = null;
  #part: Part | null = null;
  #opened: OpenedDocument | null = null;
  #page = 1;
  isOpen = false;

  constructor(options: LazyPartOptions<Part>) {
    this.#options = options;
  }

  /** The part, when it is there and open. */
  get current(): Part | null {
    return this.isOpen ? this.#part : null;
  }

  /** Opens the part and moves the focus into it. Null when it is closed again by then, or cannot be loaded. */
  async open(): Promise<Part | null> {
    const { load, place, button, onFailure } = this.#options;
    this.#setOpen(true);
    try {
      this.#loading ??= load();
      const part = await this.#loading;
      if (!this.isOpen) return null;
      if (this.#part !== part) {
        this.#part = part;
        place.append(part.element);
      }
      part.show(this.#opened);
      part.atPage(this.#page);
      part.focus();
      return part;
    } catch {
      this.#loading = null;
      this.#setOpen(false);
      onFailure();
      button.focus();
      return null;
    }
  }

  /** Closes the part; true when it was open. The focus goes back if it was inside. */
  close(): boolean {
    if (!this.isOpen) return false;
    const { place, button } = this.#options;
    const inside = place.matches(":focus-within");
    this.#setOpen(false);
    this.#part?.rest();
    if (inside) button.focus();
    return true;
  }

  /** Opens the part, or closes it. */
  toggle(): void {
    if (!this.close()) void this.open();
  }

  /** Tells which document is open. */
  show(opened: OpenedDocument | null): void {
    this.#opened = opened;
    if (this.isOpen) this.#part?.show(opened);
    else this.#part?.show(null);
  }

  /** Tells which page the reader is at. */
  atPage(page: number): void {
    this.#page = page;
    if (this.isOpen) this.#part?.atPage(page);
  }

  #setOpen(open: boolean): void {
    const { place, button } = this.#options;
    this.isOpen = open;
    place.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  }
}
