import { html, type TemplateResult } from "lit/html.js";
import { fileName } from "../../core/paths.js";
import type { ConversationList } from "../ask/conversation-list.js";
import type { DocumentsFeature } from "../documents/documents-feature.js";
import type { I18n } from "../i18n/i18n.js";
import type { Shell } from "./shell.js";

/** What was deleted or replaced just now, with the way back. */
export function undoView(
  documents: DocumentsFeature,
  conversations: ConversationList,
): TemplateResult {
  const { shell } = documents;
  const { words } = shell;
  const { removals, replacements } = documents.list;
  const undo = (): void => void documents.undo();
  return html`
    ${toastView(shell, {
      label: words.t("documents.deleted"),
      text: changedView(words, "documents.deleted", removals.last),
      offered: removals.last.length > 0,
      clock: removals,
      undo,
    })}
    ${toastView(shell, {
      label: words.t("documents.replaced"),
      text: changedView(words, "documents.replaced", replacements.last),
      // They would lie over each other, and what a person has done comes first.
      offered: replacements.last.length > 0 && removals.last.length === 0,
      clock: replacements,
      undo,
    })}
    ${toastView(shell, {
      label: conversations.removedTitle,
      text: conversations.removedTitle,
      offered: conversations.removed !== null,
      clock: conversations,
      undo: () => conversations.undo(),
    })}
  `;
}

/** What is offered to be undone. */
interface Toast {
  readonly label: string;
  readonly text: unknown;
  readonly offered: boolean;
  readonly clock: { pause(): void; resume(): void };
  readonly undo: () => void;
}

function toastView(shell: Shell, { label, text, offered, clock, undo }: Toast): TemplateResult {
  const pause = (): void => clock.pause();
  const resume = (): void => void (offered && clock.resume());
  return html`
    <div
      class="toast"
      role="region"
      aria-label=${label}
      ?hidden=${!offered}
      @pointerenter=${pause}
      @pointerleave=${resume}
      @focusin=${pause}
      @focusout=${resume}
    >
      <p>${text}</p>
      <button class="link" type="button" @click=${() => {
        // The button goes with the offer.
        shell.focusBox();
        undo();
      }}>${shell.words.t("common.undo")}</button>
    </div>
  `;
}

function changedView(
  words: I18n,
  key: "documents.deleted" | "documents.replaced",
  last: readonly { readonly path: string }[],
): unknown {
  const [first] = last;
  if (last.length !== 1 || !first) return words.t(`${key}.many`, { count: last.length });
  const name = html`<bdi class="toast-name">${fileName(first.path)}</bdi>`;
  return words.parts(`${key}.one`, { name });
}
