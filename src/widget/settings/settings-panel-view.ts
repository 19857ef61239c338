import { html, nothing, type TemplateResult } from "lit/html.js";
import { collectionsPart } from "../collections/collections-panel-view.js";
import { storedModelsView } from "../models/model-offers-view.js";
import { adoptStyles } from "../shell/adopt-styles.js";
import type { App } from "../shell/app.js";
import { closeDialog, openDialog } from "../shell/dialog-view.js";
import styles from "./settings.css?inline";
import { languageChoices, Settings, themes } from "./settings.js";
import { storageView } from "./storage-view.js";

/** What can be chosen, and what is kept on this device with the ways to delete it. */
export function settingsPanelBody(app: App): TemplateResult {
  adoptStyles(app.shell.surface.root, styles);
  const { words } = app.shell;
  return html`
    ${choicesView(app)} ${documentsPart(app)} ${collectionsPart(app)} ${conversationsPart(app)} ${storagePart(app)}
    <section>
      <h3>${words.t("settings.models")}</h3>
      ${storedModelsView({ models: app.models, surface: app.shell.surface, words })}
      ${
        app.shell.setup.without.has("models")
          ? nothing
          : html`<button class="link" type="button" @click=${() => openDialog(app.shell, "models")}>
              ${words.t("settings.models.choose")}
            </button>`
      }
    </section>
    <section>
      <h3>${words.t("settings.privacy")}</h3>
      <p>${words.t("settings.privacy.about")}</p>
      <button class="button" type="button" @click=${() => openDialog(app.shell, "network")}>
        ${words.t("settings.privacy.open")}
      </button>
    </section>
  `;
}

/** The settings of the collection that an element shows. */
function settingsOf({ shell: { setup } }: App): Settings {
  return Settings.of(setup.collection);
}

function choicesView(app: App): TemplateResult {
  const { words } = app.shell;
  const settings = settingsOf(app);
  const choose = (change: Parameters<Settings["set"]>[0]): void => {
    settings.set(change);
    app.shell.changed();
  };
  return html`
    <section class="settings-choices">
      <label class="field">
        <span>${words.t("settings.language")}</span>
        <select @change=${(event: Event) => {
          if (!(event.target instanceof HTMLSelectElement)) return;
          choose({ language: event.target.value || null });
        }}>
          <option value="" ?selected=${settings.language === null}>${words.t("settings.language.page")}</option>
          ${languageChoices.map(
            ([tag, name]) =>
              html`<option value=${tag} lang=${tag} ?selected=${settings.language === tag}>${name}</option>`,
          )}
        </select>
      </label>
      <fieldset class="field themes">
        <legend>${words.t("settings.theme")}</legend>
        ${themes.map(
          (theme) => html`<label>
            <input
              type="radio"
              name="theme"
              value=${theme}
              .checked=${settings.theme === theme}
              @change=${() => choose({ theme })}
            ><span>${words.t(`settings.theme.${theme}`)}</span>
          </label>`,
        )}
      </fieldset>
    </section>
  `;
}

function documentsPart(app: App): TemplateResult {
  const { documents } = app;
  const { words } = app.shell;
  const count = documents.list.length;
  const bytes = documents.list.reduce((sum, { metadata }) => sum + metadata.fileSize, 0);
  const removeAll = (): void => {
    // The offer to undo it stands on the page, which a dialog covers.
    closeDialog(app.shell, "settings");
    void app.remove(documents.list);
  };
  return html`
    <section>
      <h3>${words.t("settings.documents")}</h3>
      <p>${
        count === 0
          ? words.t("settings.documents.none")
          : words.t("settings.documents.count", { count, size: words.size(bytes) })
      }</p>
      ${
        count === 0
          ? nothing
          : html`<button class="button" type="button" @click=${removeAll}>${words.t("settings.documents.delete")}</button>`
      }
    </section>
  `;
}

function storagePart(app: App): TemplateResult | typeof nothing {
  if (!app.room.state) return nothing;
  return html`
    <section>
      <h3>${app.shell.words.t("settings.storage")}</h3>
      ${storageView(app)}
    </section>
  `;
}

function conversationsPart(app: App): TemplateResult {
  const { conversation, conversations } = app;
  const { words } = app.shell;
  const count = conversations.list.length;
  const removeAll = (): void => {
    closeDialog(app.shell, "settings");
    conversation.begin();
    void app.shell.attempt(() => conversations.remove(conversations.list));
  };
  return html`
    <section>
      <h3>${words.t("settings.conversations")}</h3>
      <p>${
        count === 0
          ? words.t("settings.conversations.none")
          : words.t("settings.conversations.count", { count })
      }</p>
      ${
        count === 0
          ? nothing
          : html`<button class="button" type="button" @click=${removeAll}>${words.t("settings.conversations.delete")}</button>`
      }
    </section>
  `;
}
