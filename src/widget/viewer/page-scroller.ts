import { element } from "./dom.js";
import { PageChunks } from "./page-chunks.js";
import { PageDrawing } from "./page-drawing.js";
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
  #chunks: PageChunks | null = null;
  #chunkObserver: IntersectionObserver | null = null;
  readonly #indexes = new WeakMap<Element, number>();
  readonly #drawing: PageDrawing = new PageDrawing(() => this.#page);
  #observer: IntersectionObserver | null = null;
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

  /** Puts other pages into the list; `height` is that of a page in points, null for text. */
  fill(slots: readonly PageSlot[], name: string, height: number | null): void {
    this.clear();
    this.#slots = slots;
    this.#drawing.reset(slots);
    const chunks = new PageChunks(slots, height);
    this.#chunks = chunks;
    this.element.setAttribute("aria-label", name);
    this.element.replaceChildren(...chunks.elements);
    this.#observer = this.#observe("100% 0px", (target, near) => {
      const index = this.#indexes.get(target);
      if (index !== undefined && near) this.#drawing.enter(index);
      else if (index !== undefined) this.#drawing.leave(index);
    });
    const places = new Map(chunks.elements.map((chunk, index) => [chunk as Element, index]));
    this.#chunkObserver = this.#observe("200% 0px", (target, near) => {
      const chunk = places.get(target);
      if (chunk !== undefined && near) this.#open(chunk);
      else if (chunk !== undefined) this.#close(chunk);
    });
    for (const chunk of chunks.elements) this.#chunkObserver.observe(chunk);
    this.#open(0);
  }

  /** Empties the list and frees every page. */
  clear(): void {
    this.#observer?.disconnect();
    this.#observer = null;
    this.#chunkObserver?.disconnect();
    this.#chunkObserver = null;
    this.#chunks = null;
    this.#drawing.reset([]);
    this.#slots = [];
    this.#page = 1;
    this.element.replaceChildren();
  }

  /** Brings the top of a page, or a point so many pixels below it, to the top of the view. */
  goTo(page: number, below = 0): void {
    const slot = this.#slots[page - 1];
    if (!slot) return;
    this.#open(this.#chunks?.of(page - 1) ?? 0);
    this.element.scrollTop = slot.element.offsetTop + below - 12;
    this.#page = page;
    this.#onPage(page);
  }

  /** Brings an element to the upper third of the view, and into it sideways. */
  bringIntoView(target: Element): void {
    const view = this.element.getBoundingClientRect();
    const box = target.getBoundingClientRect();
    this.element.scrollTop += box.top - view.top - view.height * FOCUS_LINE;
    const frame = target.closest(".table-frame");
    if (frame) frame.scrollLeft += box.left - frame.getBoundingClientRect().left - view.width / 4;
    else if (box.left < view.left || box.right > view.right) {
      this.element.scrollLeft += box.left - view.left - view.width / 4;
    }
  }

  /** Whether an element stands inside the view, from top to bottom. */
  shows(target: Element): boolean {
    const view = this.element.getBoundingClientRect();
    const box = target.getBoundingClientRect();
    return box.top >= view.top && box.bottom <= view.bottom;
  }

  /**
   * Runs a change of sizes and keeps the same point of the same page where it is: the one at the
   * focus line, or the one under a point of the window.
   */
  keepPlace(change: () => void, under?: { readonly x: number; readonly y: number }): void {
    const slot = this.#slots[this.#page - 1]?.element;
    if (!slot || slot.offsetHeight === 0) {
      change();
      return;
    }
    const view = this.element.getBoundingClientRect();
    const x = under ? under.x - view.left : this.element.clientWidth / 2;
    const y = under ? under.y - view.top : this.element.clientHeight * FOCUS_LINE;
    const { scrollTop, scrollLeft } = this.element;
    const down = (scrollTop + y - slot.offsetTop) / slot.offsetHeight;
    const across = (scrollLeft + x - slot.offsetLeft) / slot.offsetWidth;
    change();
    this.element.scrollLeft = slot.offsetLeft + across * slot.offsetWidth - x;
    // At the very top the list stays at the top, rather than following the focus line.
    if (scrollTop > 0 || under) {
      this.element.scrollTop = slot.offsetTop + down * slot.offsetHeight - y;
    }
  }

  /** Draws all pages near the view again, for instance at another zoom. */
  redraw(): void {
    this.#drawing.redraw();
  }

  #observe(
    rootMargin: string,
    each: (target: Element, near: boolean) => void,
  ): IntersectionObserver {
    return new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) each(target, isIntersecting);
        this.#drawing.pump();
      },
      { root: this.element, rootMargin },
    );
  }

  #open(chunk: number): void {
    const chunks = this.#chunks;
    if (!chunks?.open(chunk)) return;
    const { from, to } = chunks.range(chunk);
    for (let index = from; index < to; index++) {
      const sheet = this.#slots[index]?.element;
      if (!sheet) continue;
      this.#indexes.set(sheet, index);
      this.#observer?.observe(sheet);
    }
  }

  #close(chunk: number): void {
    const chunks = this.#chunks;
    // The page the reader is at holds the place of all others.
    if (!chunks || chunk === chunks.of(this.#page - 1)) return;
    const scale = Number(this.element.style.getPropertyValue("--scale-factor")) || 1;
    if (!chunks.close(chunk, scale)) return;
    const { from, to } = chunks.range(chunk);
    for (let index = from; index < to; index++) {
      const sheet = this.#slots[index]?.element;
      if (sheet) this.#observer?.unobserve(sheet);
      this.#drawing.leave(index);
    }
  }

  #readPage(): void {
    const line = this.element.scrollTop + this.element.clientHeight * FOCUS_LINE;
    const chunks = this.#chunks;
    if (!chunks || this.#slots.length === 0) return;
    const chunk = chunks.chunkAt(line);
    this.#open(chunk);
    const page = chunks.pageAt(chunk, line) + 1;
    if (page === this.#page) return;
    this.#page = page;
    this.#onPage(page);
  }
}
