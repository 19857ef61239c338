import { element } from "./dom.js";
import { searchAction } from "./search-action.js";
import type { ViewerStrings } from "./strings.js";

/** A field for a document's password. What is typed is handed on and kept nowhere. */
export function passwordForm(
  strings: ViewerStrings,
  submit: (password: string) => void,
): HTMLFormElement {
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
