import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "./app.js";
import { icon } from "./icons.js";

/** The dialogs that open over everything. */
export type DialogName = "models" | "settings" | "network";

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
function openDialog(app: App, name: DialogName): void {
  app.card.hide();
  app.surface.find<HTMLDialogElement>("dialog.model-panel[open]")?.close();
  const dialog = find(app, name);
  if (!dialog) return;
  opened.add(dialog);
  dialog.showModal();
  app.change(() => undefined);
}

/** Closes a dialog. */
export function closeDialog(app: App, name: DialogName): void {
  find(app, name)?.close();
}

/** The frame of a dialog with its title and the button that closes it; what is in it once it was opened. */
export function dialogView(app: App, parts: DialogParts): TemplateResult {
  const { name, title, body, stays = false, onClose } = parts;
  const dialog = find(app, name);
  const drawn = dialog !== null && (stays ? opened.has(dialog) : dialog.open);
  const close = app.words.t("common.close");
  return html`
    <dialog
      class="model-panel"
      id=${name}
      aria-labelledby=${`${name}-title`}
      @close=${() => app.change(() => onClose?.())}
      @click=${(event: Event) => {
        // A press beside the panel is a press on the dialog itself.
        if (event.target === event.currentTarget) closeDialog(app, name);
      }}
    >
      <div class="model-panel-body">
        <header class="model-panel-head">
          <h2 id=${`${name}-title`}>${title}</h2>
          <button
            class="icon-button"
            type="button"
            aria-label=${close}
            title=${app.words.t("privacy.close.key", { label: close, key: "Esc" })}
            @click=${() => closeDialog(app, name)}
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

function find(app: App, name: DialogName): HTMLDialogElement | null {
  return app.surface.find<HTMLDialogElement>(`dialog#${name}`);
}

/** Opens the panel of the models, and finds out what can run here. */
export function openModelPanel(app: App): void {
  openDialog(app, "models");
  void app.models.probe();
}

/** Opens the panel that lists what is stored and where every request went. */
export function openNetworkPanel(app: App): void {
  openDialog(app, "network");
  void app.room.refresh();
}

/** Opens the settings, and reads what they tell of. */
export function openSettings(app: App): void {
  openDialog(app, "settings");
  void app.room.refresh();
  void app.conversations.refresh();
  void app.models.probe();
}
