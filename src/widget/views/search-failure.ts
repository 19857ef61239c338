import { html, type TemplateResult } from "lit";
import type { Failure } from "../state/live-answer.js";

/** A search that did not work, whatever kind it was. */
export function searchFailureView({ message }: Failure, again: () => void): TemplateResult {
  return html`<section class="answer">
    <h2>The search did not work</h2>
    <p>${message}</p>
    <div class="tries"><button class="button" type="button" @click=${again}>Try again</button></div>
  </section>`;
}
