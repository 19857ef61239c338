import { html, nothing, type TemplateResult } from "lit";
import type { App } from "../state/app.js";
import type { PasswordState } from "../state/passwords.js";
import { fileName } from "../state/words.js";
import { focusNeighbour } from "./focus-neighbour.js";

/** A field for the password of a file, in its row or in the notice. What is typed goes to the reader alone. */
export function passwordField(
  app: App,
  path: string,
  state: PasswordState,
  place: "row" | "notice",
  more: TemplateResult | typeof nothing = nothing,
): TemplateResult {
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
  return html`<form class="unlock" data-place=${place} @submit=${submit}>
    <input
      name="password"
      type="password"
      autocomplete="off"
      placeholder="Password"
      aria-label=${`Password of ${name}`}
      aria-invalid=${state === "wrong" ? "true" : "false"}
      ?readonly=${checking}
    ><button class="button" type="submit" aria-label=${`Open ${name}`}>Open</button><button
      class="link"
      type="button"
      aria-label=${`Skip ${name}`}
      title="It is not added"
      @click=${(event: Event) => {
        // In the notice the next file takes its place, and the button stays.
        if (place === "row") focusNeighbour(app, event);
        void app.attempt(async () => {
          await app.ingest.takeOut([path]);
          app.surface.announce(`${name} was skipped.`);
        });
      }}
    >Skip</button>${more}
  </form>`;
}
