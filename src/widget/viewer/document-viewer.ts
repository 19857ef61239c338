import { DocumentOpener } from "./document-opener.js";
import { MarkStrip } from "./mark-strip.js";
import { targetStops } from "./marks.js";
import { isNotRead, type OpenedDocument } from "./opened-document.js";
import { openingFailure } from "./opening-failure.js";
import { PageScroller } from "./page-scroller.js";
import { passwordForm } from "./password-form.js";
import { PlaceMarks } from "./place-marks.js";
import { handleKey } from "./shortcuts.js";
import { englishStrings, type ViewerStrings } from "./strings.js";
import type { ViewerOutcome, ViewerTarget } from "./target.js";
import { Toolbar } from "./toolbar.js";
import { fileName, toolbarState } from "./toolbar-state.js";
import { ViewerFrame, type ViewerTheme } from "./viewer-frame.js";
import { placeSaid, viewerNotices } from "./viewer-notices.js";
import type { ViewerOptions } from "./viewer-options.js";
import { ViewerParts } from "./viewer-parts.js";
import { Zoom } from "./zoom.js";
import { zoomByGestures } from "./zoom-gestures.js";

/** Shows a document inside an element of the page, and marks passages in it exactly or not at all. */
export class DocumentViewer {
  readonly #frame: ViewerFrame = new ViewerFrame();
  readonly #strings: ViewerStrings;
  readonly #options: ViewerOptions;
  readonly #opener: DocumentOpener;
  readonly #toolbar: Toolbar;
  readonly #strip: MarkStrip;
  readonly #scroller: PageScroller;
  readonly #zoom: Zoom;
  readonly #places: PlaceMarks;
  readonly #parts: ViewerParts;
  #theme: ViewerTheme;
  #opened: OpenedDocument | null = null;
  #opening: AbortController | null = null;
  /** A file without which pages of the document were drawn. */
  #missing: string | null = null;
  /** Why a part of the viewer is not there. */
  #trouble: string | null = null;

