import type { App } from "../app.js";
import { focusBox } from "../question-field.js";

/** Moves the focus to the next row, before the row of an event goes. */
export function focusNeighbour(app: App, event: Event): void {
  const row = event.target instanceof Element ? event.target.closest("li") : null;
  for (const neighbour of [row?.nextElementSibling, row?.previousElementSibling]) {
    const next = neighbour?.querySelector<HTMLElement>("button.row-open, button, input");
    if (!next) continue;
    next.focus();
    return;
  }
  focusBox(app);
}
