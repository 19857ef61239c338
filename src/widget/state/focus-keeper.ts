import type { Surface } from "./surface.js";

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
