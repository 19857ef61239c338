import { PagehoundError } from "../../core/errors.js";

/** The error for what the Prompt API threw; one of ours stays as it is. */
export function promptError(thrown: unknown): PagehoundError {
  if (PagehoundError.isInstance(thrown)) return thrown;
  const { name, message } = named(thrown);
  const options = { cause: thrown };
  switch (name) {
    case "QuotaExceededError":
      return tooLong(options);
    case "NotSupportedError":
      return new PagehoundError(
        "unsupported-browser",
        `The browser's built-in model cannot do what is asked of it (${message}). Choose another model.`,
        options,
      );
    case "NotAllowedError":
      return new PagehoundError(
        "model-failed",
        `The browser does not let this page use its built-in model (${message}). Its download must begin with a click, and the page's permissions policy must allow it (language-model).`,
        options,
      );
    case "NetworkError":
      return new PagehoundError(
        "model-failed",
        `The browser could not download its built-in model (${message}). Check the connection and try again.`,
        options,
      );
    default:
      return new PagehoundError(
        "model-failed",
        `The browser's built-in model failed (${name}: ${message}). Try again, or choose another model.`,
        options,
      );
  }
}

/** The error for a prompt that does not fit. */
export function tooLong(options: { cause?: unknown } = {}): PagehoundError {
  return new PagehoundError(
    "context-exceeded",
    "The prompt is longer than the context of the browser's built-in model. Ask about fewer documents, or choose another model.",
    options,
  );
}

/** Whether the browser refuses the schema that a reply is to fit. */
export function refusesConstraint(thrown: unknown): boolean {
  return named(thrown).name === "NotSupportedError";
}

function named(thrown: unknown): { name: string; message: string } {
  // A DOMException need not be an Error everywhere.
  if (typeof thrown === "object" && thrown !== null && "name" in thrown && "message" in thrown) {
    return { name: String(thrown.name), message: String(thrown.message).replace(/\.$/, "") };
  }
  return { name: "Error", message: String(thrown) };
}
