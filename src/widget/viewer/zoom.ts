import type { PageScroller } from "./page-scroller.js";

/** CSS pixels per point at the size on paper. */
const PAPER = 96 / 72;
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];
/** Wider views leave room beside the page rather than blowing it up. */
const FIT_AT_MOST = 1.75;
const PADDING = 24;

/** How large pages are shown: fitted to the width until the reader chooses. */
export class Zoom {
  readonly #scroller: PageScroller;
  readonly #onChange: () => void;
  readonly #observer: ResizeObserver;
  #pageWidth: number | null = null;
  #factor = 1;
  #fitted = true;
  #redraw: ReturnType<typeof setTimeout> | undefined;

  constructor(scroller: PageScroller, onChange: () => void) {
    this.#scroller = scroller;
    this.#onChange = onChange;
    this.#observer = new ResizeObserver(() => {
      if (this.#fitted) this.fit();
    });
    this.#observer.observe(scroller.element);
  }

  /** CSS pixels per point. */
  get scale(): number {
    return this.#factor * PAPER;
  }

  /** 1 is the size on paper, or the normal text size. */
  get factor(): number {
    return this.#factor;
  }

  /** Whether pages follow the width of the view. */
  get fitted(): boolean {
    return this.#fitted;
  }

  /** Starts a document: its page width in points, or null for text. */
  reset(pageWidth: number | null): void {
    this.#pageWidth = pageWidth;
    this.fit();
    // Nothing is drawn yet that would have to be drawn again.
    clearTimeout(this.#redraw);
  }

  /** Fits pages to the width of the view; text goes back to its normal size. */
  fit(): void {
    this.#fitted = true;
    const width = this.#scroller.element.clientWidth - PADDING;
    if (this.#pageWidth === null) this.#apply(1);
    else if (width > 0) this.#apply(Math.min(FIT_AT_MOST, width / (this.#pageWidth * PAPER)));
  }

  /** Goes to the next larger (1) or smaller (-1) step. */
  step(direction: number): void {
    const next =
      direction > 0
        ? STEPS.find((step) => step > this.#factor * 1.01)
        : STEPS.findLast((step) => step < this.#factor * 0.99);
    if (next === undefined) return;
    this.#fitted = false;
    this.#apply(next);
  }

  /** Stops following the view's width. */
  destroy(): void {
    this.#observer.disconnect();
    clearTimeout(this.#redraw);
  }

  #apply(factor: number): void {
    const { style } = this.#scroller.element;
    const changed = factor !== this.#factor;
    this.#factor = factor;
    this.#scroller.keepPlace(() => {
      style.setProperty("--scale-factor", String(this.scale));
      style.setProperty("--text-zoom", String(factor));
    });
    this.#onChange();
    if (!changed) return;
    // The drawing is stretched at once and drawn anew when the size has settled.
    clearTimeout(this.#redraw);
    this.#redraw = setTimeout(() => this.#scroller.redraw(), 150);
  }
}
