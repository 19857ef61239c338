import { Words } from "../strings/words.js";

/** Where the interface is drawn: inside an element's shadow root; and the words it uses. */
export class Surface {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  /** What surrounds the whole interface; its size is what there is room for. */
  readonly frame: HTMLElement;
  words: Words;
  /** Whether there is room for more than one pane. */
  wide = true;

  constructor(root: ShadowRoot, frame: HTMLElement, words: Words = new Words("en")) {
    this.root = root;
    this.host = root.host as HTMLElement;
    this.frame = frame;
    this.words = words;
  }

  /** The first element that matches, or null. */
  find<Found extends Element = HTMLElement>(selector: string): Found | null {
    return this.root.querySelector<Found>(selector);
  }

  /** What has the focus inside, or null. */
  get active(): Element | null {
    return this.root.activeElement;
  }

  /** Pixels that the interface is wide. */
  get width(): number {
    return this.frame.clientWidth;
  }

  /** Whether it reads from right to left. */
  get fromRight(): boolean {
    return getComputedStyle(this.frame).direction === "rtl";
  }

  /** Says something to screen readers; the regions it writes to are there from the start. */
  announce(message: string): void {
    // While a dialog is open, nothing outside it is read.
    const region = this.find("dialog[open] .announcements") ?? this.find("#announcements");
    if (!region) return;
    // The same words twice are announced only when the text changes in between.
    region.textContent = region.textContent === message ? `${message}\u00a0` : message;
  }
}
