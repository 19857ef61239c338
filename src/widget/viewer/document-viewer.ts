import { PagehoundError } from "../../core/errors.js";
import type { Page } from "../../core/page.js";
import { element } from "./dom.js";
import { PageScroller } from "./page-scroller.js";
import type { PageSlot } from "./page-slot.js";
import { passwordForm } from "./password-form.js";
import { type PdfFile, PdfOpenError, PdfOpener } from "./pdf-file.js";
import { PdfPage } from "./pdf-page.js";
import { englishStrings, type ViewerStrings } from "./strings.js";
import { viewerStyles } from "./styles.js";
import { targetMarks, type ViewerOutcome, type ViewerTarget } from "./target.js";
import { TextPage } from "./text-page.js";
import { Toolbar } from "./toolbar.js";
import { Zoom } from "./zoom.js";

/** How a viewer is set up. */
export interface ViewerOptions {
  /** URL of the folder with `cmaps/`, `standard_fonts/`, `wasm/` and `iccs/`; `assets/` beside the module unless told. */
  readonly assetsBase?: string | URL | undefined;
  /** Strings that replace the English ones. */
  readonly strings?: Partial<ViewerStrings> | undefined;
  /** Called when another page comes to the reader's eye. */
  readonly onPageChange?: ((page: number) => void) | undefined;
  /** Called for Escape and the close button, which is there only with this. */
  readonly onClose?: (() => void) | undefined;
}

/** What is open: a document, and the pages made for it. */
interface Opened {
  readonly target: ViewerTarget;
  readonly slots: readonly PageSlot[];
  readonly file: PdfFile | null;
  readonly labels: readonly string[] | null;
}

/** Shows a document inside an element of the page, and marks passages in it exactly or not at all. */
export class DocumentViewer {
  readonly #host: HTMLElement = element("div", { class: "pagehound-viewer" });
  readonly #strings: ViewerStrings;
  readonly #options: ViewerOptions;
  readonly #opener: PdfOpener;
  readonly #toolbar: Toolbar;
  readonly #scroller: PageScroller;
  readonly #zoom: Zoom;
  readonly #notice: HTMLElement = element("p", { class: "notice", hidden: "" });
  readonly #message: HTMLElement = element("div", { class: "message", hidden: "" });
  readonly #status: HTMLElement = element("p", { class: "unseen", role: "status" });
  #opened: Opened | null = null;
  #opening: AbortController | null = null;

