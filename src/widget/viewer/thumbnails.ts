import { element } from "./dom.js";
import type { ViewedDocument } from "./opened-document.js";
import { discardCanvas, pictureCanvas } from "./page-slot.js";
import { VirtualRows } from "./row-window.js";
import type { ViewerStrings } from "./strings.js";

/** The box a page is drawn into, in pixels. */
const BOX = { width: 92, height: 124 };
const ROW_HEIGHT = 168;
const ITEM_WIDTH = 108;

/** Small pages to choose from; only those in view are drawn, and kept. */
export class Thumbnails {
  readonly element: HTMLElement;
  readonly #rows: VirtualRows;
  readonly #strings: ViewerStrings;
  readonly #go: (page: number) => void;
  readonly #waiting = new Map<number, HTMLElement>();
  readonly #canvases = new Map<number, HTMLCanvasElement>();
  #opened: ViewedDocument | null = null;
  #drawing: { index: number; abort: AbortController } | null = null;
  #page = 1;

  constructor(strings: ViewerStrings, go: (page: number) => void) {
    this.#strings = strings;
    this.#go = go;
    this.#rows = new VirtualRows({
      role: "listbox",
      label: strings.thumbnails,
      rowHeight: ROW_HEIGHT,
      itemWidth: ITEM_WIDTH,
      make: (index) => this.#make(index),
      drop: (index) => this.#drop(index),
    });
    this.element = this.#rows.element;
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
    this.element.addEventListener("click", ({ target }) => {
      const item = target instanceof Element ? target.closest('[role="option"]') : null;
      const index = [...this.#rows.items].find(([, each]) => each === item)?.[0];
      if (index !== undefined) this.#choose(index);
    });
  }

  /** Shows another document's pages, or frees them. */
  fill(opened: ViewedDocument | null): void {
    if (this.#opened === opened) return;
    this.#opened = opened;
    this.#rows.reset(opened?.file ? opened.slots.length : 0);
    this.atPage(this.#page);
  }

  /** Marks the page that the reader is at. */
  atPage(page: number): void {
    this.#page = page;
    for (const [index, item] of this.#rows.items) {
      item.setAttribute("aria-selected", String(index + 1 === page));
    }
    if (!this.element.matches(":focus")) this.#rows.activate(page - 1);
  }

  #make(index: number): HTMLElement {
    const label = this.#opened?.labels?.[index] ?? null;
    const name = this.#strings.page(index + 1);
    const printed = label && label !== String(index + 1) ? `, ${this.#strings.label(label)}` : "";
    const frame = element("span", { class: "thumb-frame" });
    const item = element(
      "div",
      {
        class: "thumb",
        role: "option",
        "aria-label": name + printed,
        "aria-selected": String(index + 1 === this.#page),
        "aria-setsize": String(this.#opened?.slots.length ?? 0),
        "aria-posinset": String(index + 1),
      },
      frame,
      element("span", { class: "thumb-label", dir: "auto" }, label ?? name),
    );
    this.#waiting.set(index, frame);
    this.#pump();
    return item;
  }

  #drop(index: number): void {
    this.#waiting.delete(index);
    if (this.#drawing?.index === index) this.#drawing.abort.abort();
    discardCanvas(this.#canvases.get(index) ?? null);
    this.#canvases.delete(index);
  }

  /** Draws one page at a time, so that the page that is read is never kept waiting for long. */
  #pump(): void {
    const next = this.#waiting.entries().next().value;
    if (this.#drawing || !next) return;
    const [index, frame] = next;
    this.#waiting.delete(index);
    const drawing = { index, abort: new AbortController() };
    this.#drawing = drawing;
    this.#draw(index, frame, drawing.abort.signal)
      .catch(() => undefined)
      .finally(() => {
        this.#drawing = null;
        this.#pump();
      });
  }

  async #draw(index: number, frame: HTMLElement, signal: AbortSignal): Promise<void> {
    const file = this.#opened?.file;
    if (!file) return;
    const paper = await file.sheet(index + 1, signal);
    const fit = Math.min(BOX.width / paper.width, BOX.height / paper.height);
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const { image } = await file.picture(index + 1, fit * ratio, signal);
    const canvas = pictureCanvas(image);
    canvas.style.inlineSize = `${canvas.width / ratio}px`;
    canvas.style.blockSize = `${canvas.height / ratio}px`;
    this.#canvases.set(index, canvas);
    frame.replaceChildren(canvas);
  }

  #choose(index: number): void {
    this.#rows.activate(index);
    this.#go(index + 1);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { active, columns, rowsInView } = this.#rows;
    const forth = this.element.matches(":dir(rtl)") ? -1 : 1;
    const steps: Record<string, number> = {
      ArrowRight: forth,
      ArrowLeft: -forth,
      ArrowDown: columns,
      ArrowUp: -columns,
      PageDown: columns * rowsInView,
      PageUp: -columns * rowsInView,
      Home: Number.NEGATIVE_INFINITY,
      End: Number.POSITIVE_INFINITY,
    };
    const step = steps[event.key];
    if (step !== undefined) this.#rows.activate(active + step);
    else if (event.key === "Enter" || event.key === " ") this.#choose(active);
    else return;
    event.preventDefault();
  }
}
