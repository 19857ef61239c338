import { html, type TemplateResult } from "lit";

const key = "pagehound:page-width";
const least = 320;
const step = 32;

/** The border between results and page, moved by pointer or arrow keys. It remembers its place. */
export function separatorView(): TemplateResult {
  return html`<div
    class="separator"
    role="separator"
    tabindex="0"
    aria-orientation="vertical"
    aria-label="Width of the page"
    aria-valuemin=${least}
    aria-valuemax=${most()}
    aria-valuenow=${width()}
    @pointerdown=${startDrag}
    @keydown=${onKey}
    @dblclick=${(event: Event) => move(event.currentTarget, preferred())}
  ></div>`;
}

/** Gives the page pane the width it had last time. */
export function restoreWidth(): void {
  document.documentElement.style.setProperty("--page-width", `${width()}px`);
}

function preferred(): number {
  return Math.round(Math.min(innerWidth * 0.45, 760));
}

/** The results keep at least as much room as the page needs at least. */
function most(): number {
  return Math.max(least, innerWidth - 360);
}

function width(): number {
  const stored = Number(stash()?.getItem(key));
  return Math.min(most(), Math.max(least, stored > 0 ? stored : preferred()));
}

/** Storage can be switched off; the width is then only kept while the page is open. */
function stash(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function move(separator: EventTarget | null, to: number): void {
  const next = Math.round(Math.min(most(), Math.max(least, to)));
  stash()?.setItem(key, String(next));
  document.documentElement.style.setProperty("--page-width", `${next}px`);
  if (separator instanceof HTMLElement) separator.setAttribute("aria-valuenow", String(next));
}

/** 1 when the page stands to the right of the separator, -1 in right-to-left languages. */
function direction(): number {
  return getComputedStyle(document.documentElement).direction === "rtl" ? -1 : 1;
}

function startDrag(event: PointerEvent): void {
  const separator = event.currentTarget;
  if (!(separator instanceof HTMLElement)) return;
  event.preventDefault();
  separator.focus();
  const start = event.clientX;
  const before = width();
  separator.setPointerCapture(event.pointerId);
  const drag = (moved: PointerEvent): void =>
    move(separator, before + (start - moved.clientX) * direction());
  const end = (): void => separator.removeEventListener("pointermove", drag);
  separator.addEventListener("pointermove", drag);
  separator.addEventListener("lostpointercapture", end, { once: true });
}

function onKey(event: KeyboardEvent): void {
  const by: Record<string, number> = {
    ArrowLeft: step * direction(),
    ArrowRight: -step * direction(),
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  const change = by[event.key];
  if (change === undefined) return;
  event.preventDefault();
  move(event.currentTarget, width() + change);
}
