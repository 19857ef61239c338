import { html, type TemplateResult } from "lit/html.js";
import { fileName } from "../../core/paths.js";
import type { App } from "./app.js";

/** What was deleted or replaced just now, with the way back. */
export function undoView(app: App): TemplateResult {
  const { conversations, documents } = app;
  const { words } = app.shell;
  const { removals, replacements } = documents;
  const undo = (): void => void app.undo();
  return html`
    ${toastView(app, {
      label: words.t("documents.deleted"),
      text: changedView(app, "documents.deleted", removals.last),
      offered: removals.last.length > 0,
      clock: removals,
      undo,
    })}
    ${toastView(app, {
      label: words.t("documents.replaced"),
      text: changedView(app, "documents.replaced", replacements.last),
      // They would lie over each other, and what a person has done comes first.
      offered: replacements.last.length > 0 && removals.last.length === 0,
      clock: replacements,
      undo,
    })}
    ${toastView(app, {
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

function toastView(app: App, { label, text, offered, clock, undo }: Toast): TemplateResult {
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
        app.shell.focusBox();
        undo();
      }}>${app.shell.words.t("common.undo")}</button>
    </div>
  `;
}

function changedView(
  { shell: { words } }: App,
  key: "documents.deleted" | "documents.replaced",
  last: readonly { readonly path: string }[],
): unknown {
  const [first] = last;
  if (last.length !== 1 || !first) return words.t(`${key}.many`, { count: last.length });
  const name = html`<bdi class="toast-name">${fileName(first.path)}</bdi>`;
  return words.parts(`${key}.one`, { name });
}
