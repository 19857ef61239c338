import { html, nothing, type TemplateResult } from "lit";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import type { IngestRow } from "../state/ingest-rows.js";
import type { PasswordState } from "../state/passwords.js";
import { count, counted, fileName } from "../state/words.js";
import { passwordField } from "./password-field.js";

/** Asks for the passwords of the files that need one, one after the other. */
export function passwordNotice(app: App): TemplateResult | typeof nothing {
  const { passwords } = app.ingest;
  const files = passwords.noticed;
  const [first] = files;
  if (!first) return nothing;
  const single = files.length === 1;
  const { path } = first;
  const state = passwords.stateOf(path) ?? "asked";
  const title = single
    ? `${fileName(path)} needs a password`
    : `${counted(files.length, "file")} need a password`;
  return html`
    <section class="notice" aria-label=${title}>
      ${icon("lock")}
      <div class="notice-body">
        <p class="notice-title">${title}</p>
        ${single ? nothing : html`<p class="notice-name">${fileName(path)}</p>`}
        ${passwordField(app, path, state, "notice", single ? nothing : skipAllView(app, files))}
        <p class="notice-about" role="status">${words(state, files.length - 1)}</p>
      </div>
      <button
        class="icon-button"
        type="button"
        aria-label="Dismiss"
        title="Later; the list of documents goes on asking"
        @click=${() => passwords.hide()}
      >${icon("close")}</button>
    </section>
  `;
}

function words(state: PasswordState, more: number): string {
  if (state === "wrong") return "That is not its password. Try another.";
  if (state === "checking") return "Trying the password…";
  return more === 0
    ? "It is used to read the file, and not kept."
    : `It is used to read the file, and not kept. ${count(more)} more after this one.`;
}

function skipAllView(app: App, files: readonly IngestRow[]): TemplateResult {
  return html`<button
    class="link"
    type="button"
    title="They are not added"
    @click=${() => skip(app, files)}
  >Skip all ${count(files.length)}</button>`;
}

function skip(app: App, files: readonly IngestRow[]): void {
  void app.attempt(async () => {
    await app.ingest.takeOut(files.map(({ path }) => path));
    app.surface.announce(`${counted(files.length, "file")} were skipped.`);
  });
}
