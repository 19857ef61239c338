import type { Answer } from "../../agent/index.js";
import type { DocumentSummary } from "../../core/index.js";
import { I18n } from "../i18n/i18n.js";

const CALM = 150;
const CALMEST = 1000;

/** Draws the page again when something changed: with the next frame, or calmly while work goes on. */
export class Renderer {
  readonly #draw: () => void;
  #frame = 0;
  /** Milliseconds that the last drawing took, until the page was free again. */
  #cost = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** Draws at once. For what is typed into next, so that no key is lost. */
  now(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!this.#ended) this.#draw();
  }

  /** Draws with the next frame. For what a reader does. */
  soon(): void {
    if (this.#ended) return;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      const start = performance.now();
      this.#draw();
      setTimeout(() => {
        this.#cost = performance.now() - start;
      });
    });
  }

  /** Draws within 150 ms, once for all changes until then; less often where drawing is slow. For progress. */
  later(): void {
    if (this.#ended) return;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.soon();
      },
      Math.min(CALMEST, Math.max(CALM, 4 * this.#cost)),
    );
  }

  /** Draws no more. */
  end(): void {
    this.#ended = true;
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
  }
}

/** From how many pixels on there is room for more than one pane; the styles have it, too. */
export const wideFrom = 720;

/** Where the interface is drawn: inside an element's shadow root; and the words it uses. */
export class Surface {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  /** What surrounds the whole interface; its size is what there is room for. */
  readonly frame: HTMLElement;
  #words: I18n;
  #pageTotal: I18n["pageTotal"] = () => undefined;
  /** Whether there is room for more than one pane. */
  wide = true;

  constructor(root: ShadowRoot, frame: HTMLElement, words: I18n = new I18n("en")) {
    this.root = root;
    this.host = root.host as HTMLElement;
    this.frame = frame;
    this.#words = words;
  }

  /** What the interface says, in the language of the element. */
  get words(): I18n {
    return this.#words;
  }

  set words(words: I18n) {
    words.pageTotal = this.#pageTotal;
    this.#words = words;
  }

  /** Takes what says how many pages a document has, for words in any language. */
  set pageTotal(pageTotal: I18n["pageTotal"]) {
    this.#pageTotal = pageTotal;
    this.#words.pageTotal = pageTotal;
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

/**
 * Draws, and keeps the focus where the reader was: on what was only moved, else on the row that
 * took the place of the one that went, else on `fallback`.
 */
export function keepFocus(surface: Surface, draw: () => void, fallback: () => void): void {
  const before = surface.active;
  const row = before?.closest(".rows > li");
  const list = row?.parentElement;
  const index = row && list ? [...list.children].indexOf(row) : -1;
  draw();
  // Only what went with the drawing is lost; what moved the focus on purpose had its reason.
  if (!before || surface.active) return;
  if (before.isConnected && before instanceof HTMLElement) {
    before.focus({ preventScroll: true });
    if (surface.active === before) return;
  }
  const { children = [] } = list?.isConnected ? list : {};
  const next = children[Math.min(index, children.length - 1)];
  const control = next?.querySelector<HTMLElement>("button.row-open, button, input");
  if (control) control.focus({ preventScroll: true });
  else fallback();
}

/** What happened that the page around the interface may want to know. */
export type Occurrence =
  | { readonly type: "ready" }
  | { readonly type: "added"; readonly document: DocumentSummary }
  | { readonly type: "opened"; readonly document: DocumentSummary; readonly page: number }
  | { readonly type: "answered"; readonly question: string; readonly answer: Answer }
  | { readonly type: "failed"; readonly error: unknown };

const sheets = new Map<string, CSSStyleSheet>();
const dressed = new WeakMap<ShadowRoot, Set<string>>();

/**
 * Adds the styles of a part that is fetched when it is needed, once for each root: constructed, so
 * that a strict policy holds; where a browser cannot do that, as an element with the page's nonce.
 */
export function adoptStyles(root: ShadowRoot, text: string): void {
  const worn = dressed.get(root) ?? new Set();
  if (worn.has(text)) return;
  dressed.set(root, worn.add(text));
  try {
    const sheet = sheets.get(text) ?? constructed(text);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  } catch {
    const style = document.createElement("style");
    const { nonce = "" } = root.host as HTMLElement;
    // Before it is in the page: what comes later is not asked for.
    if (nonce !== "") style.nonce = nonce;
    style.textContent = text;
    root.append(style);
  }
}

function constructed(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.set(text, sheet);
  return sheet;
}
