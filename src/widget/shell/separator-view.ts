import { html, type TemplateResult } from "lit/html.js";
import type { Surface } from "./renderer.js";
import { keepText, keptText } from "./setup.js";

const key = "pagehound:page-width";
const least = 320;
const step = 32;

/** The border between results and page, moved by pointer or arrow keys. It remembers its place. */
export function separatorView(surface: Surface): TemplateResult {
  return html`<div
    class="separator"
    role="separator"
    tabindex="0"
    aria-orientation="vertical"
    aria-label=${surface.words.t("widget.pageWidth")}
    aria-valuemin=${least}
    aria-valuemax=${most(surface)}
    aria-valuenow=${width(surface)}
    @pointerdown=${(event: PointerEvent) => startDrag(surface, event)}
    @keydown=${(event: KeyboardEvent) => onKey(surface, event)}
    @dblclick=${(event: Event) => move(surface, event.currentTarget, preferred(surface))}
  ></div>`;
}

/** Gives the page pane the width it had last time. */
export function restoreWidth(surface: Surface): void {
  surface.frame.style.setProperty("--page-width", `${width(surface)}px`);
}

function preferred(surface: Surface): number {
  return Math.round(Math.min(surface.width * 0.45, 760));
}

/** The results keep at least as much room as the page needs at least. */
function most(surface: Surface): number {
  return Math.max(least, surface.width - 360);
}

function width(surface: Surface): number {
  const stored = Number(keptText(key));
  return Math.min(most(surface), Math.max(least, stored > 0 ? stored : preferred(surface)));
}

function move(surface: Surface, separator: EventTarget | null, to: number): void {
  const next = Math.round(Math.min(most(surface), Math.max(least, to)));
  keepText(key, String(next));
  surface.frame.style.setProperty("--page-width", `${next}px`);
  if (separator instanceof HTMLElement) separator.setAttribute("aria-valuenow", String(next));
}

/** 1 when the page stands to the right of the separator, -1 in right-to-left languages. */
function direction(surface: Surface): number {
  return surface.fromRight ? -1 : 1;
}

function startDrag(surface: Surface, event: PointerEvent): void {
  const separator = event.currentTarget;
  if (!(separator instanceof HTMLElement)) return;
  event.preventDefault();
  separator.focus();
  const start = event.clientX;
  const before = width(surface);
  separator.setPointerCapture(event.pointerId);
  const drag = (moved: PointerEvent): void =>
    move(surface, separator, before + (start - moved.clientX) * direction(surface));
  const end = (): void => separator.removeEventListener("pointermove", drag);
  separator.addEventListener("pointermove", drag);
  separator.addEventListener("lostpointercapture", end, { once: true });
}

function onKey(surface: Surface, event: KeyboardEvent): void {
  const by: Record<string, number> = {
    ArrowLeft: step * direction(surface),
    ArrowRight: -step * direction(surface),
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  const change = by[event.key];
  if (change === undefined) return;
  event.preventDefault();
  move(surface, event.currentTarget, width(surface) + change);
}
