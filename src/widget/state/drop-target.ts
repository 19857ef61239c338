import type { App } from "./app.js";
import { droppedFiles } from "./dropped-files.js";

/** Makes the window, or an element, a place to drop files and folders. */
export function acceptDrops(app: App, place: EventTarget, signal: AbortSignal): void {
  const listen = (type: string, listener: (event: DragEvent) => void): void =>
    place.addEventListener(type, (event) => event instanceof DragEvent && listener(event), {
      signal,
    });
  // Enter and leave come once for every element on the way; only the balance says when it is over.
  let depth = 0;
  listen("dragenter", (event) => {
    if (!carriesFiles(event)) return;
    depth++;
    if (!app.dragging) app.set({ dragging: true });
  });
  listen("dragleave", (event) => {
    if (!carriesFiles(event)) return;
    depth = Math.max(0, depth - 1);
    if (depth === 0) app.set({ dragging: false });
  });
  listen("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
  });
  listen("drop", (event) => {
    if (!carriesFiles(event) || !event.dataTransfer) return;
    // Whoever takes it: it is over.
    depth = 0;
    app.set({ dragging: false });
    // What an element has taken, the window, or the page around, does not take again.
    if (event.defaultPrevented) return;
    event.preventDefault();
    void droppedFiles(event.dataTransfer).then((gathered) => app.addFiles(gathered));
  });
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}