  constructor(container: HTMLElement, options: ViewerOptions = {}) {
    this.#options = options;
    this.#strings = { ...englishStrings(options.locale), ...options.strings };
    this.#theme = options.theme ?? "auto";
    this.#scroller = new PageScroller((page) => {
      this.#refresh();
      options.onPageChange?.(page);
    });
    this.#zoom = new Zoom(this.#scroller, () => this.#refresh());
    this.#opener = new DocumentOpener({
      assetsBase: options.assetsBase,
      strings: this.#strings,
      scroller: this.#scroller,
      scale: () => this.#zoom.scale,
      assetMissing: (url) => {
        this.#missing = url;
        this.#refresh();
        this.#frame.announce(this.#strings.assetsMissing(url));
      },
    });
    this.#places = new PlaceMarks(this.#scroller, () => this.#refresh());
    this.#strip = new MarkStrip(this.#strings, (by) => this.#stepMark(by));
    this.#toolbar = new Toolbar(this.#strings, {
      goTo: (page) => this.#scroller.goTo(page),
      zoomBy: (steps) => this.#zoom.step(steps),
      fit: (mode) => this.#zoom.fit(mode),
      find: () => this.#parts.find.toggle(),
      panel: () => this.#parts.panel.toggle(),
      close: options.onClose,
    });
    this.#parts = new ViewerParts(this.#frame, this.#toolbar, this.#scroller, this.#strings, () => {
      this.#trouble = this.#strings.partFailed;
      this.#refresh();
    });
    this.#frame.fill(this.#toolbar.element, this.#strip.element, this.#scroller);
    zoomByGestures(this.#scroller.element, this.#zoom);
    this.#frame.host.addEventListener("keydown", (event) => this.#onKey(event));
    container.append(this.#frame.host);
    this.#frame.dress(this.#theme);
  }

  /** The colours; may be changed at any time. */
  get theme(): ViewerTheme {
    return this.#theme;
  }

  set theme(theme: ViewerTheme) {
    this.#theme = theme;
    this.#frame.dress(theme);
  }

  /** Opens a document at a page and marks what the target asks for. Rejects only when aborted. */
  async open(target: ViewerTarget): Promise<ViewerOutcome> {
    this.#opening?.abort();
    const opening = new AbortController();
    this.#opening = opening;
    const signal = AbortSignal.any([opening.signal, ...(target.signal ? [target.signal] : [])]);
    this.#frame.say(null);
    this.#trouble = null;
    const slow = setTimeout(() => this.#frame.say(this.#strings.opening), 300);
    try {
      await this.#load(target, signal);
      clearTimeout(slow);
      this.#frame.say(null);
      return await this.#present(target, signal);
    } catch (error) {
      signal.throwIfAborted();
      this.#fail(target, error);
      return { shown: false, marked: false, unmarked: targetStops(target).stops.length };
    } finally {
      clearTimeout(slow);
    }
  }

  /** Goes to one of the target's places, counting from 0; those that go on across a page count as one. */
  async goToPlace(index: number): Promise<void> {
    const { signal } = this.#opening ?? new AbortController();
    await this.#places.go(index, signal);
    this.#tellPlace();
  }

  /** Opens the search inside the document, with a text to look for if there is one. */
  async find(text?: string): Promise<void> {
    const part = await this.#parts.find.open();
    if (text !== undefined) part?.search(text);
  }

  /** Moves the keyboard's focus to the pages. */
  focus(): void {
    this.#scroller.element.focus({ preventScroll: true });
  }

  /** Puts the document away and frees it; the viewer can open another. */
  close(): void {
    this.#opening?.abort();
    this.#forget();
    this.#frame.say(null);
  }

  /** Removes the viewer from the page and ends its worker. */
  destroy(): void {
    this.close();
    this.#zoom.destroy();
    this.#opener.destroy();
    this.#frame.host.remove();
  }

  async #load(target: ViewerTarget, signal: AbortSignal): Promise<void> {
    const { document } = target;
    const before = this.#opened?.target;
    if (before?.document.id === document.id && before.document.hash === document.hash) return;
    this.#forget();
    this.#toolbar.name(fileName(document.path), document.path);
    const opened = await this.#opener.open(target, signal);
    this.#opened = opened;
    this.#frame.dress(this.#theme);
    this.#zoom.reset(opened.pageSize);
    const name = this.#strings.pages(fileName(document.path));
    this.#scroller.fill(opened.slots, name, opened.pageSize?.height ?? null);
    this.#parts.show(opened);
  }

  async #present(target: ViewerTarget, signal: AbortSignal): Promise<ViewerOutcome> {
    const { slots } = this.#opened ?? { slots: [] };
    const { stops, current } = targetStops(target);
    const places = this.#places;
    await places.show(slots, stops, current, signal);
    if (places.currentMarked || places.unmarked > 0) this.#tellPlace();
    const asked = stops.some(({ parts }) => parts.some(({ marks }) => marks.length > 0));
    const marked = asked && places.unmarked === 0;
    return { shown: slots.length > 0, marked, unmarked: places.unmarked };
  }

  #fail(target: ViewerTarget, error: unknown): void {
    this.#forget();
    const { message, askPassword } = openingFailure(error, this.#strings);
    if (!askPassword) {
      this.#frame.say(message);
      return;
    }
    const form = passwordForm(this.#strings, (password) => {
      void this.open({ ...target, password }).catch(() => undefined);
    });
    this.#frame.say(message, form);
  }

  #forget(): void {
    const file = this.#opened?.file;
    this.#opened = null;
    this.#missing = null;
    this.#parts.show(null);
    this.#places.clear();
    this.#strip.update({ current: 0, total: 0, notices: [] });
    this.#scroller.clear();
    file?.close();
  }

  #refresh(): void {
    const opened = this.#opened;
    if (!opened) return;
    const { page } = this.#scroller;
    this.#toolbar.update(toolbarState(opened, page, this.#zoom));
    const { current, total } = this.#places;
    this.#strip.update({ current, total, notices: this.#notices() });
    this.#parts.atPage(page);
  }

  #notices(): string[] {
    const opened = this.#opened;
    return viewerNotices(this.#strings, {
      places: this.#places,
      textOnly: opened?.textOnly === true,
      notRead: opened !== null && isNotRead(opened),
      missing: this.#missing,
      trouble: this.#trouble,
    });
  }

  #tellPlace(): void {
    const said = placeSaid(this.#strings, this.#places, this.#scroller.page);
    this.#frame.announce([...said, ...this.#notices()].join(" "));
  }

  #stepMark(by: number): void {
    if (this.#places.total < 2) return;
    this.goToPlace(this.#places.current + by).catch(() => undefined);
  }

  #onKey(event: KeyboardEvent): void {
    handleKey(event, {
      escape: () => {
        if (this.#parts.closeOne()) return true;
        this.#options.onClose?.();
        return this.#options.onClose !== undefined;
      },
      find: () => void this.#parts.find.open(),
      stepMatch: (by) => this.#parts.stepMatch(by),
      stepMark: (by) => this.#stepMark(by),
      stepPage: (by) => this.#scroller.goTo(this.#scroller.page + by),
      zoomBy: (steps) => this.#zoom.step(steps),
      fitWidth: () => this.#zoom.fit("width"),
    });
  }
}
