import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { fileName } from "../state/document-names.js";
import type { PasswordState } from "../state/passwords.js";
import { searchAction } from "../viewer/search-action.js";
import { focusNeighbour } from "./focus-neighbour.js";

/** A field for the password of a file, in its row or in the notice. What is typed goes to the reader alone. */
export function passwordField(
  app: App,
  path: string,
  state: PasswordState,
  place: "row" | "notice",
  more: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const { words } = app;
  const name = fileName(path);
  const checking = state === "checking";
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { currentTarget: form } = event;
    if (!(form instanceof HTMLFormElement) || checking) return;
    const input = form.querySelector("input");
    if (!input || input.value === "") return;
    app.ingest.unlock(path, input.value);
    input.value = "";
    input.focus();
  };
  // Read only rather than disabled while it is tried: the focus stays for the next try.
  return html`<form class="unlock" action=${searchAction} data-place=${place} @submit=${submit}>
    <input
      name="password"
      type="password"
      autocomplete="off"
      placeholder=${words.t("documents.password")}
      aria-label=${words.t("documents.password.of", { name })}
      aria-invalid=${state === "wrong" ? "true" : "false"}
      ?readonly=${checking}
    ><button class="button" type="submit" aria-label=${words.t("documents.password.open.file", { name })}>${words.t("documents.password.open")}</button><button
      class="link"
      type="button"
      aria-label=${words.t("documents.password.skip.file", { name })}
      title=${words.t("documents.password.skip.what")}
      @click=${(event: Event) => {
        // In the notice the next file takes its place, and the button stays.
        if (place === "row") focusNeighbour(app, event);
        void app.attempt(async () => {
          await app.ingest.takeOut([path]);
          app.surface.announce(words.t("documents.password.skipped", { name }));
        });
      }}
    >${words.t("documents.password.skip")}</button>${more}
  </form>`;
}
