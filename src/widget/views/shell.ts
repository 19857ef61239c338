import { html, nothing, type TemplateResult } from "lit";
import type { App, Pane } from "../state/app.js";
import { type IconName, icon } from "../state/icons.js";
import { isEmpty } from "../state/is-empty.js";
import { focusBox } from "../state/question-field.js";
import { documentsView } from "./documents.js";
import { emptyView } from "./empty.js";
import { middlePaneView } from "./middle-pane.js";
import { modelPanelView } from "./model-panel.js";
import { outdatedView } from "./outdated.js";
import { pickersView } from "./pick.js";
import { separatorView } from "./separator.js";

/** The whole page. */
export function shellView(app: App): TemplateResult {
  return html`
    ${outdatedView(app)}
    ${isEmpty(app) ? emptyView(app) : panesView(app)}
    ${undoView(app)} ${undoConversationView(app)}
    ${pickersView(app)} ${modelPanelView(app)}
    <div class="drop-veil" ?hidden=${!app.dragging}><p>Drop to add</p></div>
  `;
}

function panesView(app: App): TemplateResult {
  return html`
    <main
      class="panes"
      data-pane=${app.pane}
      data-view=${app.view}
      ?data-documents=${app.documentsShown}
      ?data-page=${app.opening.page !== null}
      @pointerdown=${(event: Event) => {
        const { target } = event;
        const outside = target instanceof Element && !target.closest(".conversations");
        if (outside && app.conversations.shown) void app.conversations.toggle(false);
      }}
    >
      <h1 class="unseen">Pagehound</h1>
      ${documentsView(app)} ${middlePaneView(app)}
      <section class="pane page" aria-label="Page" ?hidden=${!app.opening.page}>
        ${app.opening.page ? separatorView(app.surface) : nothing}${app.pagePane.element}
      </section>
      ${switcherView(app)}
    </main>
  `;
}

/** On a narrow screen: which pane is shown. */
function switcherView(app: App): TemplateResult {
  const one = (pane: Pane, label: string, name: IconName, disabled: boolean): TemplateResult =>
    html`<button
      type="button"
      aria-current=${app.pane === pane ? "true" : "false"}
      ?disabled=${disabled}
      @click=${() => app.set({ pane })}
    >${icon(name)}${label}</button>`;
  return html`
    <nav class="switcher" aria-label="Panes">
      ${one("documents", "Documents", "list", false)} ${
        app.view === "ask"
          ? one("search", "Ask", "ask", false)
          : one("search", "Search", "search", false)
      }
      ${one("page", "Page", "page", app.opening.page === null)}
    </nav>
  `;
}

/** The offer to undo a deletion. */
function undoView(app: App): TemplateResult {
  const { removals } = app.documents;
  const offered = removals.last.length > 0;
  return html`
    <div
      class="toast"
      role="region"
      aria-label="Deleted"
      ?hidden=${!offered}
      @pointerenter=${() => removals.pause()}
      @pointerleave=${() => offered && removals.resume()}
      @focusin=${() => removals.pause()}
      @focusout=${() => offered && removals.resume()}
    >
      <p><span class="toast-name">${app.documents.removedName}</span> deleted</p>
      <button class="link" type="button" @click=${() => {
        // The button goes with the offer.
        focusBox(app);
        void app.undo();
      }}>Undo</button>
    </div>
  `;
}

/** The offer to undo the deletion of a conversation. */
function undoConversationView(app: App): TemplateResult {
  const { conversations } = app;
  const offered = conversations.removed !== null;
  return html`
    <div
      class="toast"
      role="region"
      aria-label="Conversation deleted"
      ?hidden=${!offered}
      @pointerenter=${() => conversations.pause()}
      @pointerleave=${() => offered && conversations.resume()}
      @focusin=${() => conversations.pause()}
      @focusout=${() => offered && conversations.resume()}
    >
      <p>Conversation deleted</p>
      <button class="link" type="button" @click=${() => {
        focusBox(app);
        conversations.undo();
      }}>Undo</button>
    </div>
  `;
}
