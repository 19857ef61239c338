import { html, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { fileName } from "../state/document-names.js";
import { focusBox } from "../state/question-field.js";

/** What was deleted just now, with the way back. */
export function undoView(app: App): TemplateResult {
  return html`${undoDocumentsView(app)} ${undoConversationView(app)}`;
}

/** The offer to undo a deletion of documents. */
function undoDocumentsView(app: App): TemplateResult {
  const { words } = app;
  const { removals } = app.documents;
  const offered = removals.last.length > 0;
  return html`
    <div
      class="toast"
      role="region"
      aria-label=${words.t("documents.deleted")}
      ?hidden=${!offered}
      @pointerenter=${() => removals.pause()}
      @pointerleave=${() => offered && removals.resume()}
      @focusin=${() => removals.pause()}
      @focusout=${() => offered && removals.resume()}
    >
      <p>${deletedView(app)}</p>
      <button class="link" type="button" @click=${() => {
        // The button goes with the offer.
        focusBox(app);
        void app.undo();
      }}>${words.t("common.undo")}</button>
    </div>
  `;
}

function deletedView({ documents, words }: App): unknown {
  const { last } = documents.removals;
  const [first] = last;
  if (last.length !== 1 || !first) {
    return words.t("documents.deleted.many", { count: last.length });
  }
  const name = html`<bdi class="toast-name">${fileName(first.path)}</bdi>`;
  return words.parts("documents.deleted.one", { name });
}

/** The offer to undo the deletion of a conversation. */
function undoConversationView(app: App): TemplateResult {
  const { conversations, words } = app;
  const offered = conversations.removed !== null;
  return html`
    <div
      class="toast"
      role="region"
      aria-label=${conversations.removedTitle}
      ?hidden=${!offered}
      @pointerenter=${() => conversations.pause()}
      @pointerleave=${() => offered && conversations.resume()}
      @focusin=${() => conversations.pause()}
      @focusout=${() => offered && conversations.resume()}
    >
      <p>${conversations.removedTitle}</p>
      <button class="link" type="button" @click=${() => {
        focusBox(app);
        conversations.undo();
      }}>${words.t("common.undo")}</button>
    </div>
  `;
}
