import type { PageSlot } from "./page-slot.js";

/** Draws the pages near the view one after the other, the nearest first, and frees those that leave. */
export class PageDrawing {
  readonly #page: () => number;
  #slots: readonly PageSlot[] = [];
  readonly #near = new Set<number>();
  readonly #fresh = new Set<number>();
  #drawing: { index: number; abort: AbortController } | null = null;

  /** `page` tells where the reader is, counting from 1. */
  constructor(page: () => number) {
    this.#page = page;
  }

  /** Frees all pages and takes others. */
  reset(slots: readonly PageSlot[]): void {
    this.#stop();
    for (const index of this.#near) this.#slots[index]?.hide();
    this.#near.clear();
    this.#fresh.clear();
    this.#slots = slots;
  }

  /** Tells that a page, counting from 0, has come near the view. */
  enter(index: number): void {
    this.#near.add(index);
  }

  /** Tells that a page has left, and frees it. */
  leave(index: number): void {
    if (!this.#near.delete(index)) return;
    if (this.#drawing?.index === index) this.#stop();
    this.#fresh.delete(index);
    this.#slots[index]?.hide();
  }

  /** Draws all pages near the view again, for instance at another zoom. */
  redraw(): void {
    this.#fresh.clear();
    this.#stop();
    this.pump();
  }

  /** Goes on with the next page that is to be drawn. */
  pump(): void {
    if (this.#drawing) return;
    const next = [...this.#near]
      .filter((index) => !this.#fresh.has(index))
      .sort((a, b) => this.#distance(a) - this.#distance(b))[0];
    const slot = next === undefined ? undefined : this.#slots[next];
    if (next === undefined || !slot) return;
    const drawing = { index: next, abort: new AbortController() };
    this.#drawing = drawing;
    const finish = (): void => {
      if (this.#drawing !== drawing) return;
      // A page that could not be drawn counts as drawn; otherwise the list would try for ever.
      this.#fresh.add(next);
      this.#drawing = null;
      this.pump();
    };
    slot.show(drawing.abort.signal).then(finish, finish);
  }

  #stop(): void {
    this.#drawing?.abort.abort();
    this.#drawing = null;
  }

  #distance(index: number): number {
    return Math.abs(index + 1 - this.#page());
  }
}
