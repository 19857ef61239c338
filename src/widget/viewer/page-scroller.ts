import { element } from "./dom.js";
import type { PageSlot } from "./page-slot.js";

/** Where the reader looks: a third down the view, where marks are brought to as well. */
const FOCUS_LINE = 1 / 3;

/** A scrolled list of pages that draws only those near the view, the nearest first. */
export class PageScroller {
  readonly element: HTMLElement = element("div", {
    class: "scroller",
    tabindex: "0",
    role: "region",
  });
  readonly #onPage: (page: number) => void;
  #slots: readonly PageSlot[] = [];
  readonly #near = new Set<number>();
  readonly #fresh = new Set<number>();
  #observer: IntersectionObserver | null = null;
  #drawing: { index: number; abort: AbortController } | null = null;
  #page = 1;
  #frame = 0;

  constructor(onPage: (page: number) => void) {
    this.#onPage = onPage;
    this.element.addEventListener("scroll", () => {
      this.#frame ||= requestAnimationFrame(() => {
        this.#frame = 0;
        this.#readPage();
      });
    });
  }

  /** Page at the focus line, counting from 1. */
  get page(): number {
    return this.#page;
  }

  /** Puts other pages into the list. */
  fill(slots: readonly PageSlot[], name: string): void {
    this.clear();
    this.#slots = slots;
    this.element.setAttribute("aria-label", name);
    this.element.replaceChildren(...slots.map((slot) => slot.element));
    const indexes = new Map(slots.map((slot, index) => [slot.element as Element, index]));
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const index = indexes.get(entry.target);
          if (index === undefined) continue;
          if (entry.isIntersecting) this.#near.add(index);
          else this.#leave(index);
        }
        this.#pump();
      },
      { root: this.element, rootMargin: "100% 0px" },
    );
    for (const slot of slots) this.#observer.observe(slot.element);
  }

  /** Empties the list and frees every page. */
  clear(): void {
    this.#observer?.disconnect();
    this.#observer = null;
    this.#drawing?.abort.abort();
    this.#drawing = null;
    for (const index of this.#near) this.#slots[index]?.hide();
    this.#near.clear();
    this.#fresh.clear();
    this.#slots = [];
    this.#page = 1;
    this.element.replaceChildren();
  }

  /** Brings the top of a page to the top of the view. */
  goTo(page: number): void {
    const slot = this.#slots[page - 1];
    if (!slot) return;
    this.element.scrollTop = slot.element.offsetTop - 12;
    this.#page = page;
    this.#onPage(page);
  }

  /** Brings an element to the upper third of the view, and into it sideways. */
  bringIntoView(target: Element): void {
    const view = this.element.getBoundingClientRect();
    const box = target.getBoundingClientRect();
    this.element.scrollTop += box.top - view.top - view.height * FOCUS_LINE;
    if (box.left < view.left || box.right > view.right) {
      this.element.scrollLeft += box.left - view.left - view.width / 4;
    }
  }

  /** Whether an element stands inside the view, from top to bottom. */
  shows(target: Element): boolean {
    const view = this.element.getBoundingClientRect();
    const box = target.getBoundingClientRect();
    return box.top >= view.top && box.bottom <= view.bottom;
  }

  /** Runs a change of sizes and keeps the same point of the same page at the focus line. */
  keepPlace(change: () => void): void {
    const slot = this.#slots[this.#page - 1]?.element;
    const line = this.element.clientHeight * FOCUS_LINE;
    if (!slot || slot.offsetHeight === 0) {
      change();
      return;
    }
    const share = (this.element.scrollTop + line - slot.offsetTop) / slot.offsetHeight;
    change();
    const top = slot.offsetTop + share * slot.offsetHeight - line;
    // At the very top the list stays at the top, rather than following the focus line.
    if (this.element.scrollTop > 0) this.element.scrollTop = top;
  }

  /** Draws all pages near the view again, for instance at another zoom. */
  redraw(): void {
    this.#fresh.clear();
    this.#drawing?.abort.abort();
    this.#drawing = null;
    this.#pump();
  }

  #leave(index: number): void {
    if (!this.#near.delete(index)) return;
    if (this.#drawing?.index === index) {
      this.#drawing.abort.abort();
      this.#drawing = null;
    }
    this.#fresh.delete(index);
    this.#slots[index]?.hide();
  }

  #pump(): void {
    if (this.#drawing) return;
    const next = [...this.#near]
      .filter((index) => !this.#fresh.has(index))
      .sort((a, b) => this.#distance(a) - this.#distance(b))[0];
    const slot = next === undefined ? undefined : this.#slots[next];
    if (next === undefined || !slot) return;
    const abort = new AbortController();
    const drawing = { index: next, abort };
    this.#drawing = drawing;
    slot.show(abort.signal).then(
      () => {
        if (this.#drawing === drawing) this.#fresh.add(next);
        this.#finish(drawing);
      },
      () => this.#finish(drawing),
    );
  }

  #finish(drawing: { index: number; abort: AbortController }): void {
    if (this.#drawing !== drawing) return;
    // A page that could not be drawn counts as drawn; otherwise the list would try for ever.
    this.#fresh.add(drawing.index);
    this.#drawing = null;
    this.#pump();
  }

  #distance(index: number): number {
    return Math.abs(index + 1 - this.#page);
  }

  #readPage(): void {
    const line = this.element.scrollTop + this.element.clientHeight * FOCUS_LINE;
    // Pages stand in order, so the one at the line is found by halving.
    let low = 0;
    let high = this.#slots.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#slots[middle]?.element.offsetTop ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    if (low + 1 === this.#page || this.#slots.length === 0) return;
    this.#page = low + 1;
    this.#onPage(this.#page);
  }
}
