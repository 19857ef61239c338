import { html, nothing, type TemplateResult } from "lit/html.js";
import { pick } from "../documents/gather-files.js";
import { memoryNote, privacyView } from "../settings/privacy-view.js";
import type { App } from "./app.js";
import { lazyView } from "./lazy-view.js";
import { landmark } from "./setup.js";

// What the first paint does without: there is nothing to tell yet.
const noticesView = lazyView(async () => (await import("./notices-view.js")).noticesView);
const refusedView = lazyView(
  async () => (await import("../documents/ingest-row-view.js")).refusedView,
);
const fetchLinesView = lazyView(
  async () => (await import("../collections/fetch-lines-view.js")).fetchLinesView,
);

/** What is shown before there is any document. */
export function emptyView(app: App): TemplateResult {
  const { words } = app.shell;
  return html`
    <div class="empty" role=${landmark(app.shell.setup)} aria-label=${app.shell.words.t("widget.name")}>
      <p class="wordmark">${words.t("widget.name")}</p>
      ${noticesView(app.shell, app)} ${fetchLinesView(app.shell, app)}
      <section class="drop-area" aria-labelledby="empty-title">
        <h1 id="empty-title">
          <span class="with-pointer">${words.t("widget.empty.drop")}</span>
          <span class="with-touch">${words.t("widget.empty.choose")}</span>
        </h1>
        <p>${words.t("widget.empty.what")}</p>
        <div class="buttons">
          <button class="button primary" type="button" @click=${() => pick(app.shell, "files")}>${words.t("widget.empty.files")}</button>
          <button class="button" type="button" @click=${() => pick(app.shell, "folder")}>${words.t("widget.empty.folder")}</button>
        </div>
        ${
          app.shell.setup.samples
            ? html`<button
                class="link"
                type="button"
                ?disabled=${app.loadingSamples}
                @click=${() => void app.addSamples()}
              >${words.t(
                app.loadingSamples ? "widget.empty.samples.fetching" : "widget.empty.samples",
              )}</button>`
            : nothing
        }
      </section>
      ${refusedView(app.shell, app)} ${memoryNote(app)} ${privacyView(app)}
    </div>
  `;
}
