import { element } from "./dom.js";
import { iconButton } from "./icon-button.js";
import type { ViewerStrings } from "./strings.js";

/** What the row shows. */
export interface MarkStripState {
  /** Counts from 0. */
  readonly current: number;
  readonly total: number;
  readonly notices: readonly string[];
}

/** The row below the toolbar: which of several marked places the reader is at, and what went wrong. */
export class MarkStrip {
  readonly element: HTMLElement;
  readonly #strings: ViewerStrings;
  readonly #place: HTMLElement = element("span", { class: "place", dir: "auto" });
  readonly #group: HTMLElement;
  readonly #notice: HTMLElement = element("p", { class: "notice", dir: "auto" });

  constructor(strings: ViewerStrings, step: (by: number) => void) {
    this.#strings = strings;
    this.#group = element(
      "div",
      { class: "group", role: "group", "aria-label": strings.marks },
      this.#place,
      iconButton("up", strings.previousMark, () => step(-1)),
      iconButton("down", strings.nextMark, () => step(1)),
    );
    this.element = element("div", { class: "strip", hidden: "" }, this.#notice, this.#group);
  }

  /** Shows another state; the row is there only when it has something to show. */
  update({ current, total, notices }: MarkStripState): void {
    this.#group.hidden = total < 2;
    this.#place.textContent = this.#strings.markOf(current + 1, total);
    this.#notice.hidden = notices.length === 0;
    this.#notice.textContent = notices.join(" ");
    this.element.hidden = this.#group.hidden && this.#notice.hidden;
  }
}
