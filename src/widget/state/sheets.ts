import type { App } from "./app.js";
import { focusBox } from "./question-field.js";

/** From how many pixels on there is room for more than one pane; the styles have it, too. */
export const wideFrom = 720;

/** Whether documents and page lie over the middle pane instead of beside it. */
export function hasSheets({ setup, surface }: App): boolean {
  return setup.mode !== "page" && surface.wide;
}

/** Which of the panes lies over the middle one, if any. */
export function openSheet(app: App): "documents" | "page" | null {
  if (!hasSheets(app)) return null;
  if (app.opening.page) return "page";
  return app.documentsShown ? "documents" : null;
}

/** Closes the pane that lies on top, and gives the focus back. Returns whether there was one. */
export function closeSheet(app: App): boolean {
  const sheet = openSheet(app);
  if (sheet === "page") app.opening.close();
  else if (sheet === "documents") app.set({ documentsShown: false });
  return sheet !== null;
}

/** Moves the focus into the list of documents that was just laid over the rest, or back out of it. */
export function followDocuments(app: App): void {
  if (!hasSheets(app)) return;
  // Once it is drawn.
  requestAnimationFrame(() => {
    const sheet = openSheet(app);
    if (sheet === "documents") app.surface.find(".pane.documents .collapse")?.focus();
    if (sheet !== null || app.surface.active?.checkVisibility()) return;
    const button = app.surface.find(".expand");
    if (button) button.focus();
    else focusBox(app);
  });
}
