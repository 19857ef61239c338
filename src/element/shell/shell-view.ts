import { html, nothing, type TemplateResult } from "lit/html.js";
import { fileName } from "../../core/index.js";
import type { CollectionsFeature } from "../collections/collections-feature.js";
import type { DocumentsFeature } from "../documents/documents-feature.js";
import { pick, pickersView } from "../documents/gather-files.js";
import type { I18n } from "../i18n/i18n.js";
import type { Models } from "../models/models.js";
import { memoryNote, privacyView, staysHere } from "../settings/privacy.js";
import type { App } from "./app.js";
import { watchesFolders } from "./file-picker.js";
import { type Landmark, landmark } from "./setup.js";
import type { Shell } from "./shell.js";
import { type Drawn, dialogView, lazyView } from "./view-parts.js";

/** Loads the views that are shown once there are documents. */
export async function loadPanes(): Promise<typeof import("./panes-view.js")> {
  // Deferred to a later task than the first paint, because bundlers add an element to the page for
  // each file of an import.
  await new Promise((resolve) => setTimeout(resolve));
  return import("./panes-view.js");
}

const settingsButtonView = lazyView(
  async () => (await import("../settings/settings-button-view.js")).settingsButtonView,
);

// Not part of the first paint: nothing has been deleted or sent yet.
const undoView = lazyView(async () => (await import("./offers-view.js")).undoView);
const offersView = lazyView(async () => (await import("./offers-view.js")).offersView);
const panesView = lazyView(async () => (await loadPanes()).panesView);

/** The whole interface. */
export function shellView(app: App): TemplateResult {
  const { ask, collections, documents, models, shell } = app;
  const { conversations } = ask;
  const undoable = documents.undoable || conversations.removed !== null;
  return html`
    ${outdatedView(shell)} ${documents.offers.length > 0 ? offersView(shell, documents) : nothing}
    ${documents.empty ? emptyView(documents, collections, models) : filledView(app)}
    ${pickersView(documents)} ${panelsView(app)} ${undoable ? undoView(shell, documents, ask) : nothing}
    <div class="drop-veil" aria-hidden="true" ?hidden=${!shell.dragging}><p>${shell.words.t("widget.drop")}</p></div>
  `;
}

/** The panes; until they are loaded, their outlines. */
function filledView(app: App): Drawn {
  const panes = panesView(app.shell, app);
  if (panes !== nothing) return panes;
  return html`<div class="panes-coming" aria-hidden="true"><div></div><div></div></div>`;
}

const modelsView = lazyView(
  async () => (await import("../models/model-panel-view.js")).modelPanelBody,
);
const meaningView = lazyView(
  async () => (await import("../search/meaning-view.js")).meaningSection,
);
const settingsView = lazyView(
  async () => (await import("../settings/settings-panel-view.js")).settingsPanelBody,
);
const keysView = lazyView(async () => (await import("./keys-view.js")).keysBody);
const notesView = lazyView(
  async () => (await import("../notes/notes-panel-view.js")).notesPanelBody,
);
const networkView = lazyView(
  async () => (await import("../settings/network-panel-view.js")).networkPanelBody,
);

/** The dialogs over everything; their content is loaded when they are opened. */
function panelsView(app: App): TemplateResult {
  const { models, shell } = app;
  const { words } = shell;
  return html`
    ${dialogView(shell, {
      name: "models",
      title: words.t("models.title"),
      body: () => [modelsView(shell, models), meaningView(shell, app.search)],
      stays: true,
      onClose: () => models.decline(),
    })}
    ${dialogView(shell, {
      name: "settings",
      title: words.t("settings.title"),
      body: () => settingsView(shell, app),
      onClose: () => app.collections.transfers?.forget(),
    })}
    ${dialogView(shell, {
      name: "network",
      title: words.t("privacy.title"),
      body: () => networkView(shell, app),
    })}
    ${detailsDialog(app)}
    ${placingDialog(app)}
    ${
      app.notes
        ? dialogView(shell, {
            name: "notes",
            title: app.notes.title,
            body: () => app.notes && notesView(shell, app.notes),
          })
        : nothing
    }
    ${dialogView(shell, { name: "keys", title: words.t("keys.title"), body: () => keysView(shell, shell) })}
  `;
}

const detailsView = lazyView(
  async () => (await import("../documents/details-view.js")).detailsView,
);

function detailsDialog({ ask, documents, shell }: App): TemplateResult {
  const { details } = documents;
  const title = details === null ? "" : fileName(details.document.path);
  const question = (text: string): void => {
    shell.show("ask");
    void ask.conversation.ask(text);
  };
  return dialogView(shell, {
    name: "details",
    title,
    onClose: () => documents.hideDetails(),
    body: () => (details === null ? nothing : detailsView(shell, documents, details, question)),
  });
}

