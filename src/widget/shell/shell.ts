import { PagehoundError } from "../../index.js";
import { SourceCard } from "../ask/source-card.js";
import type { I18n } from "../i18n/i18n.js";
import { type LostReason, Notices } from "./notices.js";
import type { OpenedPage } from "./page-pane.js";
import type { Occurrence, Renderer, Surface } from "./renderer.js";
import type { View, WidgetSetup } from "./setup.js";

/** The panes; on a narrow screen one of them is shown at a time. */
export type Pane = "documents" | "search" | "page";

/** The dialogs that open over everything. */
export type DialogName = "models" | "settings" | "network";

/** What is shown of the interface, beside what features show. */
export interface ShownPanes {
  readonly pane: Pane;
  readonly documentsShown: boolean;
  readonly dragging: boolean;
}

/** What the interface around the features is made of. */
export interface ShellContext {
  readonly renderer: Renderer;
  readonly surface: Surface;
  readonly setup: WidgetSetup;
  /** Told what happens, for the page around. */
  readonly emit: (occurrence: Occurrence) => void;
  /** Told which dialog was opened: what it tells of is read then. */
  readonly dialogOpened: (name: DialogName) => void;
}

/** What all features share: where and in which words they draw, what is shown of them, what went wrong. */
export class Shell implements ShownPanes {
  readonly surface: Surface;
  readonly setup: WidgetSetup;
  readonly emit: (occurrence: Occurrence) => void;
  readonly dialogOpened: (name: DialogName) => void;
  readonly notices: Notices;
  readonly card: SourceCard;
  /** Draws with the next frame. For what a reader does. */
  readonly changed: () => void;
  /** Draws calmly. For progress. */
  readonly progressed: () => void;
  pane: Pane = "search";
  view: View = "ask";
  documentsShown: boolean;
  dragging = false;
  /** The page that is open beside the rest. */
  page: OpenedPage | null = null;
  /** Why nothing can be done here any more until the page is loaded, or the collection opened, again. */
  lost: LostReason | null = null;
  /** Opens the collection again; null where only the page can. */
  restart: (() => void) | null = null;
  readonly #drawNow: () => void;
  #ended = false;

  constructor({ renderer, surface, setup, emit, dialogOpened }: ShellContext) {
    this.surface = surface;
    this.setup = setup;
    this.emit = emit;
    this.dialogOpened = dialogOpened;
    this.changed = () => renderer.soon();
    this.progressed = () => renderer.later();
    this.#drawNow = () => renderer.now();
    this.notices = new Notices(this.changed);
    this.card = new SourceCard(surface);
    this.documentsShown = !this.hasSheets;
  }

  /** What the interface says, in the reader's language. */
  get words(): I18n {
    return this.surface.words;
  }

  /** Whether documents and page lie over the middle pane instead of beside it. */
  get hasSheets(): boolean {
    return this.setup.mode !== "page" && this.surface.wide;
  }

  /** Which of the panes lies over the middle one, if any. */
  get openSheet(): "documents" | "page" | null {
    if (!this.hasSheets) return null;
    if (this.page) return "page";
    return this.documentsShown ? "documents" : null;
  }

  /** Applies a change of what is shown and nothing else. */
  set(change: Partial<ShownPanes>): void {
    this.card.hide();
    const { documentsShown } = this;
    Object.assign(this, change);
    this.changed();
    if (this.documentsShown !== documentsShown) this.#followDocuments();
  }

  /** Shows questions or the search, at once. */
  show(view: View): void {
    this.card.hide();
    this.view = view;
    this.pane = "search";
    this.#drawNow();
  }

  /** Puts the cursor into the box of the view that is shown. */
  focusBox(options: { selectAll?: boolean } = {}): void {
    if (this.view === "search") {
      this.focusSearch(options);
      return;
    }
    const focus = (): boolean => {
      const box = this.surface.find<HTMLTextAreaElement>("#question");
      box?.focus({ preventScroll: true });
      return box !== null && this.surface.active === box;
    };
    if (!focus()) requestAnimationFrame(focus);
  }

  /** Puts the cursor into the search box, at once where it can be seen, so that what is typed next is not lost. */
  focusSearch({ selectAll = false }: { selectAll?: boolean } = {}): void {
    const focus = (): boolean => {
      const box = this.surface.find<HTMLInputElement>("#search");
      box?.focus();
      if (!box || this.surface.active !== box) return false;
      if (selectAll) box.select();
      return true;
    };
    if (!focus()) requestAnimationFrame(focus);
  }

  /** Does something, and says so when it did not work. */
  async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Says that something did not work. */
  fail(error: unknown): void {
    if (this.#ended) return;
    this.emit({ type: "failed", error });
    // The bar above says it for all that fails from now on.
    const code = PagehoundError.isInstance(error) ? error.code : null;
    if (code === "outdated") this.lose(code);
    else if (code !== "worker-failed") this.notices.show(this.words.error(error));
    else if (this.lost !== code) this.notices.show(this.words.error(error), { topic: code });
  }

  /** From now on nothing can be done here; a bar says so. */
  lose(why: LostReason): void {
    if (this.#ended) return;
    this.lost = why;
    this.notices.forget(why);
    this.changed();
  }

  /** From now on nothing is said of what does not work. */
  end(): void {
    this.#ended = true;
    this.card.hide();
  }

  /** Moves the focus into the list of documents that was just laid over the rest, or back out of it. */
  #followDocuments(): void {
    if (!this.hasSheets) return;
    // Once it is drawn.
    requestAnimationFrame(() => {
      const { openSheet, surface } = this;
      if (openSheet === "documents") surface.find(".pane.documents .collapse")?.focus();
      if (openSheet !== null || surface.active?.checkVisibility()) return;
      const button = surface.find(".expand");
      if (button) button.focus();
      else this.focusBox();
    });
  }
}
