/** Puts the cursor into the search box, with everything in it selected. False when the box is not shown yet. */
export function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>("#search");
  box?.focus();
  if (!box || document.activeElement !== box) return false;
  box.select();
  return true;
}

/** Puts the cursor into the search box once what was changed is shown, with a part of it selected, or at its end. */
export function focusSearchAt(selected?: string): void {
  requestAnimationFrame(() => {
    const box = document.querySelector<HTMLInputElement>("#search");
    if (!box) return;
    box.focus();
    const start = selected === undefined ? -1 : box.value.indexOf(selected);
    if (selected === undefined || start < 0)
      box.setSelectionRange(box.value.length, box.value.length);
    else box.setSelectionRange(start, start + selected.length);
  });
}
