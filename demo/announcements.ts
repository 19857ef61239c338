/** Says something to screen readers; the regions it writes to are in the page from the start. */
export function announce(message: string): void {
  // While a dialog is open, nothing outside it is read.
  const region =
    document.querySelector("dialog[open] .announcements") ??
    document.querySelector("#announcements");
  if (!region) return;
  // The same words twice are announced only when the text changes in between.
  region.textContent = region.textContent === message ? `${message}\u00a0` : message;
}
