import { html, nothing } from "lit/html.js";
import { dialogButtonView } from "../shell/dialog-button-view.js";
import type { Shell } from "../shell/shell.js";
import { type Drawn, openDialog } from "../shell/view-parts.js";

const outline =
  "M10 14.6a4.6 4.6 0 1 0 0-9.2 4.6 4.6 0 0 0 0 9.2ZM10 11.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z";
const teeth =
  "M10 2.6v2.8M10 14.6v2.8M2.6 10h2.8M14.6 10h2.8M4.8 4.8l2 2M13.2 13.2l2 2M15.2 4.8l-2 2M6.8 13.2l-2 2";
const gear = html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${`${outline}${teeth}`}></path></svg>`;

/** The gear button that opens the settings. */
export function settingsButtonView(shell: Shell): Drawn {
  if (shell.setup.without.has("settings")) return nothing;
  return dialogButtonView({
    look: "settings-button",
    label: shell.words.t("settings.title"),
    picture: gear,
    open: () => openDialog(shell, "settings"),
  });
}
