import { html, nothing, type TemplateResult } from "lit/html.js";
import { icon } from "./icons.js";
import type { DialogName, Shell } from "./shell.js";

/** A dialog: the frame is there from the start, so that what it announces is heard. */
export interface DialogParts {
  readonly name: DialogName;
  readonly title: string;
  readonly body: () => unknown;
  /** Whether what was typed stays when it is closed; else it is drawn anew each time. */
  readonly stays?: boolean;
  readonly onClose?: () => void;
}

const opened = new WeakSet<HTMLDialogElement>();

/** Opens a dialog; another one that is open is closed, and the focus goes back to what opened that. */
export function openDialog(shell: Shell, name: DialogName): void {
  shell.card.hide();
  shell.surface.find<HTMLDialogElement>("dialog.model-panel[open]")?.close();
  const dialog = find(shell, name);
  if (!dialog) return;
  opened.add(dialog);
  dialog.showModal();
  shell.changed();
  shell.dialogOpened(name);
}

/** Closes a dialog. */
export function closeDialog(shell: Shell, name: DialogName): void {
  find(shell, name)?.close();
}

/** The frame of a dialog with its title and the button that closes it; what is in it once it was opened. */
export function dialogView(shell: Shell, parts: DialogParts): TemplateResult {
  const { words } = shell;
  const { name, title, body, stays = false, onClose } = parts;
  const dialog = find(shell, name);
  const drawn = dialog !== null && (stays ? opened.has(dialog) : dialog.open);
  const close = words.t("common.close");
  return html`
    <dialog
      class="model-panel"
      id=${name}
      aria-labelledby=${`${name}-title`}
      @close=${() => {
        onClose?.();
        shell.changed();
      }}
      @click=${(event: Event) => {
        // A press beside the panel is a press on the dialog itself.
        if (event.target === event.currentTarget) closeDialog(shell, name);
      }}
    >
      <div class="model-panel-body">
        <header class="model-panel-head">
          <h2 id=${`${name}-title`}>${title}</h2>
          <button
            class="icon-button"
            type="button"
            aria-label=${close}
            title=${words.t("privacy.close.key", { label: close, key: "Esc" })}
            @click=${() => closeDialog(shell, name)}
          >
            ${icon("close")}
          </button>
        </header>
        <p class="unseen announcements" role="status"></p>
        ${drawn ? body() : nothing}
      </div>
    </dialog>
  `;
}

function find(shell: Shell, name: DialogName): HTMLDialogElement | null {
  return shell.surface.find<HTMLDialogElement>(`dialog#${name}`);
}
