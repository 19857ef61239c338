import { element } from "./dom.js";
import type { ViewerStrings } from "./strings.js";

/** The field for what is looked for. */
export function findInput(strings: ViewerStrings): HTMLInputElement {
  return element("input", {
    class: "find-input",
    enterkeyhint: "search",
    autocomplete: "off",
    spellcheck: "false",
    dir: "auto",
    "aria-label": strings.find,
    placeholder: strings.findPlaceholder,
  });
}
