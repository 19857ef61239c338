import {
  type ItemRange,
  type Page,
  type PageGeometry,
  type Span,
  slicer,
} from "../../core/index.js";
import type { Sheet, SheetText } from "../../readers/index.js";
import { element } from "./dom.js";
import { type DisplayedText, placeBox } from "./mark-layer.js";
import type { Mark, MarkStrength, PageMatches, PlacePart, ViewerTarget } from "./marks.js";
import type { PageNote } from "./note-pins.js";
import type { ViewedDocument } from "./opened-document.js";
import {
  discardCanvas,
  type PageContext,
  type PageSlot,
  pictureCanvas,
  showPicture,
  type UnmarkedPlaces,
} from "./page-slot.js";
import { type PdfFile, TooSlowError } from "./pdf-file.js";
import { allExact, PdfMarks } from "./pdf-marks.js";
import { pageName } from "./strings.js";

/** The dependencies of a PDF page on the surrounding viewer. */
export interface PdfPageContext extends PageContext {
  readonly file: PdfFile;
  /** CSS pixels per point. */
  readonly scale: () => number;
}

/** The pages of an open PDF, each an empty sheet of the size of the first one shown. */
export async function pdfPages(
  target: ViewerTarget,
  file: PdfFile,
  context: Omit<PdfPageContext, "file">,
  signal: AbortSignal,
): Promise<ViewedDocument> {
  const { pages, labels } = file;
  const pageSize = await file.sheet(Math.min(Math.max(1, target.page), pages), signal);
  const page = { ...context, file };
  const slots = Array.from({ length: pages }, (_, index) => new PdfPage(index + 1, pageSize, page));
  return { target, slots, file, pageSize, labels, textOnly: false };
}

/** A PDF page: the drawing, the marks over it, and the selectable text over both. */
class PdfPage implements PageSlot {
  readonly #number: number;
  readonly #context: PdfPageContext;
  #size: { readonly width: number; readonly height: number };
  #element: HTMLElement | null = null;
  #drawnMarks: PdfMarks | null = null;
  #sheet: Sheet | null = null;
  #stored: Promise<Page> | null = null;
  #canvas: HTMLCanvasElement | null = null;
  #drawnScale = 0;
  /** Whether the page takes too long to draw; it is not retried. */
  #tooSlow = false;
  #failed = false;
  /** The message that the page could not be drawn, unless another one is shown. */
  #failure: HTMLElement | null = null;
  #text: PdfText | null = null;
  #links: HTMLElement | null = null;

  constructor(number: number, size: { width: number; height: number }, context: PdfPageContext) {
    this.#number = number;
    this.#context = context;
    this.#size = size;
  }

