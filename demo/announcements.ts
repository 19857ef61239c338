/** Says something to screen readers; the region it writes to is in the page from the start. */
export function announce(message: string): void {
  const region = document.querySelector("#announcements");
  if (!region) return;
  // The same words twice are announced only when the text changes in between.
  region.textContent = region.textContent === message ? `${message}\u00a0` : message;
}
