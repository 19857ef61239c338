import type { DocumentList } from "../documents/documents.js";
import type { Ingest } from "../documents/ingest.js";
import { focusBox } from "./fields.js";
import type { Shell } from "./shell.js";

/** From how many pixels on there is room for more than one pane; the styles have it, too. */
export const wideFrom = 720;

/** The interface, and the page that is open. */
interface Sheets extends Shell {
  readonly opening: { readonly page: unknown; close(): void };
}

/** What there is to be shown. */
interface Contents {
  readonly documents: DocumentList;
  readonly ingest: Ingest;
  /** Whether it is known yet. */
  readonly opened: boolean;
  readonly expectsDocuments: boolean;
}

/** Whether documents and page lie over the middle pane instead of beside it. */
export function hasSheets({ setup, surface }: Pick<Shell, "setup" | "surface">): boolean {
  return setup.mode !== "page" && surface.wide;
}

/** Which of the panes lies over the middle one, if any. */
export function openSheet(app: Sheets): "documents" | "page" | null {
  if (!hasSheets(app)) return null;
  if (app.opening.page) return "page";
  return app.documentsShown ? "documents" : null;
}

/** Closes the pane that lies on top, and gives the focus back. Returns whether there was one. */
export function closeSheet(app: Sheets): boolean {
  const sheet = openSheet(app);
  if (sheet === "page") app.opening.close();
  else if (sheet === "documents") app.set({ documentsShown: false });
  return sheet !== null;
}

/** Moves the focus into the list of documents that was just laid over the rest, or back out of it. */
export function followDocuments(app: Sheets): void {
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

/** Whether there is nothing here yet, nor on its way. */
export function isEmpty({ documents, ingest, opened, expectsDocuments }: Contents): boolean {
  // What was here last time is probably still here.
  if (!opened) return !expectsDocuments;
  return (
    documents.list.length === 0 &&
    !ingest.running &&
    ingest.rows.all.every(({ state }) => state === "refused")
  );
}
