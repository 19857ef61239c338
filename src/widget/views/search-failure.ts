import { html, type TemplateResult } from "lit/html.js";
import type { Failure } from "../state/live-answer.js";
import type { Words } from "../strings/words.js";

/** A search that did not work, whatever kind it was. */
export function searchFailureView(
  words: Words,
  { code, error }: Failure,
  again: () => void,
): TemplateResult {
  const said = code === null ? words.t("search.failed.unknown") : words.error(error);
  return html`<section class="answer">
    <h2>${words.t("search.failed")}</h2>
    <p>${said}</p>
    <div class="tries"><button class="button" type="button" @click=${again}>${words.t("common.tryAgain")}</button></div>
  </section>`;
}
