import { PagehoundError } from "./core/errors.js";

/** Throws `unsupported-browser` when the page lacks something that nothing here can do without. */
export function requireBrowser(): void {
  const needed = {
    isSecureContext,
    indexedDB,
    "crypto.subtle": crypto.subtle,
    "navigator.locks": navigator.locks,
  };
  if (!isSecureContext) {
    throw new PagehoundError(
      "unsupported-browser",
      "Pagehound works only on pages served over HTTPS or from this computer (localhost).",
    );
  }
  for (const [name, value] of Object.entries(needed)) {
    if (value) continue;
    throw new PagehoundError(
      "unsupported-browser",
      `This browser lacks ${name}, which Pagehound needs. A current Chrome, Edge, Firefox or Safari has it.`,
    );
  }
}
