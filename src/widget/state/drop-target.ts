import type { App } from "./app.js";
import { droppedFiles } from "./dropped-files.js";

/** Makes the whole window a place to drop files and folders. */
export function acceptDrops(app: App): void {
  // Enter and leave come once for every element on the way; only the balance says when it is over.
  let depth = 0;
  addEventListener("dragenter", (event) => {
    if (!carriesFiles(event)) return;
    depth++;
    if (!app.dragging) app.set({ dragging: true });
  });
  addEventListener("dragleave", (event) => {
    if (!carriesFiles(event)) return;
    depth = Math.max(0, depth - 1);
    if (depth === 0) app.set({ dragging: false });
  });
  addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
  });
  addEventListener("drop", (event) => {
    if (!carriesFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    depth = 0;
    app.set({ dragging: false });
    void droppedFiles(event.dataTransfer).then((gathered) => app.addFiles(gathered));
  });
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}
