import type { PDFPageProxy, RenderTask } from "pdfjs-dist";
import type { Page } from "../../core/page.js";
import type { Span } from "../../core/span.js";
import type { PageContext } from "./document-opener.js";
import { element } from "./dom.js";
import type { Mark, MarkGroup, MarkStrength, PageMatches } from "./marks.js";
import { discardCanvas } from "./page-canvas.js";
import type { PageSlot, UnmarkedStops } from "./page-slot.js";
import type { PdfFile } from "./pdf-file.js";
import { allExact, PdfMarks } from "./pdf-marks.js";
import { type PdfText, showText, textStrings } from "./pdf-text.js";

/** Canvases above this many pixels fail in some browsers; such pages are drawn coarser. */
const PIXELS_AT_MOST = 2 ** 24;

/** What a PDF page needs from the viewer around it. */
export interface PdfPageContext extends PageContext {
  readonly file: PdfFile;
  /** CSS pixels per point. */
  readonly scale: () => number;
}

/** A PDF page: the drawing, the marks over it, and the selectable text over both. */
export class PdfPage implements PageSlot {
  readonly #number: number;
  readonly #context: PdfPageContext;
  readonly #size: { readonly width: number; readonly height: number };
  #element: HTMLElement | null = null;
  #drawnMarks: PdfMarks | null = null;
  #page: PDFPageProxy | null = null;
  #stored: Promise<Page> | null = null;
  #canvas: HTMLCanvasElement | null = null;
  #drawnScale = 0;
  #text: PdfText | null = null;

  constructor(number: number, size: { width: number; height: number }, context: PdfPageContext) {
    this.#number = number;
    this.#context = context;
    this.#size = size;
  }

  /** Made when it is first needed: a document may have thousands of pages. */
  get element(): HTMLElement {
    if (this.#element) return this.#element;
    const name = this.#context.strings.page(this.#number);
    const sheet = element("div", { class: "sheet paper", role: "group", "aria-label": name });
    this.#element = sheet;
    this.#resize(this.#size.width, this.#size.height, 1);
    this.#drawnMarks = new PdfMarks(sheet, () => this.#storedPage());
    sheet.append(this.#drawnMarks.element);
    return sheet;
  }

  get #marks(): PdfMarks {
    // They are made with the sheet that they lie on.
    void this.element;
    return this.#drawnMarks as PdfMarks;
  }

  async show(signal: AbortSignal): Promise<void> {
    try {
      const { document } = this.#context.file;
      this.#page ??= await document.getPage(this.#number);
      signal.throwIfAborted();
      const { width, height, userUnit } = this.#page.getViewport({ scale: 1 });
      this.#context.keepPlace(() => this.#resize(width, height, userUnit));
      await Promise.all([this.#showText(this.#page, signal), this.#draw(this.#page, signal)]);
    } catch (error) {
      signal.throwIfAborted();
      this.#say(this.#context.strings.unreadablePage);
      this.#marks.fail();
      if (!(error instanceof Error)) throw error;
    }
  }

  hide(): void {
    this.#text?.remove();
    this.#text = null;
    discardCanvas(this.#canvas);
    this.#canvas = null;
    this.#drawnScale = 0;
    this.#marks.clear();
    this.#stored = null;
    this.#page?.cleanup();
  }

  mark(groups: readonly MarkGroup[]): Promise<UnmarkedStops> {
    return this.#marks.mark(groups);
  }

  async canMark(marks: readonly Mark[], signal: AbortSignal): Promise<boolean> {
    if (marks.length === 0) return true;
    try {
      const page = await this.#context.file.document.getPage(this.#number);
      const stored = await this.#context.storedPage(this.#number, signal);
      return allExact(stored, marks, await textStrings(page));
    } catch {
      signal.throwIfAborted();
      return false;
    }
  }

  firstMark(stop: number, strength?: MarkStrength): Element | null {
    return this.#marks.firstMark(stop, strength);
  }

  highlight(matches: PageMatches | null): Promise<void> {
    return this.#marks.highlight(matches);
  }

  currentMatch(): Element | null {
    return this.#marks.currentMatch();
  }

  async locate(span: Span, signal: AbortSignal): Promise<number | null> {
    const { lines, height } = await this.#context.storedPage(this.#number, signal);
    const line = lines.find(({ end }) => end > span.start);
    return line && height > 0 ? (line.top / height) * this.element.offsetHeight : null;
  }

  #resize(width: number, height: number, userUnit: number): void {
    this.element.style.setProperty("--page-width", String(width));
    this.element.style.setProperty("--page-height", String(height));
    this.element.style.setProperty("--user-unit", String(userUnit));
  }

  async #draw(page: PDFPageProxy, signal: AbortSignal): Promise<void> {
    const scale = this.#context.scale();
    if (this.#canvas && this.#drawnScale === scale) return;
    const viewport = page.getViewport({ scale });
    const area = viewport.width * viewport.height;
    const ratio = Math.min(window.devicePixelRatio || 1, Math.sqrt(PIXELS_AT_MOST / area));
    const canvas = element("canvas", { role: "presentation" });
    canvas.width = Math.max(1, Math.floor(viewport.width * ratio));
    canvas.height = Math.max(1, Math.floor(viewport.height * ratio));
    // Over an older drawing the new one appears when it is finished, so that zooming never flashes.
    if (!this.#canvas) this.element.prepend(canvas);
    const task: RenderTask = page.render({
      canvas,
      viewport,
      transform: [ratio, 0, 0, ratio, 0, 0],
    });
    const abort = (): void => task.cancel();
    signal.addEventListener("abort", abort, { once: true });
    try {
      await task.promise;
    } catch (error) {
      discardCanvas(canvas);
      throw error;
    } finally {
      signal.removeEventListener("abort", abort);
    }
    if (this.#canvas) this.#canvas.replaceWith(canvas);
    discardCanvas(this.#canvas);
    this.#canvas = canvas;
    this.#drawnScale = scale;
  }

  async #showText(page: PDFPageProxy, signal: AbortSignal): Promise<void> {
    const { file, scale } = this.#context;
    this.#text ??= await showText(file, page, this.element, scale(), signal);
    // An earlier drawing may have been aborted between the text and its marks.
    await this.#marks.over(this.#text.shown, signal);
  }

  /** Kept as long as the page is near; a search asks for it with every letter. */
  #storedPage(): Promise<Page> {
    if (this.#stored) return this.#stored;
    const reading = this.#context.storedPage(this.#number);
    this.#stored = reading;
    reading.catch(() => {
      if (this.#stored === reading) this.#stored = null;
    });
    return reading;
  }

  #say(message: string): void {
    if (!this.element.querySelector(".sheet-problem")) {
      this.element.append(element("p", { class: "sheet-problem" }, message));
    }
  }
}
