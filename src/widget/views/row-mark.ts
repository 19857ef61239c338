import { html, type TemplateResult } from "lit/html.js";
import { type IconName, icon } from "../state/icons.js";

/** A mark at the end of a row, with its reason on hover and focus. */
export function rowMark(name: IconName, reason: string): TemplateResult {
  return html`<span class="partial" role="img" tabindex="0" aria-label=${reason}>
    ${icon(name)}<span class="tip" aria-hidden="true">${reason}</span>
  </span>`;
}
