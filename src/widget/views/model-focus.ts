import type { App } from "../state/app.js";

/** Goes to what is said of the model, since the button that was pressed may be gone by then. */
export function focusState(app: App): void {
  app.surface.find(".model-state")?.focus();
}

/** Goes to the question whether to download. */
export function focusAgreement(app: App): void {
  requestAnimationFrame(() => app.surface.find(".agree button")?.focus());
}
