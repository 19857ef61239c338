import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { ConversationSummary } from "../../index.js";
import { icon } from "../shell/icons.js";
import type { AskFeature } from "./ask-feature.js";
import { apart } from "./cited-places.js";
import type { ConversationForm } from "./save-conversation.js";

/** A new conversation, and what can be done with this one and earlier ones. */
export function conversationsView(feature: AskFeature): TemplateResult {
  const { conversations, conversation } = feature;
  const { words } = feature.shell;
  return html`
    <div
      class="conversations"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "Escape" || !conversations.shown) return;
        event.preventDefault();
        void conversations.toggle(false);
        feature.shell.surface.find("#conversations-button")?.focus();
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
        aria-label=${words.t("conversations.title")}
        title=${words.t("conversations.title")}
        aria-expanded=${conversations.shown ? "true" : "false"}
        aria-controls="conversations"
        @click=${() => void conversations.toggle(!conversations.shown)}
      >${icon("history")}</button>
      <button
        class="icon-button"
        type="button"
        aria-label=${words.t("conversations.new")}
        title=${words.t("conversations.new")}
        ?disabled=${conversation.turns.length === 0}
        @click=${() => {
          conversation.begin();
          feature.shell.focusBox();
        }}
      >${icon("add")}</button>
      <div class="menu" id="conversations" ?hidden=${!conversations.shown}>
        ${conversations.shown ? menuView(feature) : nothing}
      </div>
    </div>
  `;
}

function menuView(feature: AskFeature): TemplateResult {
  const { conversation, conversations } = feature;
  const { words } = feature.shell;
  const { list } = conversations;
  return html`
    ${
      conversation.turns.length > 0
        ? html`<ul class="menu-part" aria-label=${words.t("conversations.current")}>
            ${actionView(words.t("conversations.saveMarkdown"), () => save(feature, "markdown"))}
            ${actionView(words.t("conversations.saveHtml"), () => save(feature, "html"))}
            ${actionView(words.t("conversations.saveJson"), () => save(feature, "json"))}
          </ul>`
        : nothing
    }
    ${
      list.length > 0
        ? html`<ul class="menu-part" aria-label=${words.t("conversations.title")}>
              ${repeat(
                list,
                ({ id }) => id,
                (one) => rowView(feature, one),
              )}
            </ul>
            <ul class="menu-part">
              ${actionView(words.t("conversations.deleteAll"), () => removeAll(feature))}
            </ul>`
        : html`<p class="quiet menu-empty">${words.t("conversations.none")}</p>`
    }
  `;
}

function actionView(label: string, run: () => void): TemplateResult {
  return html`<li class="menu-row">
    <button class="menu-item" type="button" @click=${run}><span class="menu-title">${label}</span></button>
  </li>`;
}

function rowView(feature: AskFeature, one: ConversationSummary): TemplateResult {
  const { words } = feature.shell;
  const { id, title, turns, updatedAt } = one;
  const questions = words.t("conversations.questions", { count: turns });
  return html`<li class="menu-row">
    <button
      class="menu-item"
      type="button"
      aria-current=${feature.conversation.id === id ? "true" : "false"}
      @click=${() => void feature.openConversation(id)}
    >
      <span class="menu-title" dir="auto">${title}</span>
      <span class="quiet">${apart([questions, words.day(updatedAt)])}</span>
    </button>
    <button
      class="icon-button"
      type="button"
      aria-label=${words.t("conversations.delete", { title })}
      title=${words.t("common.delete")}
      @click=${(event: Event) => remove(feature, one, event)}
    >${icon("remove")}</button>
  </li>`;
}

/** Deletes, and moves the focus to a neighbour before the row is gone from under it. */
function remove(feature: AskFeature, one: ConversationSummary, event: Event): void {
  const row = event.currentTarget instanceof Element ? event.currentTarget.closest("li") : null;
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next =
    neighbour?.querySelector<HTMLElement>(".menu-item") ??
    feature.shell.surface.find("#conversations-button");
  next?.focus();
  if (feature.conversation.id === one.id) feature.conversation.begin();
  void feature.conversations.remove([one]);
}

function removeAll(feature: AskFeature): void {
  const { conversation, conversations } = feature;
  const all = conversations.list;
  feature.shell.surface.find("#conversations-button")?.focus();
  if (all.some(({ id }) => id === conversation.id)) conversation.begin();
  void conversations.remove(all);
}

/** Saves what is shown; how that is done is loaded only now. */
function save(feature: AskFeature, form: ConversationForm): void {
  feature.shell.surface.find("#conversations-button")?.focus();
  void feature.conversations.toggle(false);
  void feature.shell.attempt(async () => {
    const { saveConversation } = await import("./save-conversation.js");
    await saveConversation(feature, form);
  });
}