  constructor(container: HTMLElement, options: ViewerOptions = {}) {
    this.#options = options;
    this.#strings = { ...englishStrings, ...options.strings };
    this.#opener = new PdfOpener(options.assetsBase);
    this.#scroller = new PageScroller((page) => {
      this.#refresh();
      options.onPageChange?.(page);
    });
    this.#zoom = new Zoom(this.#scroller, () => this.#refresh());
    this.#toolbar = new Toolbar(this.#strings, {
      goTo: (page) => this.#scroller.goTo(page),
      zoomBy: (steps) => this.#zoom.step(steps),
      fitWidth: () => this.#zoom.fit(),
      close: options.onClose,
    });
    const root = this.#host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [viewerStyles()];
    root.append(
      this.#toolbar.element,
      this.#notice,
      this.#scroller.element,
      this.#message,
      this.#status,
    );
    this.#host.addEventListener("keydown", (event) => this.#onKey(event));
    container.append(this.#host);
  }

  /** Opens a document at a page and marks what the target asks for. Rejects only when aborted. */
  async open(target: ViewerTarget): Promise<ViewerOutcome> {
    this.#opening?.abort();
    const opening = new AbortController();
    this.#opening = opening;
    const signal = target.signal
      ? AbortSignal.any([opening.signal, target.signal])
      : opening.signal;
    this.#say(null);
    this.#notice.hidden = true;
    const slow = setTimeout(() => this.#say(this.#strings.opening), 300);
    try {
      await this.#load(target, signal);
      clearTimeout(slow);
      this.#say(null);
      return await this.#present(target, signal);
    } catch (error) {
      signal.throwIfAborted();
      this.#fail(target, error);
      return { shown: false, marked: false };
    } finally {
      clearTimeout(slow);
    }
  }

  /** Moves the keyboard's focus to the pages. */
  focus(): void {
    this.#scroller.element.focus({ preventScroll: true });
  }

  /** Puts the document away and frees it; the viewer can open another. */
  close(): void {
    this.#opening?.abort();
    this.#forget();
    this.#say(null);
  }

  /** Removes the viewer from the page and ends its worker. */
  destroy(): void {
    this.close();
    this.#zoom.destroy();
    this.#opener.destroy();
    this.#host.remove();
  }

  async #load(target: ViewerTarget, signal: AbortSignal): Promise<void> {
    const { document, source } = target;
    const before = this.#opened?.target;
    if (before?.document.id === document.id && before.document.hash === document.hash) return;
    this.#forget();
    this.#toolbar.name(fileName(document.path), document.path);
    const strings = this.#strings;
    const keepPlace = (change: () => void): void => this.#scroller.keepPlace(change);
    const storedPage = (number: number, pageSignal: AbortSignal): Promise<Page> =>
      source.page(document.id, number, { signal: pageSignal });
    let file: PdfFile | null = null;
    let labels: readonly string[] | null = null;
    let make: (number: number) => PageSlot = (number) =>
      new TextPage(number, { strings, keepPlace, storedPage });
    let width: number | null = null;
    if (document.format === "pdf") {
      const original = await source.original(document.id, { signal });
      const opened = await this.#opener.open(original, target.password, signal);
      file = opened;
      labels = await opened.document.getPageLabels().catch(() => null);
      const first = await opened.document.getPage(Math.min(target.page, opened.document.numPages));
      const size = first.getViewport({ scale: 1 });
      width = size.width;
      const scale = (): number => this.#zoom.scale;
      const context = { file: opened, strings, scale, keepPlace, storedPage };
      make = (number) => new PdfPage(number, size, context);
    }
    signal.throwIfAborted();
    const total = file?.document.numPages ?? document.pages.total;
    const slots = Array.from({ length: total }, (_, index) => make(index + 1));
    this.#opened = { target, slots, file, labels };
    this.#zoom.reset(width);
    this.#scroller.fill(slots, this.#strings.pages(fileName(document.path)));
  }

  async #present(target: ViewerTarget, signal: AbortSignal): Promise<ViewerOutcome> {
    const { slots } = this.#opened ?? { slots: [] };
    const page = Math.min(Math.max(1, target.page), Math.max(1, slots.length));
    for (const [index, slot] of slots.entries()) {
      if (index !== page - 1) void slot.mark([]);
    }
    this.#scroller.goTo(page);
    this.#refresh();
    const slot = slots[page - 1];
    const marking = slot?.mark(targetMarks(target)) ?? Promise.resolve("none" as const);
    const outcome = await Promise.race([marking, aborted(signal)]);
    signal.throwIfAborted();
    const first = slot?.firstMark();
    if (first) this.#scroller.bringIntoView(first);
    // A long passage may begin far above the words that matter.
    const word = slot?.firstMark("word");
    if (word && !this.#scroller.shows(word)) this.#scroller.bringIntoView(word);
    this.#notice.hidden = outcome !== "inexact";
    this.#notice.textContent = outcome === "inexact" ? this.#strings.unmarked : "";
    this.#status.textContent =
      outcome === "drawn" ? this.#strings.marked(page) : (this.#notice.textContent ?? "");
    return { shown: slot !== undefined, marked: outcome === "drawn" };
  }

  #fail(target: ViewerTarget, error: unknown): void {
    this.#forget();
    if (error instanceof PdfOpenError && error.reason.startsWith("password")) {
      const wrong = error.reason === "password-wrong";
      const ask = wrong ? this.#strings.passwordWrong : this.#strings.passwordNeeded;
      const form = passwordForm(this.#strings, (password) => {
        void this.open({ ...target, password }).catch(() => undefined);
      });
      this.#say(ask, form);
      return;
    }
    const reasons = { damaged: this.#strings.damaged, "worker-failed": this.#strings.workerFailed };
    if (error instanceof PdfOpenError && error.reason in reasons) {
      this.#say(reasons[error.reason as keyof typeof reasons]);
      return;
    }
    this.#say(this.#strings.couldNotOpen(PagehoundError.isInstance(error) ? error.message : ""));
  }

  #say(message: string | null, ...more: Node[]): void {
    this.#message.hidden = message === null;
    this.#message.replaceChildren(
      ...(message === null ? [] : [element("p", {}, message)]),
      ...more,
    );
    if (message !== null) this.#status.textContent = message;
  }

  #forget(): void {
    const file = this.#opened?.file;
    this.#opened = null;
    this.#scroller.clear();
    void file?.close();
  }

  #refresh(): void {
    const opened = this.#opened;
    if (!opened) return;
    const { document } = opened.target;
    const { page } = this.#scroller;
    this.#toolbar.update({
      name: fileName(document.path),
      path: document.path,
      unit: document.pageUnit,
      page,
      total: opened.slots.length,
      label: opened.labels?.[page - 1] ?? null,
      zoom: this.#zoom.factor,
      fitted: this.#zoom.fitted,
    });
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      event.stopPropagation();
      this.#options.onClose?.();
    }
    const origin = event.composedPath()[0];
    if (origin instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const { page } = this.#scroller;
    const actions: Record<string, () => void> = {
      "+": () => this.#zoom.step(1),
      "=": () => this.#zoom.step(1),
      "-": () => this.#zoom.step(-1),
      "0": () => this.#zoom.fit(),
      ArrowLeft: () => this.#scroller.goTo(page - 1),
      ArrowRight: () => this.#scroller.goTo(page + 1),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

/** Settles when the signal aborts: a page that is put away is never drawn, nor its marks. */
function aborted(signal: AbortSignal): Promise<"none"> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve("none"), { once: true });
  });
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
