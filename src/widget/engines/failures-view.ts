import { html, type TemplateResult } from "lit/html.js";
import type { Coverage } from "../../index.js";
import { adoptStyles } from "../shell/adopt-styles.js";
import { icon } from "../shell/icons.js";
import type { Shell } from "../shell/shell.js";
import styles from "./engines.css?inline";

/** What was asked for an answer and could not be, a line each. */
export function failuresView(
  { surface, words }: Shell,
  failures: NonNullable<Coverage["notSearched"]>,
): TemplateResult {
  adoptStyles(surface.root, styles);
  return html`<ul class="engine-failures">${failures.map(({ source: name, kind, reason }) => {
    const said = words.t(`engines.failed.${kind}`, { name });
    return html`<li title=${reason}>${icon("note")}<span>${words.t("engines.without", { reason: said })}</span></li>`;
  })}</ul>`;
}
