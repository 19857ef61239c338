import { html, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { dialogView } from "./dialog.js";
import { lazyView } from "./lazy-view.js";

const modelsView = lazyView(async () => (await import("./model-panel-body.js")).modelPanelBody);
const settingsView = lazyView(async () => (await import("./settings-panel.js")).settingsPanelBody);
const networkView = lazyView(async () => (await import("./network-panel.js")).networkPanelBody);

/** The dialogs that open over everything; what is in them is fetched when they are opened. */
export function panelsView(app: App): TemplateResult {
  const { words } = app;
  return html`
    ${dialogView(app, {
      name: "models",
      title: words.t("models.title"),
      body: () => modelsView(app),
      stays: true,
      onClose: () => app.models.decline(),
    })}
    ${dialogView(app, {
      name: "settings",
      title: words.t("settings.title"),
      body: () => settingsView(app),
    })}
    ${dialogView(app, {
      name: "network",
      title: words.t("privacy.title"),
      body: () => networkView(app),
    })}
  `;
}
