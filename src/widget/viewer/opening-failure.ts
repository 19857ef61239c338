import { OpenError } from "./open-error.js";
import type { ViewerStrings } from "./strings.js";

/** What to say about a document that could not be opened, and whether its password would help. */
export function openingFailure(
  error: unknown,
  strings: ViewerStrings,
): { readonly message: string; readonly askPassword: boolean } {
  if (!(error instanceof OpenError)) {
    return { message: strings.couldNotOpen(error), askPassword: false };
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
