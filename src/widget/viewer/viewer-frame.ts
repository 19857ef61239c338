import { element } from "./dom.js";
import type { PageScroller } from "./page-scroller.js";
import { viewerStyles } from "./styles.js";

/** `auto` follows the page's own colour scheme, and the system's where the page names none. */
export type ViewerTheme = "auto" | "light" | "dark";

/** The viewer's element and the places in it. */
export class ViewerFrame {
  readonly host: HTMLElement = element("div", { class: "pagehound-viewer" });
  readonly findPlace: HTMLElement = element("div", { class: "find-place", hidden: "" });
  readonly panelPlace: HTMLElement = element("div", { class: "panel-place", hidden: "" });
  readonly #message: HTMLElement = element("div", { class: "message", hidden: "" });
  readonly #status: HTMLElement = element("p", { class: "unseen", role: "status" });
  readonly #root: ShadowRoot;

  constructor() {
    this.#root = this.host.attachShadow({ mode: "open" });
    this.#root.adoptedStyleSheets = [viewerStyles()];
  }

  /** Puts everything in its place. */
  fill(toolbar: HTMLElement, strip: HTMLElement, scroller: PageScroller): void {
    const body = element("div", { class: "body" }, this.panelPlace, scroller.element);
    this.#root.append(toolbar, strip, this.findPlace, body, this.#message, this.#status);
  }

  /** Adds styles to the viewer's own. */
  addStyles(css: string): void {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    this.#root.adoptedStyleSheets = [...this.#root.adoptedStyleSheets, sheet];
  }

  /** Says something in place of the pages, or nothing. */
  say(message: string | null, ...more: Node[]): void {
    this.#message.hidden = message === null;
    const said = message === null ? [] : [element("p", {}, message)];
    this.#message.replaceChildren(...said, ...more);
    if (message !== null) this.announce(message);
  }

  /** Says something to those who do not see the screen. */
  announce(message: string): void {
    this.#status.textContent = message;
  }

  /** Takes on a theme. */
  dress(theme: ViewerTheme): void {
    const { style } = this.host;
    style.colorScheme = theme === "auto" ? "" : theme;
    if (theme === "auto" && getComputedStyle(this.host).colorScheme === "normal") {
      style.colorScheme = "light dark";
    }
  }
}
