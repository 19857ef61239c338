import { render, type TemplateResult } from "lit/html.js";
import type { Surface } from "../shell/renderer.js";

const SHOW_AFTER = 80;
const HIDE_AFTER = 220;
const GAP = 6;
const MARGIN = 8;

/** Gives the card of an element when it is wanted. */
export type CardContent = () => TemplateResult;

/** An element that has a card. */
interface Anchor extends HTMLElement {
  cardContent?: CardContent;
}

/**
 * The one card that shows what is behind a chip or a number: while the pointer or the focus is on
 * it, or, opened by a press, until it is closed. Elements take part with `data-card` and `.cardContent`.
 */
export class SourceCard {
  readonly element: HTMLElement = document.createElement("div");
  #anchor: Anchor | null = null;
  #pinned = false;
  readonly #surface: Surface;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(surface: Surface) {
    this.#surface = surface;
    this.element.className = "source-card";
    this.element.popover = "manual";
    this.element.role = "group";
    this.element.addEventListener("pointerenter", () => clearTimeout(this.#timer));
    this.element.addEventListener("pointerleave", () => this.#hideSoon());
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
    // What it shows may come while it is open.
    new ResizeObserver(() => this.#anchor && this.#place(this.#anchor)).observe(this.element);
  }

  /** Shows the cards of the elements below one, until the signal is aborted. */
  listen(root: HTMLElement, signal?: AbortSignal): void {
    const anchorOf = (event: Event): Anchor | null =>
      event.target instanceof Element ? event.target.closest<Anchor>("[data-card]") : null;
    const options = signal ? { signal } : {};
    const over = (event: PointerEvent): void => {
      const anchor = anchorOf(event);
      if (event.pointerType === "touch" || !anchor) return;
      clearTimeout(this.#timer);
      if (anchor === this.#anchor || this.#pinned) return;
      this.#timer = setTimeout(() => this.#show(anchor), SHOW_AFTER);
    };
    root.addEventListener("pointerover", over, options);
    const out = (event: Event): void => {
      if (anchorOf(event)) this.#hideSoon();
    };
    root.addEventListener("pointerout", out, options);
    const into = (event: Event): void => {
      const anchor = anchorOf(event);
      if (anchor?.matches(":focus-visible")) this.#show(anchor);
    };
    root.addEventListener("focusin", into, options);
    const away = (event: Event): void => {
      if (anchorOf(event) && !this.#pinned) this.#hideSoon();
    };
    root.addEventListener("focusout", away, options);
    const press = ({ target }: Event): void => {
      if (!(target instanceof Node) || this.element.contains(target)) return;
      if (!this.#anchor?.contains(target)) this.hide();
    };
    root.addEventListener("pointerdown", press, options);
    const onScroll = ({ target }: Event): void => {
      if (!(target instanceof Node && this.element.contains(target))) this.hide();
    };
    root.addEventListener("scroll", onScroll, { ...options, capture: true, passive: true });
  }

  /** Opens the card of an element and goes into it. */
  enter(anchor: HTMLElement): void {
    this.#show(anchor);
    this.#pinned = true;
    this.#stops()[0]?.focus();
  }

  /** Hides the card. Returns false when none was shown. */
  hide(): boolean {
    clearTimeout(this.#timer);
    if (!this.#anchor) return false;
    const held = this.element.contains(this.#surface.active);
    const anchor = this.#anchor;
    this.#anchor = null;
    this.#pinned = false;
    if (this.element.matches(":popover-open")) this.element.hidePopover();
    if (held) anchor.focus();
    return true;
  }

  /** Draws what is shown once more. */
  drawAgain(): void {
    const content = this.#anchor?.cardContent;
    if (content) render(content(), this.element);
  }

  #show(anchor: Anchor): void {
    clearTimeout(this.#timer);
    const { cardContent } = anchor;
    if (!cardContent || !anchor.isConnected || !this.element.isConnected) return;
    this.#anchor = anchor;
    this.#pinned = false;
    this.element.ariaLabel = this.#surface.words.t("source.card");
    render(cardContent(), this.element);
    if (!this.element.matches(":popover-open")) this.element.showPopover();
    this.#place(anchor);
  }

  #hideSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { active } = this.#surface;
      const wanted = this.#anchor?.matches(":focus-visible") ?? false;
      if (!wanted && !this.element.contains(active)) this.hide();
    }, HIDE_AFTER);
  }

  /** Above the element when there is room, else below; never over the window's edge. */
  #place(anchor: Anchor): void {
    const { style } = this.element;
    const [at] = anchor.getClientRects();
    if (!at) return;
    const { width, height } = this.element.getBoundingClientRect();
    const left = Math.min(at.left - 12, innerWidth - width - MARGIN);
    const above = at.top - height - GAP;
    style.left = `${Math.max(MARGIN, left)}px`;
    style.top = `${above >= MARGIN ? above : Math.min(at.bottom + GAP, innerHeight - height - MARGIN)}px`;
  }

  /** What can have the focus in the card. */
  #stops(): HTMLElement[] {
    const stops = this.element.querySelectorAll<HTMLElement>("button, [tabindex='0']");
    return [...stops].filter(
      (stop) => stop.matches("button") || stop.scrollWidth > stop.clientWidth,
    );
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      event.preventDefault();
      this.hide();
    } else if (event.key === "Tab") {
      const stops = this.#stops();
      const { active } = this.#surface;
      const at = active instanceof HTMLElement ? stops.indexOf(active) : -1;
      const next = at + (event.shiftKey ? -1 : 1);
      event.preventDefault();
      // Past its ends the focus goes back to where the card belongs.
      if (stops[next]) stops[next].focus();
      else this.hide();
    }
  }
}
