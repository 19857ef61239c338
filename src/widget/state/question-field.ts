import type { App } from "./app.js";
import { focusSearch } from "./search-field.js";

/** Puts the cursor into the box of the view that is shown. */
export function focusBox(app: App, options: { selectAll?: boolean } = {}): void {
  if (app.view === "search") {
    focusSearch(app, options);
    return;
  }
  const focus = (): boolean => {
    const box = app.surface.find<HTMLTextAreaElement>("#question");
    box?.focus({ preventScroll: true });
    return box !== null && app.surface.active === box;
  };
  if (!focus()) requestAnimationFrame(focus);
}
