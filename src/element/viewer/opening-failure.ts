import { element, searchAction } from "./dom.js";
import { OpenError } from "./opened-document.js";
import type { ViewerStrings } from "./strings.js";
import type { ViewerFrame } from "./viewer-frame.js";

/** Says why a document could not be opened, and asks for its password if that would help. */
export function sayFailure(
  frame: ViewerFrame,
  strings: ViewerStrings,
  { error, submit }: { readonly error: unknown; readonly submit: (password: string) => void },
): void {
  const { message, askPassword } = openingFailure(error, strings);
  frame.say(message, ...(askPassword ? [passwordForm(frame, strings, submit)] : []));
}

/** The message for a document that could not be opened, and whether its password would help. */
function openingFailure(
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

/** A field for a document's password, which is passed on and not stored. */
function passwordForm(
  frame: ViewerFrame,
  strings: ViewerStrings,
  submit: (password: string) => void,
): HTMLFormElement {
  frame.addStyles(formStyles);
  const input = element("input", {
    type: "password",
    "aria-label": strings.passwordLabel,
    placeholder: strings.passwordLabel,
    autocomplete: "off",
    required: "",
  });
  const form = element(
    "form",
    { action: searchAction },
    input,
    element("button", {}, strings.passwordSubmit),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(input.value);
  });
  return form;
}

const formStyles = `
.message form { display: flex; gap: 8px; margin-block-start: 16px; justify-content: center; }
.message input { block-size: 36px; padding: 0 12px; border: 1px solid var(--muted); border-radius: var(--corner);
  background: var(--surface); color: var(--text); font: inherit; min-inline-size: 0; inline-size: 20ch; }
.message button { inline-size: auto; block-size: 36px; padding: 0 16px; background: var(--text); color: var(--surface); font-weight: 500; }
.message button:hover:not(:disabled) { background: var(--text); color: var(--surface); opacity: 0.88; }
`;
