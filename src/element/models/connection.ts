import { AsyncDirective, directive } from "lit/async-directive.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Shell } from "../shell/shell.js";
import type { Drawn } from "../shell/view-parts.js";
import type { Models } from "./models.js";

/** Whether a download of the model cannot begin, because the browser is offline. */
export function lacksConnection({ stored }: { readonly stored: boolean }): boolean {
  return !stored && !navigator.onLine;
}

/** Redraws its surroundings while it is drawn, whenever the browser goes online or offline. */
class OnConnection extends AsyncDirective {
  #changed: () => void = () => undefined;
  #ended: AbortController | null = null;

  render(changed: () => void, content: Drawn): Drawn {
    this.#changed = changed;
    if (this.isConnected) this.#listen();
    return content;
  }

  override disconnected(): void {
    this.#ended?.abort();
    this.#ended = null;
  }

  override reconnected(): void {
    this.#listen();
    this.#changed();
  }

  #listen(): void {
    if (this.#ended) return;
    this.#ended = new AbortController();
    const { signal } = this.#ended;
    addEventListener("online", () => this.#changed(), { signal });
    addEventListener("offline", () => this.#changed(), { signal });
  }
}

const onConnection = directive(OnConnection);

/**
 * Says that a download needs a connection, while the browser has none. Draws the shell again when
 * this changes, also if nothing `lacks` it now.
 */
export function connectionView(
  { changed, words }: Pick<Shell, "changed" | "words">,
  lacks: boolean,
): unknown {
  const note: TemplateResult = html`<p class="quiet" role="status">${words.t("models.offline")}</p>`;
  return onConnection(changed, lacks ? note : nothing);
}

/** The same for the list of models, which may be incomplete without a connection. */
export function listConnectionView(models: Models, lacks: boolean): unknown {
  const { folder, folderFault, shell } = models;
  const changed = (): void => {
    const looksAgain = navigator.onLine && folder !== "" && models.asked === null;
    if (looksAgain && folderFault === null) models.setFolder(folder, null);
    else shell.changed();
  };
  return connectionView({ changed, words: shell.words }, lacks);
}
