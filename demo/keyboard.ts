import type { App } from "./app.js";

/** The keys that work everywhere on the page. */
export function listenToKeys(app: App): void {
  addEventListener("keydown", (event) => {
    const { key } = event;
    const typing = isField(event.composedPath()[0]);
    const modified = event.metaKey || event.ctrlKey;
    if ((modified && key.toLowerCase() === "k") || (key === "/" && !typing && !modified)) {
      if (app.documents.length === 0 && !app.ingest.running) return;
      event.preventDefault();
      app.set({ pane: "search" });
      // At once where the box can be seen, so that what is typed next is not lost.
      if (!focusSearch()) requestAnimationFrame(focusSearch);
    } else if (modified && key.toLowerCase() === "z" && !typing && app.removals.last.length > 0) {
      event.preventDefault();
      void app.undo();
    } else if (key === "Escape" && app.opened && !event.defaultPrevented) {
      app.closePage();
    }
  });
}

/** Puts the cursor into the search box. False when the box is not shown yet. */
function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>("#search");
  box?.focus();
  if (!box || document.activeElement !== box) return false;
  box.select();
  return true;
}

function isField(target: EventTarget | undefined): boolean {
  return (
    (target instanceof HTMLInputElement && target.type !== "checkbox") ||
    target instanceof HTMLTextAreaElement
  );
}
