import { html, nothing, type TemplateResult } from "lit/html.js";
import { parseUrl } from "../../core/paths.js";
import type { App } from "../shell/app.js";
import { openDialog } from "../shell/dialog-view.js";
import { icon } from "../shell/icons.js";

/** "Everything stays on this device": opens what that means and how to check it. */
export function privacyView(app: App): TemplateResult {
  const { models } = app;
  const { words } = app.shell;
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
        @click=${() => openDialog(app.shell, "network")}
      >
        ${icon("device")}<span>${line}</span>
      </button>
    </section>
  `;
}

/** The host of an address, as far as it is one. */
export function hostOf(origin: string): string {
  return parseUrl(origin)?.host ?? origin;
}

/** Says that nothing is kept, where the browser lets the page keep nothing. */
export function memoryNote(app: App): TemplateResult | typeof nothing {
  if (!app.room.inMemory) return nothing;
  return html`<p class="memory-note">
    ${icon("note")}<span>${app.shell.words.t("documents.storage.memory")}</span>
  </p>`;
}
