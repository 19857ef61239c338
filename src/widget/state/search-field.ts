import type { App } from "./app.js";

/** Puts the cursor into the search box, at once where it can be seen, so that what is typed next is not lost. */
export function focusSearch(app: App, { selectAll = false }: { selectAll?: boolean } = {}): void {
  const focus = (): boolean => {
    const box = field(app);
    box?.focus();
    if (!box || app.surface.active !== box) return false;
    if (selectAll) box.select();
    return true;
  };
  if (!focus()) requestAnimationFrame(focus);
}

/** Puts the cursor into the search box once what was put there is shown, with a part of it selected. */
export function focusSearchOn(app: App, selected: string): void {
  requestAnimationFrame(() => {
    const box = field(app);
    box?.focus();
    const start = box?.value.indexOf(selected) ?? -1;
    if (start >= 0) box?.setSelectionRange(start, start + selected.length);
  });
}

function field(app: App): HTMLInputElement | null {
  return app.surface.find<HTMLInputElement>("#search");
}
