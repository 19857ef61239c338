import { live } from "lit/directives/live.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Shell } from "./shell.js";

/** A box that filters a list as the reader types. */
export function filterInput(
  shell: Shell,
  list: { filter: string },
  placeholder: string,
): TemplateResult {
  return html`<input
    type="search"
    placeholder=${placeholder}
    dir=${list.filter === "" ? nothing : "auto"}
    .value=${live(list.filter)}
    @input=${({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return;
      list.filter = target.value;
      shell.changed();
    }}
  >`;
}
