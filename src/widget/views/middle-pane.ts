import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App, View } from "../state/app.js";
import { icon } from "../state/icons.js";
import { focusBox } from "../state/question-field.js";
import { hasSheets, openSheet } from "../state/sheets.js";
import { askPaneView } from "./ask-pane.js";
import { conversationsView } from "./conversations.js";
import { fetchLinesView } from "./fetch-lines.js";
import { commandKey } from "./key-names.js";
import { modelButtonView } from "./model-button.js";
import { searchPaneView } from "./search-pane.js";
import { settingsButtonView } from "./settings-button.js";

/** The middle pane: questions and answers, or a search, behind one switch. */
export function middlePaneView(app: App): TemplateResult {
  const ask = app.view === "ask";
  const { words } = app;
  return html`
    <section class="pane search middle" part="conversation" ?inert=${openSheet(app) !== null} aria-label=${words.t(ask ? "ask.pane" : "middle.search")}>
      <header class="bar">
        <button
          class="icon-button expand"
          type="button"
          aria-label=${words.t("middle.documents")}
          title=${words.t("middle.documents")}
          ?hidden=${app.documentsShown && !hasSheets(app)}
          @click=${() => app.set({ documentsShown: true })}
        >${icon("sidebar")}</button>
        <div class="tabs" role="tablist" aria-label=${words.t("middle.tabs")}>
          ${tabView(app, "ask")} ${tabView(app, "search")}
        </div>
        ${ask ? conversationsView(app) : nothing}
        ${modelButtonView(app)} ${settingsButtonView(app)}
      </header>
      ${listShown(app) ? nothing : fetchLinesView(app)}
      <div class=${ask ? "view ask-view" : "view search-view"} role="tabpanel" id="view" aria-labelledby=${`tab-${app.view}`}>
        ${ask ? askPaneView(app) : searchPaneView(app)}
      </div>
      ${app.card.element}
    </section>
  `;
}

/** Whether the list of documents stands beside it, and tells what is fetched. */
function listShown(app: App): boolean {
  return app.documentsShown && app.surface.wide && !hasSheets(app);
}

function tabView(app: App, view: View): TemplateResult {
  const { words } = app;
  const shown = app.view === view;
  const label = words.t(view === "ask" ? "ask.pane" : "middle.search");
  const keys = commandKey("K", words);
  return html`<button
    class="tab"
    type="button"
    role="tab"
    id=${`tab-${view}`}
    aria-selected=${shown ? "true" : "false"}
    aria-controls="view"
    tabindex=${shown ? 0 : -1}
    data-label=${label}
    title=${words.t(`middle.${view}.${shown ? "shown" : "other"}`, { keys })}
    @click=${() => {
      app.show(view);
      focusBox(app);
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
      event.preventDefault();
      const other = app.view === "ask" ? "search" : "ask";
      const next = event.key === "Home" ? "ask" : event.key === "End" ? "search" : other;
      app.show(next);
      app.surface.find(`#tab-${next}`)?.focus();
    }}
  >${label}</button>`;
}
