import { html, type TemplateResult } from "lit/html.js";
import type { Landmark } from "../state/setup.js";
import type { Words } from "../strings/words.js";

/** What is shown when the documents cannot be opened at all. */
export function failureView(
  message: string,
  words: Words,
  role: Landmark,
  retry: () => void,
): TemplateResult {
  return html`
    <div class="failure" role=${role} aria-label=${words.t("widget.name")}>
      <h1>${words.t("widget.failure.title")}</h1>
      <p>${message}</p>
      <p class="quiet">${words.t("widget.failure.safe")}</p>
      <button class="button primary" type="button" @click=${retry}>${words.t("common.tryAgain")}</button>
    </div>
  `;
}
