import { html, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { pickedFiles } from "../state/dropped-files.js";

/** The two hidden file inputs behind every "Choose files" and "Choose a folder". */
export function pickersView(app: App): TemplateResult {
  const picked = (event: Event): void => {
    const input = event.currentTarget;
    if (!(input instanceof HTMLInputElement)) return;
    if (input.files && input.files.length > 0) {
      app.addFiles(pickedFiles(input.files));
    }
    // The same files can be picked again only when the field is empty.
    input.value = "";
  };
  return html`
    <input id="pick-files" type="file" multiple hidden aria-label=${app.words.t("widget.pick.files")} @change=${picked}>
    <input id="pick-folder" type="file" webkitdirectory hidden aria-label=${app.words.t("widget.pick.folder")} @change=${picked}>
  `;
}

/** Opens the browser's own picker for files or for a folder. */
export function pick(app: App, what: "files" | "folder"): void {
  app.surface.find<HTMLInputElement>(`#pick-${what}`)?.click();
}
