import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { App } from "../app.js";
import { icon } from "../icons.js";
import type { PasswordState } from "../passwords.js";
import { counted, fileName } from "../words.js";
import { passwordField } from "./password-field.js";

/** Asks for the passwords of the files that need one. */
export function passwordNotice(app: App): TemplateResult | typeof nothing {
  const { passwords } = app.ingest;
  const files = passwords.noticed;
  const [first] = files;
  if (!first) return nothing;
  const single = files.length === 1;
  const title = single
    ? `${fileName(first.path)} needs a password`
    : `${counted(files.length, "file")} need a password`;
  return html`
    <section class="notice" aria-label=${title}>
      ${icon("lock")}
      <div class="notice-body">
        <p class="notice-title">${title}</p>
        <ul>
          ${repeat(
            files,
            ({ path }) => path,
            ({ path }) => {
              const state = passwords.stateOf(path) ?? "asked";
              return html`<li>
                ${single ? nothing : html`<span class="notice-name">${fileName(path)}</span>`}
                ${passwordField(app, path, state, "notice")}
                <p class="notice-about">${words(state, single)}</p>
              </li>`;
            },
          )}
        </ul>
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

function words(state: PasswordState, single: boolean): string {
  if (state === "wrong") return "That is not its password. Try another.";
  if (state === "checking") return "Trying the password…";
  // An empty line keeps the place of what is said later.
  return single ? "It is used to read the file, and not kept." : "\u00a0";
}
