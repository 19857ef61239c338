import { element } from "./dom.js";
import type { PageSlot } from "./page-slot.js";

/** Pages that are put into the list together. */
const CHUNK = 24;
/** Pixels below each sheet. */
const GAP = 12;

/**
 * The pages of a document in stretches, of which only those near the view hold their sheets; the
 * others are empty and as high as they would be. Thousands of sheets would have to be laid out anew
 * with every zoom.
 */
export class PageChunks {
  readonly elements: readonly HTMLElement[];
  readonly #slots: readonly PageSlot[];
  readonly #open = new Set<number>();
  readonly #keep: boolean;

  /** `height` is that of a page in points; null for text, which is as high as it turns out to be. */
  constructor(slots: readonly PageSlot[], height: number | null) {
    this.#slots = slots;
    this.#keep = height === null;
    const count = Math.ceil(slots.length / CHUNK);
    this.elements = Array.from({ length: count }, (_, chunk) => {
      const made = element("div", { class: "chunk", "data-closed": "" });
      const pages = Math.min(CHUNK, slots.length - chunk * CHUNK);
      setHeight(made, pages, pages * (height ?? 240));
      return made;
    });
  }

  /** The pages of a stretch, counting from 0; the last one not included. */
  range(chunk: number): { readonly from: number; readonly to: number } {
    return { from: chunk * CHUNK, to: Math.min(this.#slots.length, (chunk + 1) * CHUNK) };
  }

  /** Puts the sheets of a stretch into the list; true when they were not there. */
  open(chunk: number): boolean {
    const holder = this.elements[chunk];
    if (!holder || this.#open.has(chunk)) return false;
    this.#open.add(chunk);
    const { from, to } = this.range(chunk);
    holder.append(...this.#slots.slice(from, to).map((slot) => slot.element));
    holder.removeAttribute("data-closed");
    return true;
  }

  /** Takes the sheets of a stretch out of the list; true when they were there and may go. */
  close(chunk: number, scale: number): boolean {
    const holder = this.elements[chunk];
    // Only a page of a known size can come back as high as it was.
    if (!holder || this.#keep || !this.#open.delete(chunk)) return false;
    const { from, to } = this.range(chunk);
    setHeight(holder, to - from, (holder.offsetHeight - (to - from) * GAP) / scale);
    holder.setAttribute("data-closed", "");
    holder.replaceChildren();
    return true;
  }

  /** The stretch that holds a page, counting from 0. */
  of(index: number): number {
    return Math.floor(index / CHUNK);
  }

  /** Index of the stretch, or within an open one the page, that stands at so many pixels from the top. */
  chunkAt(top: number): number {
    return lastAbove(this.elements, top);
  }

  /** Index of the page of an open stretch that stands at so many pixels from the top. */
  pageAt(chunk: number, top: number): number {
    const { from, to } = this.range(chunk);
    const sheets = this.#slots.slice(from, to).map((slot) => slot.element);
    return from + lastAbove(sheets, top);
  }
}

function setHeight(holder: HTMLElement, pages: number, points: number): void {
  holder.style.setProperty("--pages", String(pages));
  holder.style.setProperty("--points", String(points));
}

/** Elements stand in order, so the last one that begins above is found by halving. */
function lastAbove(elements: readonly HTMLElement[], top: number): number {
  let low = 0;
  let high = elements.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((elements[middle]?.offsetTop ?? 0) <= top) low = middle;
    else high = middle - 1;
  }
  return low;
}
