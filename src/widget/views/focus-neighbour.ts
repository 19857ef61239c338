import type { App } from "../state/app.js";
import { focusBox } from "../state/question-field.js";

/** Moves the focus to the next row, before the row of an event goes. */
export function focusNeighbour(app: App, event: Event): void {
  const { target } = event;
  const row = target instanceof Element ? target.closest("li") : null;
  const title = target instanceof Element ? target.closest("button")?.title : undefined;
  for (const neighbour of [row?.nextElementSibling, row?.previousElementSibling]) {
    const controls = [...(neighbour?.querySelectorAll<HTMLElement>("button, input") ?? [])];
    // A document itself rather than what deletes it; of other rows, the button of the same kind.
    const next =
      controls.find((control) => control.matches(".row-open")) ??
      controls.find((control) => title && control.title === title) ??
      controls[0];
    if (!next) continue;
    next.focus();
    return;
  }
  focusBox(app);
}
