import type { Shell } from "./shell.js";

/** Puts the cursor into the box of the view that is shown. */
export function focusBox(shell: Shell, options: { selectAll?: boolean } = {}): void {
  if (shell.view === "search") {
    focusSearch(shell, options);
    return;
  }
  const focus = (): boolean => {
    const box = shell.surface.find<HTMLTextAreaElement>("#question");
    box?.focus({ preventScroll: true });
    return box !== null && shell.surface.active === box;
  };
  if (!focus()) requestAnimationFrame(focus);
}

/** Puts the cursor into the search box, at once where it can be seen, so that what is typed next is not lost. */
export function focusSearch(
  shell: Shell,
  { selectAll = false }: { selectAll?: boolean } = {},
): void {
  const focus = (): boolean => {
    const box = field(shell);
    box?.focus();
    if (!box || shell.surface.active !== box) return false;
    if (selectAll) box.select();
    return true;
  };
  if (!focus()) requestAnimationFrame(focus);
}

/** Puts the cursor into the search box once what was put there is shown, with a part of it selected. */
export function focusSearchOn(shell: Shell, selected: string): void {
  requestAnimationFrame(() => {
    const box = field(shell);
    box?.focus();
    const start = box?.value.indexOf(selected) ?? -1;
    if (start >= 0) box?.setSelectionRange(start, start + selected.length);
  });
}

function field(shell: Shell): HTMLInputElement | null {
  return shell.surface.find<HTMLInputElement>("#search");
}
