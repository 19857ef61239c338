import { PagehoundError } from "../../core/errors.js";
import { OpenError } from "./open-error.js";
import type { ViewerStrings } from "./strings.js";

/** What to say about a document that could not be opened, and whether its password would help. */
export function openingFailure(
  error: unknown,
  strings: ViewerStrings,
): { readonly message: string; readonly askPassword: boolean } {
  if (!(error instanceof OpenError)) {
    const reason = PagehoundError.isInstance(error) ? error.message : "";
    return { message: strings.couldNotOpen(reason), askPassword: false };
  }
  const messages = {
    "password-needed": strings.passwordNeeded,
    "password-wrong": strings.passwordWrong,
    damaged: strings.damaged,
    "worker-failed": strings.workerFailed,
    "not-loaded": strings.partFailed,
  };
  return { message: messages[error.reason], askPassword: error.reason.startsWith("password") };
}
