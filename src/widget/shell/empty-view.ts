import { html, nothing, type TemplateResult } from "lit/html.js";
import type { CollectionsFeature } from "../collections/collections-feature.js";
import type { DocumentsFeature } from "../documents/documents-feature.js";
import { pick } from "../documents/gather-files.js";
import type { Models } from "../models/models.js";
import { memoryNote, privacyView } from "../settings/privacy-view.js";
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
export function emptyView(
  documents: DocumentsFeature,
  collections: CollectionsFeature,
  models: Models,
): TemplateResult {
  const { shell } = documents;
  const { setup, words } = shell;
  return html`
    <div class="empty" role=${landmark(setup)} aria-label=${words.t("widget.name")}>
      <p class="wordmark">${words.t("widget.name")}</p>
      ${noticesView(shell, documents)} ${fetchLinesView(shell, collections)}
      <section class="drop-area" aria-labelledby="empty-title">
        <h1 id="empty-title">
          <span class="with-pointer">${words.t("widget.empty.drop")}</span>
          <span class="with-touch">${words.t("widget.empty.choose")}</span>
        </h1>
        <p>${words.t("widget.empty.what")}</p>
        <div class="buttons">
          <button class="button primary" type="button" @click=${() => pick(shell, "files")}>${words.t("widget.empty.files")}</button>
          <button class="button" type="button" @click=${() => pick(shell, "folder")}>${words.t("widget.empty.folder")}</button>
        </div>
        ${
          setup.samples
            ? html`<button
                class="link"
                type="button"
                ?disabled=${documents.loadingSamples}
                @click=${() => void documents.addSamples()}
              >${words.t(
                documents.loadingSamples ? "widget.empty.samples.fetching" : "widget.empty.samples",
              )}</button>`
            : nothing
        }
      </section>
      ${refusedView(shell, documents)} ${memoryNote(documents)} ${privacyView(shell, models)}
    </div>
  `;
}
