/** Goes to what is said of the model, since the button that was pressed may be gone by then. */
export function focusState(): void {
  document.querySelector<HTMLElement>(".model-state")?.focus();
}

/** Goes to the question whether to download. */
export function focusAgreement(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(".agree button")?.focus());
}
