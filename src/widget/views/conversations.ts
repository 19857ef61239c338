import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { ConversationSummary } from "../../index.js";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import { focusBox } from "../state/question-field.js";
import { counted } from "../state/words.js";

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A new conversation, and the list of earlier ones. */
export function conversationsView(app: App): TemplateResult {
  const { conversations, conversation } = app;
  return html`
    <div
      class="conversations"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "Escape" || !conversations.shown) return;
        event.preventDefault();
        void conversations.toggle(false);
        app.surface.find("#conversations-button")?.focus();
      }}
      @focusout=${(event: FocusEvent) => {
        const { currentTarget, relatedTarget } = event;
        const left = currentTarget instanceof Element && relatedTarget instanceof Node;
        if (left && !currentTarget.contains(relatedTarget)) void conversations.toggle(false);
      }}
    >
      <button
        class="icon-button"
        id="conversations-button"
        type="button"
        aria-label="Earlier conversations"
        title="Earlier conversations"
        aria-expanded=${conversations.shown ? "true" : "false"}
        aria-controls="conversations"
        @click=${() => void conversations.toggle(!conversations.shown)}
      >${icon("history")}</button>
      <button
        class="icon-button"
        type="button"
        aria-label="New conversation"
        title="New conversation"
        ?disabled=${conversation.turns.length === 0}
        @click=${() => {
          conversation.begin();
          focusBox(app);
        }}
      >${icon("add")}</button>
      <div class="menu" id="conversations" ?hidden=${!conversations.shown}>
        ${conversations.shown ? listView(app) : nothing}
      </div>
    </div>
  `;
}

function listView(app: App): TemplateResult {
  const { list } = app.conversations;
  if (list.length === 0) return html`<p class="quiet menu-empty">No earlier conversation.</p>`;
  return html`<ul aria-label="Earlier conversations">
    ${repeat(
      list,
      ({ id }) => id,
      (one) => rowView(app, one),
    )}
  </ul>`;
}

function rowView(app: App, one: ConversationSummary): TemplateResult {
  const { id, title, turns, updatedAt } = one;
  return html`<li class="menu-row">
    <button
      class="menu-item"
      type="button"
      aria-current=${app.conversation.id === id ? "true" : "false"}
      @click=${() => void app.openConversation(id)}
    >
      <span class="menu-title">${title}</span>
      <span class="quiet">${counted(turns, "question")} · ${day.format(new Date(updatedAt))}</span>
    </button>
    <button
      class="icon-button"
      type="button"
      aria-label=${`Delete “${title}”`}
      title="Delete"
      @click=${(event: Event) => remove(app, one, event)}
    >${icon("remove")}</button>
  </li>`;
}

/** Deletes, and moves the focus to a neighbour before the row is gone from under it. */
function remove(app: App, one: ConversationSummary, event: Event): void {
  const row = event.currentTarget instanceof Element ? event.currentTarget.closest("li") : null;
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next =
    neighbour?.querySelector<HTMLElement>(".menu-item") ??
    app.surface.find("#conversations-button");
  next?.focus();
  if (app.conversation.id === one.id) app.conversation.begin();
  void app.conversations.remove(one);
}
