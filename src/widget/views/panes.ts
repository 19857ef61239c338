import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App, Pane } from "../state/app.js";
import { type IconName, icon } from "../state/icons.js";
import { landmark } from "../state/setup.js";
import { closeSheet, hasSheets, openSheet } from "../state/sheets.js";
import { adoptStyles } from "../styles/adopt.js";
import { paneStyles } from "../styles/pane-styles.js";
import { documentsView } from "./documents.js";
import { middlePaneView } from "./middle-pane.js";
import { separatorView } from "./separator.js";

/** Gives a shadow root the styles of the panes, and of the dialogs that open over them. */
export function dressPanes(root: ShadowRoot): void {
  adoptStyles(root, paneStyles);
}

/** Documents, questions and answers, and the opened page. */
export function panesView(app: App): TemplateResult {
  const { words } = app;
  dressPanes(app.surface.root);
  return html`
    <div
      class="panes"
      data-pane=${app.pane}
      data-view=${app.view}
      role=${landmark(app.setup)}
      aria-label=${words.t("widget.name")}
      ?data-sheets=${hasSheets(app)}
      ?data-documents=${app.documentsShown}
      ?data-page=${app.opening.page !== null}
      @pointerdown=${(event: Event) => {
        const { target } = event;
        const outside = target instanceof Element && !target.closest(".conversations");
        if (outside && app.conversations.shown) void app.conversations.toggle(false);
      }}
    >
      <h1 class="unseen">${words.t("widget.name")}</h1>
      ${documentsView(app)} ${middlePaneView(app)}
      ${
        openSheet(app) === null
          ? nothing
          : html`<div class="scrim" @click=${() => closeSheet(app)}></div>`
      }
      <section class="pane page" part="page" aria-label=${words.t("widget.panes.page")} ?hidden=${!app.opening.page}>
        ${app.opening.page ? separatorView(app.surface) : nothing}${app.pagePane.element}
      </section>
      ${switcherView(app)}
    </div>
  `;
}

/** On a narrow screen: which pane is shown. */
function switcherView(app: App): TemplateResult {
  const { words } = app;
  const one = (pane: Pane, label: string, name: IconName, disabled: boolean): TemplateResult =>
    html`<button
      type="button"
      aria-current=${app.pane === pane ? "true" : "false"}
      ?disabled=${disabled}
      @click=${() => app.set({ pane })}
    >${icon(name)}${label}</button>`;
  return html`
    <nav class="switcher" aria-label=${words.t("widget.panes")}>
      ${one("documents", words.t("widget.panes.documents"), "list", false)} ${
        app.view === "ask"
          ? one("search", words.t("widget.panes.ask"), "ask", false)
          : one("search", words.t("widget.panes.search"), "search", false)
      }
      ${one("page", words.t("widget.panes.page"), "page", app.opening.page === null)}
    </nav>
  `;
}
