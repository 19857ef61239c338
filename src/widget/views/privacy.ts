import { html, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import { openNetworkPanel } from "./open-panel.js";

/** "Everything stays on this device": opens what that means and how to check it. */
export function privacyView(app: App): TemplateResult {
  const { models, words } = app;
  const sendsTo = models.ready?.info.sendsTo ?? null;
  const line =
    sendsTo === null
      ? words.t("privacy.line")
      : words.t("privacy.line.sends", { host: hostOf(sendsTo) });
  return html`
    <section class="privacy">
      <button
        class="privacy-line"
        type="button"
        aria-haspopup="dialog"
        @click=${() => openNetworkPanel(app)}
      >
        ${icon("device")}<span>${line}</span>
      </button>
    </section>
  `;
}

/** The host of an address, as far as it is one. */
export function hostOf(origin: string): string {
  return URL.parse(origin)?.host ?? origin;
}