  /** Created on first use: a document may have thousands of pages. */
  get element(): HTMLElement {
    if (this.#element) return this.#element;
    const { file, strings } = this.#context;
    const label = file.labels?.[this.#number - 1];
    const name = pageName(strings, this.#number, { label, total: file.pages });
    const sheet = element("div", { class: "sheet paper", role: "group", "aria-label": name });
    this.#element = sheet;
    this.#resize(this.#size.width, this.#size.height, 1);
    this.#drawnMarks = new PdfMarks(
      sheet,
      () => this.#storedPage(),
      () => this.#context.tables(this.#number),
      (id, pressed) => this.#context.openNote?.(id, pressed),
      () => this.#context.file.turn,
    );
    sheet.append(this.#drawnMarks.element);
    return sheet;
  }

  get #marks(): PdfMarks {
    // The marks are created together with the sheet.
    void this.element;
    return this.#drawnMarks as PdfMarks;
  }

  async show(signal: AbortSignal): Promise<void> {
    try {
      const { file, keepPlace } = this.#context;
      this.#sheet ??= await file.sheet(this.#number, signal);
      const { width, height, userUnit } = this.#sheet;
      keepPlace(() => this.#resize(width, height, userUnit));
      await Promise.all([this.#showText(this.#sheet, signal), this.#draw(signal)]);
      await this.#showLinks(signal);
      if (this.#context.tellRecognised && (await this.#storedPage()).recognised) {
        this.#context.tellRecognised(this.#number);
      }
    } catch (error) {
      signal.throwIfAborted();
      this.#failed = true;
      this.#failure = this.#say(this.#context.strings.unreadablePage);
      this.#marks.fail();
      if (!(error instanceof Error)) throw error;
    }
  }

  tryAgain(): boolean {
    if (!this.#failed) return false;
    this.#failed = false;
    this.#failure?.remove();
    this.#marks.tryAgain();
    return true;
  }

  hide(): void {
    this.tryAgain();
    this.#text?.remove();
    this.#text = null;
    this.#links?.remove();
    this.#links = null;
    discardCanvas(this.#canvas);
    this.#canvas = null;
    this.#drawnScale = 0;
    this.#marks.clear();
    this.#stored = null;
    this.#context.file.release(this.#number);
  }

  turn(): void {
    const { width, height } = this.#sheet ?? this.#size;
    this.#sheet = null;
    this.#size = { width: height, height: width };
    if (!this.#element) return;
    this.hide();
    this.#resize(height, width, 1);
  }

  mark(parts: readonly PlacePart[], current: number): Promise<UnmarkedPlaces> {
    return this.#marks.mark(parts, current);
  }

  async canMark(marks: readonly Mark[], signal: AbortSignal): Promise<boolean> {
    if (marks.length === 0) return true;
    try {
      const stored = await this.#context.storedPage(this.#number, signal);
      const { items } = await this.#context.file.text(this.#number, signal);
      return allExact(
        stored,
        marks,
        items.map(({ str }) => str),
      );
    } catch {
      signal.throwIfAborted();
      return false;
    }
  }

  firstMark(place: number, strength?: MarkStrength): Element | null {
    return this.#marks.firstMark(place, strength);
  }

  highlight(matches: PageMatches | null): Promise<void> {
    return this.#marks.highlight(matches);
  }

  currentMatch(): Element | null {
    return this.#marks.currentMatch();
  }

  note(notes: readonly PageNote[]): void {
    // A page that was never near the view has no sheet yet.
    if (notes.length > 0 || this.#element) this.#marks.note(notes);
  }

  notePin(id: string): HTMLElement | null {
    return this.#marks.notePin(id);
  }

  async spanOf(range: Range): Promise<Span | null> {
    const shown = this.#text?.shown;
    const { geometry, text } = await this.#storedPage();
    if (!shown || !geometry || geometry.lengths.length !== shown.elements.length) return null;
    return spanOfItems({ geometry, text }, selectedItems(shown, range));
  }

  async locate(span: Span, signal: AbortSignal): Promise<number | null> {
    const { lines, height } = await this.#context.storedPage(this.#number, signal);
    // For a turned page, the top is near enough.
    if (this.#context.file.turn !== 0) return 0;
    const line = lines.find(({ end }) => end > span.start);
    return line && height > 0 ? (line.top / height) * this.element.offsetHeight : null;
  }

  #resize(width: number, height: number, userUnit: number): void {
    this.element.style.setProperty("--page-width", String(width));
    this.element.style.setProperty("--page-height", String(height));
    this.element.style.setProperty("--user-unit", String(userUnit));
  }

  async #draw(signal: AbortSignal): Promise<void> {
    const scale = this.#context.scale();
    if ((this.#canvas && this.#drawnScale === scale) || this.#tooSlow) return;
    const { file, strings } = this.#context;
    const { element: sheet } = this;
    const before = this.#canvas;
    sheet.classList.toggle("drawing", before === null);
    const take = (image: ImageBitmap): void => {
      if (signal.aborted) image.close();
      else if (this.#canvas && this.#canvas !== before) showPicture(this.#canvas, image);
      else {
        this.#canvas = pictureCanvas(image);
        if (before) before.replaceWith(this.#canvas);
        else sheet.prepend(this.#canvas);
        discardCanvas(before);
      }
      sheet.classList.remove("drawing");
    };
    // A new drawing replaces an older one only when finished, so that zooming never flashes.
    const onGlimpse = before ? undefined : ({ image }: { image: ImageBitmap }) => take(image);
    const pixels = scale * (window.devicePixelRatio || 1);
    try {
      const { image, whole } = await file.picture(this.#number, pixels, signal, onGlimpse);
      take(image);
      this.#drawnScale = scale;
      if (!whole) this.#note(strings.partlyDrawn);
    } catch (error) {
      if (!(error instanceof TooSlowError)) throw error;
      this.#tooSlow = true;
      if (this.#canvas) this.#note(strings.partlyDrawn);
      else this.#say(strings.slowPage);
    } finally {
      sheet.classList.remove("drawing");
    }
  }

  async #showText(sheet: Sheet, signal: AbortSignal): Promise<void> {
    const { file, scale, strings } = this.#context;
    if (!this.#text) {
      const text = await file.text(this.#number, signal);
      this.#text = await showText(text, sheet, this.element, scale(), signal);
      if (!text.whole) this.#note(strings.partlySelectable);
    }
    // An earlier drawing may have been aborted between the text and its marks.
    await this.#marks.over(this.#text.shown, signal);
  }

  /** Puts the file's own links over the page; a page can be read without them. */
  async #showLinks(signal: AbortSignal): Promise<void> {
    if (this.#links) return;
    const { file, goTo, strings } = this.#context;
    const links = await file.links(this.#number, signal).catch(() => []);
    signal.throwIfAborted();
    if (links.length === 0 || this.#links) return;
    const areas = links.map(({ box, address, page, below }) => {
      const label = address ?? strings.linkTo(page ?? 1);
      const attributes = { class: "link-area", "aria-label": label, title: label };
      // The other site must not learn about the page.
      const apart = { target: "_blank", rel: "noopener noreferrer" };
      const area =
        address === null
          ? element("button", { ...attributes, type: "button" })
          : element("a", { ...attributes, ...apart, href: address });
      if (page !== null) area.addEventListener("click", () => goTo(page, below));
      placeBox(area, box, { left: 0, top: 0, width: 1, height: 1 });
      return area;
    });
    this.#links = element("div", { class: "links" }, ...areas);
    this.element.append(this.#links);
  }

  /** Cached while the page is near the view; a search requests it with every letter. */
  #storedPage(): Promise<Page> {
    if (this.#stored) return this.#stored;
    const reading = this.#context.storedPage(this.#number);
    this.#stored = reading;
    reading.catch(() => {
      if (this.#stored === reading) this.#stored = null;
    });
    return reading;
  }

  #say(message: string): HTMLElement | null {
    if (this.element.querySelector(".sheet-problem")) return null;
    const paragraph = element("p", { class: "sheet-problem" }, message);
    this.element.append(paragraph);
    return paragraph;
  }

  /** Adds a discreet note at the foot of the sheet that says what is missing. */
  #note(message: string): void {
    const notes = [...this.element.querySelectorAll(".sheet-note")];
    if (notes.some(({ textContent }) => textContent === message)) return;
    this.element.append(element("p", { class: "sheet-note" }, message));
  }
}

/** The parts of text items that a range of the text layer covers. */
function selectedItems({ elements }: DisplayedText, range: Range): Map<number, ItemRange> {
  const items = new Map<number, ItemRange>();
  for (const [item, { firstChild: node }] of elements.entries()) {
    if (!(node instanceof Text) || !range.intersectsNode(node)) continue;
    const start = range.startContainer === node ? range.startOffset : 0;
    const end = range.endContainer === node ? range.endOffset : node.length;
    if (start < end) items.set(item, { item, start, end });
  }
  return items;
}

const RUN = 4;

/**
 * The span of a page's text that parts of its items show. A selection in file order may cover
 * several spans of the page's text; then this is the longest of them.
 */
function spanOfItems(
  { geometry: { runs }, text }: { readonly geometry: PageGeometry; readonly text: string },
  items: ReadonlyMap<number, ItemRange>,
): Span | null {
  let current: { start: number; end: number } | null = null;
  let longest: Span | null = null;
  for (let run = 0; run < runs.length; run += RUN) {
    const [at = 0, length = 0, item = -1, offset = 0] = runs.subarray(run, run + RUN);
    const part = items.get(item);
    const from = Math.max(offset, part?.start ?? 0);
    const to = Math.min(offset + length, part?.end ?? 0);
    if (from >= to) continue;
    const [start, end] = [at + from - offset, at + to - offset];
    const follows: boolean = current !== null && text.slice(current.end, start).trim() === "";
    if (current && follows) current.end = end;
    else current = { start, end };
    if (!longest || current.end - current.start > longest.end - longest.start) longest = current;
  }
  return longest && text.slice(longest.start, longest.end).trim() !== "" ? longest : null;
}

/** A page's selectable text on its sheet. */
export interface PdfText {
  readonly shown: DisplayedText;
  /** Removes it from the sheet. */
  remove(): void;
}

/** Maximum number of pieces of text added to the sheet before yielding. */
const piecesAtOnce = 50;

/** Puts a page's text on its sheet, transparent, each word over the drawn one. */
async function showText(
  text: SheetText,
  { rotation, rawDims }: Sheet,
  sheet: HTMLElement,
  scale: number,
  signal: AbortSignal,
): Promise<PdfText> {
  const { TextLayer } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  signal.throwIfAborted();
  const container = element("div", { class: "text" });
  container.style.inlineSize = `calc(var(--total-scale-factor) * ${rawDims.pageWidth}px)`;
  container.style.blockSize = `calc(var(--total-scale-factor) * ${rawDims.pageHeight}px)`;
  type LayerOptions = ConstructorParameters<typeof TextLayer>[0];
  const layer = new TextLayer({
    textContentSource: piecemeal(text, signal),
    container,
    // pdf.js needs no more of a viewport than this.
    viewport: { scale, rotation, rawDims } as unknown as LayerOptions["viewport"],
  });
  sheet.append(container);
  try {
    await layer.render();
    signal.throwIfAborted();
  } catch (error) {
    container.remove();
    throw error;
  }
  const { textContentItemsStr: strings, textDivs: elements } = layer;
  return {
    shown: { strings, elements, vertical: verticalItems(text) },
    remove: () => {
      layer.cancel();
      container.remove();
    },
  };
}

/** The text in small chunks, with pauses in which the page stays responsive. */
function piecemeal(text: SheetText, signal: AbortSignal): ReadableStream<SheetText> {
  const pause = slicer(signal);
  let next = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        await pause();
        const items = text.items.slice(next, next + piecesAtOnce);
        next += piecesAtOnce;
        if (items.length > 0) controller.enqueue({ ...text, items });
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The text items in vertical writing, counted as the text layer counts them. */
function verticalItems({ items, styles }: SheetText): Set<number> {
  return new Set(
    items.flatMap(({ fontName }, index) => (styles[fontName]?.vertical ? [index] : [])),
  );
}
