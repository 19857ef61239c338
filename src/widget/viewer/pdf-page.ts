import type { PDFPageProxy, RenderTask, TextLayer } from "pdfjs-dist";
import type { Page } from "../../core/page.js";
import { element } from "./dom.js";
import { exactRanges } from "./exact-ranges.js";
import { type CheckedMark, drawMarks } from "./mark-layer.js";
import type { MarkOutcome, PageSlot } from "./page-slot.js";
import type { PdfFile } from "./pdf-file.js";
import type { ViewerStrings } from "./strings.js";
import type { Mark, MarkStrength } from "./target.js";

/** Canvases above this many pixels fail in some browsers; such pages are drawn coarser. */
const PIXELS_AT_MOST = 2 ** 24;

/** What a PDF page needs from the viewer around it. */
export interface PdfPageContext {
  readonly file: PdfFile;
  readonly strings: ViewerStrings;
  /** CSS pixels per point. */
  readonly scale: () => number;
  /** Runs a change of the sheet's size without moving what the reader looks at. */
  readonly keepPlace: (change: () => void) => void;
  readonly storedPage: (number: number, signal: AbortSignal) => Promise<Page>;
}

/** A PDF page: the drawing, the marks over it, and the selectable text over both. */
export class PdfPage implements PageSlot {
  readonly element: HTMLElement;
  readonly #number: number;
  readonly #context: PdfPageContext;
  readonly #marksLayer: HTMLElement = element("div", { class: "marks", "aria-hidden": "true" });
  #page: PDFPageProxy | null = null;
  #canvas: HTMLCanvasElement | null = null;
  #drawnScale = 0;
  #text: TextLayer | null = null;
  #textElement: HTMLElement | null = null;
  #vertical: ReadonlySet<number> = new Set();
  #marks: readonly Mark[] = [];
  #failed = false;
  /** Whether the marks stand on the sheet as it is now, or are known not to. */
  #marksDone = true;
  #settleMarks: ((outcome: MarkOutcome) => void) | null = null;

  constructor(number: number, size: { width: number; height: number }, context: PdfPageContext) {
    this.#number = number;
    this.#context = context;
    this.element = element("div", {
      class: "sheet paper",
      role: "group",
      "aria-label": context.strings.page(number),
    });
    this.#resize(size.width, size.height, 1);
    this.element.append(this.#marksLayer);
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
      this.#failed = true;
      this.#say(this.#context.strings.unreadablePage);
      this.#settle("inexact");
      if (!(error instanceof Error)) throw error;
    }
  }

  hide(): void {
    this.#text?.cancel();
    this.#text = null;
    this.#textElement?.remove();
    this.#textElement = null;
    this.#discard(this.#canvas);
    this.#canvas = null;
    this.#drawnScale = 0;
    this.#marksLayer.replaceChildren();
    this.#marksDone = false;
    this.#page?.cleanup();
  }

  mark(marks: readonly Mark[]): Promise<MarkOutcome> {
    this.#settle("none");
    this.#marks = marks;
    this.#marksDone = false;
    this.#marksLayer.replaceChildren();
    if (marks.length === 0) return Promise.resolve("none");
    if (this.#failed) return Promise.resolve("inexact");
    const outcome = new Promise<MarkOutcome>((resolve) => {
      this.#settleMarks = resolve;
    });
    if (this.#text) {
      this.#drawMarks(new AbortController().signal).catch(() => this.#settle("inexact"));
    }
    return outcome;
  }

  firstMark(strength?: MarkStrength): Element | null {
    const mark = strength ? `[data-strength="${strength}"]` : ".mark";
    return this.#marksLayer.querySelector(`${mark} .mark-box`);
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
      this.#discard(canvas);
      throw error;
    } finally {
      signal.removeEventListener("abort", abort);
    }
    if (this.#canvas) this.#canvas.replaceWith(canvas);
    this.#discard(this.#canvas);
    this.#canvas = canvas;
    this.#drawnScale = scale;
  }

  async #showText(page: PDFPageProxy, signal: AbortSignal): Promise<void> {
    if (this.#text) {
      // An earlier drawing may have been aborted between the text and its marks.
      if (!this.#marksDone) await this.#drawMarks(signal);
      return;
    }
    const { library } = this.#context.file;
    // The default options, as when the text was stored: the items must be the same ones.
    const content = await page.getTextContent();
    signal.throwIfAborted();
    const container = element("div", { class: "text" });
    const text = new library.TextLayer({
      textContentSource: content,
      container,
      viewport: page.getViewport({ scale: this.#context.scale() }),
    });
    this.element.append(container);
    await text.render();
    if (signal.aborted) {
      container.remove();
      signal.throwIfAborted();
    }
    this.#vertical = verticalItems(content);
    this.#text = text;
    this.#textElement = container;
    await this.#drawMarks(signal);
  }

  async #drawMarks(signal: AbortSignal): Promise<void> {
    const marks = this.#marks;
    const text = this.#text;
    if (marks.length === 0 || !text) return this.#settle("none");
    const stored = await this.#context.storedPage(this.#number, signal);
    if (marks !== this.#marks || text !== this.#text) return;
    const strings = text.textContentItemsStr;
    const checked: CheckedMark[] = [];
    for (const mark of marks) {
      const ranges = exactRanges(stored, mark, strings);
      if (!ranges) {
        this.#marksDone = true;
        return this.#settle("inexact");
      }
      checked.push({ strength: mark.strength, ranges });
    }
    const drawn = drawMarks(
      this.#marksLayer,
      this.element,
      { elements: text.textDivs, vertical: this.#vertical },
      checked,
    );
    this.#marksDone = true;
    this.#settle(drawn ? "drawn" : "inexact");
  }

  #settle(outcome: MarkOutcome): void {
    this.#settleMarks?.(outcome);
    this.#settleMarks = null;
  }

  #say(message: string): void {
    if (!this.element.querySelector(".sheet-problem")) {
      this.element.append(element("p", { class: "sheet-problem" }, message));
    }
  }

  /** A canvas keeps its pixels until it is collected; a size of zero frees them at once. */
  #discard(canvas: HTMLCanvasElement | null): void {
    if (!canvas) return;
    canvas.remove();
    canvas.width = 0;
    canvas.height = 0;
  }
}

type TextContent = Awaited<ReturnType<PDFPageProxy["getTextContent"]>>;

/** The text items in vertical writing, counted as the text layer counts them. */
function verticalItems({ items, styles }: TextContent): Set<number> {
  const vertical = new Set<number>();
  let index = 0;
  for (const item of items) {
    if (!("str" in item)) continue;
    if (styles[item.fontName]?.vertical) vertical.add(index);
    index++;
  }
  return vertical;
}
