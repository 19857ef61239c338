import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { fileName } from "../state/document-names.js";
import { icon } from "../state/icons.js";
import type { IngestRow } from "../state/ingest-rows.js";
import type { PasswordState } from "../state/passwords.js";
import type { Words } from "../strings/words.js";
import { isolated } from "./isolated.js";
import { passwordField } from "./password-field.js";

/** Asks for the passwords of the files that need one, one after the other. */
export function passwordNotice(app: App): TemplateResult | typeof nothing {
  const { words } = app;
  const { passwords } = app.ingest;
  const files = passwords.noticed;
  const [first] = files;
  if (!first) return nothing;
  const single = files.length === 1;
  const { path } = first;
  const state = passwords.stateOf(path) ?? "asked";
  const name = fileName(path);
  const many = single ? null : words.t("documents.password.neededMany", { count: files.length });
  return html`
    <section class="notice" aria-label=${many ?? words.t("documents.password.needed", { name })}>
      ${icon("lock")}
      <div class="notice-body">
        <p class="notice-title">${
          many ?? words.parts("documents.password.needed", { name: isolated(name) })
        }</p>
        ${single ? nothing : html`<p class="notice-name">${isolated(name)}</p>`}
        ${passwordField(app, path, state, "notice", single ? nothing : skipAllView(app, files))}
        <p class="notice-about" role="status">${stateWords(words, state, files.length - 1)}</p>
      </div>
      <button
        class="icon-button"
        type="button"
        aria-label=${words.t("widget.notices.dismiss")}
        title=${words.t("documents.password.later")}
        @click=${() => passwords.hide()}
      >${icon("close")}</button>
    </section>
  `;
}

function stateWords(words: Words, state: PasswordState, more: number): string {
  if (state === "wrong") return words.t("documents.password.wrong");
  if (state === "checking") return words.t("documents.password.checking");
  return more === 0
    ? words.t("documents.password.use")
    : words.t("documents.password.use.more", { count: more });
}

function skipAllView(app: App, files: readonly IngestRow[]): TemplateResult {
  const { words } = app;
  return html`<button
    class="link"
    type="button"
    title=${words.t("documents.password.skipAll.what")}
    @click=${() => skip(app, files)}
  >${words.t("documents.password.skipAll", { count: files.length })}</button>`;
}

function skip(app: App, files: readonly IngestRow[]): void {
  void app.attempt(async () => {
    await app.ingest.takeOut(files.map(({ path }) => path));
    app.surface.announce(app.words.t("documents.password.skippedAll", { count: files.length }));
  });
}
