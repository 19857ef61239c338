/** Puts the cursor into the search box, at once where it can be seen, so that what is typed next is not lost. */
export function focusSearch({ selectAll = false }: { selectAll?: boolean } = {}): void {
  const focus = (): boolean => {
    const box = field();
    box?.focus();
    if (!box || document.activeElement !== box) return false;
    if (selectAll) box.select();
    return true;
  };
  if (!focus()) requestAnimationFrame(focus);
}

/** Puts the cursor into the search box once what was put there is shown, with a part of it selected. */
export function focusSearchOn(selected: string): void {
  requestAnimationFrame(() => {
    const box = field();
    box?.focus();
    const start = box?.value.indexOf(selected) ?? -1;
    if (start >= 0) box?.setSelectionRange(start, start + selected.length);
  });
}

function field(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>("#search");
}
