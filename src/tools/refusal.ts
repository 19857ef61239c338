import { PagehoundError } from "../core/errors.js";

/** The error for what cannot be done as it was asked for; says what to do instead. */
export function invalid(message: string): PagehoundError {
  return new PagehoundError("invalid-argument", message);
}
