import type { ViewedDocument, ViewerPart, ViewerRoom } from "./opened-document.js";
import type { PageScroller } from "./page-scroller.js";
import type { ViewerStrings } from "./strings.js";
import type { Toolbar } from "./toolbar.js";
import type { FindBar } from "./viewer-find.js";
import type { ViewerFrame } from "./viewer-frame.js";
import type { SidePanel } from "./viewer-panel.js";

/** The parts of the viewer that are loaded when they are first opened. */
export class ViewerParts {
  /** The search inside the document. */
  readonly find: LazyPart<FindBar>;
  /** Outline and thumbnails. */
  readonly panel: LazyPart<SidePanel>;

  constructor(
    frame: ViewerFrame,
    toolbar: Toolbar,
    scroller: PageScroller,
    strings: ViewerStrings,
    onFailure: () => void,
  ) {
    const room: ViewerRoom = {
      strings,
      scroller,
      addStyles: (css) => frame.addStyles(css),
      announce: (message) => frame.announce(message),
    };
    this.find = new LazyPart({
      load: async () => {
        const { FindBar } = await import("./viewer-find.js");
        return new FindBar(room, () => this.find.close());
      },
      place: frame.findPlace,
      button: toolbar.findButton,
      onFailure,
    });
    this.panel = new LazyPart({
      load: async () => {
        const { SidePanel } = await import("./viewer-panel.js");
        return new SidePanel(room, () => this.panel.close());
      },
      place: frame.panelPlace,
      button: toolbar.panelButton,
      onFailure,
    });
  }

  /** Goes to the next match (1) or the one before (-1); opens the search when it is closed. */
  stepMatch(by: number): void {
    const { current } = this.find;
    if (current) current.step(by);
    else void this.find.open();
  }

  /** Closes what is open on top, the search first; false when nothing is. */
  closeOne(): boolean {
    return this.find.close() || this.panel.close();
  }

  /** Tells which document is open. */
  show(opened: ViewedDocument | null): void {
    this.find.show(opened);
    this.panel.show(opened);
  }

  /** Tells which page the reader is at. */
  atPage(page: number): void {
    this.find.atPage(page);
    this.panel.atPage(page);
  }
}

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
  #opened: ViewedDocument | null = null;
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
  show(opened: ViewedDocument | null): void {
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