const placingView = lazyView(
  async () => (await import("../notebooks/placing-view.js")).placingView,
);

/** The notebooks that documents are put into. */
function placingDialog({ documents: { notebooks }, shell }: App): Drawn {
  if (!notebooks) return nothing;
  return dialogView(shell, {
    name: "notebooks",
    title: notebooks.placingTitle,
    onClose: () => notebooks.endPlacing(),
    body: () => placingView(shell, notebooks),
  });
}

const messages = {
  outdated: "widget.lost.outdated",
  "storage-lost": "widget.lost.storage",
  "worker-failed": "widget.lost.worker",
} as const;

/** Explains why nothing works until the page is reloaded, or the collection reopened. */
function outdatedView({ lost, restart, words }: Shell): Drawn {
  if (lost === null) return nothing;
  const again = lost === "worker-failed" ? restart : null;
  const label = words.t(again ? "widget.lost.reopen" : "widget.lost.reload");
  return html`<div class="outdated" role="alert">
    <p>${words.t(messages[lost])}</p>
    <button class="button" type="button" @click=${again ?? (() => location.reload())}>${label}</button>
  </div>`;
}

/** Shown if the documents cannot be opened at all. */
export function failureView(
  message: string,
  words: I18n,
  role: Landmark,
  retry: () => void,
): TemplateResult {
  return html`
    <div class="failure" role=${role} aria-label=${words.t("widget.name")}>
      <h1>${words.t("widget.failure.title")}</h1>
      <p>${message}</p>
      <p class="quiet">${words.t("widget.failure.safe")}</p>
      <button class="button primary" type="button" @click=${retry}>${words.t("common.tryAgain")}</button>
    </div>
  `;
}

// Not part of the first paint: there is nothing to report yet.
const noticesView = lazyView(async () => (await import("./notices-view.js")).noticesView);
const refusedView = lazyView(
  async () => (await import("../documents/ingest-row-view.js")).refusedView,
);
const fetchLinesView = lazyView(
  async () => (await import("../collections/fetch-lines-view.js")).fetchLinesView,
);

const foldersView = lazyView(
  async () => (await import("../documents/folders-view.js")).foldersView,
);

/** The first steps, what they may fetch, and a line that says that nothing leaves the device. */
function stepsView(shell: Shell, models: Models): TemplateResult {
  const { setup, words } = shell;
  const mayFetch = staysHere(shell, models) && !setup.without.has("models");
  return html`
    <section class="first-steps" aria-label=${words.t("widget.empty.steps")}>
      <ol>
        <li>${words.t("widget.empty.step.add")}</li>
        <li>${words.t("widget.empty.step.ask")}</li>
        <li>${words.t("widget.empty.step.open")}</li>
      </ol>
      ${mayFetch ? html`<p>${words.t("widget.empty.model")}</p>` : nothing}
    </section>
  `;
}

/** The view before there is any document. */
function emptyView(
  documents: DocumentsFeature,
  collections: CollectionsFeature,
  models: Models,
): TemplateResult {
  const { shell } = documents;
  const { setup, words } = shell;
  const watches = watchesFolders();
  return html`
    <div class="empty" role=${landmark(setup)} aria-label=${words.t("widget.name")}>
      <p class="wordmark">${words.t("widget.name")}</p>
      ${settingsButtonView(shell, shell)}
      ${noticesView(shell, documents)} ${fetchLinesView(shell, collections)}
      ${documents.folders?.watched.length ? foldersView(shell, documents) : nothing}
      <section class="drop-area" aria-labelledby="empty-title">
        <h1 id="empty-title">
          <span class="with-pointer">${words.t("widget.empty.drop")}</span>
          <span class="with-touch">${words.t("widget.empty.choose")}</span>
        </h1>
        <p>${words.t("widget.empty.what")}</p>
        <div class="buttons">
          <button class="button primary" type="button" @click=${() => void pick(documents, "files")}>${words.t("widget.empty.files")}</button>
          <button class="button" type="button" @click=${() => void pick(documents, "folder")}>${words.t(watches ? "widget.empty.watch" : "widget.empty.folder")}</button>
        </div>
        ${watches ? html`<p class="watch-what">${words.t("widget.empty.watch.what")}</p>` : nothing}
        ${
          setup.samples
            ? html`<button
                class="link"
                type="button"
                aria-disabled=${documents.loadingSamples}
                @click=${() => void documents.addSamples()}
              >${words.t(
                documents.loadingSamples ? "widget.empty.samples.fetching" : "widget.empty.samples",
              )}</button>`
            : nothing
        }
      </section>
      ${stepsView(shell, models)}
      ${refusedView(shell, documents)} ${memoryNote(documents)} ${privacyView(shell, models)}
    </div>
  `;
}
