import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { fileName } from "../../core/paths.js";
import type { I18n } from "../i18n/i18n.js";
import { adoptStyles } from "../shell/adopt-styles.js";
import type { Shell } from "../shell/shell.js";
import { isolated } from "../shell/view-parts.js";
import type { DocumentsFeature } from "./documents-feature.js";
import styles from "./offers.css?inline";
import type { Offer, OfferedFile } from "./offers.js";

/** Files that somebody else has sent, which wait until the reader decides. */
export function offersView(feature: DocumentsFeature): TemplateResult {
  adoptStyles(feature.shell.surface.root, styles);
  return html`<div class="offers">${repeat(
    feature.offers,
    (offer) => offer,
    (offer) => offerView(feature.shell, offer),
  )}</div>`;
}

function offerView(shell: Shell, offer: Offer): TemplateResult {
  const { words } = shell;
  const { files, turnedAway } = offer;
  const title = titleWords(words, offer);
  const away = turnedAway > 0 ? words.t("offers.turnedAway", { count: turnedAway }) : "";
  return html`
    <section class="offer" role="alert" aria-label=${title}>
      <div class="offer-told">
        <p class="offer-title">${title}</p>
        ${
          files.length > 0
            ? html`<ul class="offer-files" tabindex="0" aria-label=${title}>${files.map((file) =>
                fileView(words, offer, file),
              )}</ul>`
            : nothing
        }
        ${away !== "" && away !== title ? html`<p class="quiet">${away}</p>` : nothing}
        ${offer.from === "share" ? html`<p class="quiet">${words.t("offers.about")}</p>` : nothing}
      </div>
      <p class="offer-actions">${actionsView(shell, offer)}</p>
    </section>
  `;
}

function titleWords(words: I18n, { from, files, turnedAway }: Offer): string {
  const count = files.length;
  if (count === 0) return words.t("offers.turnedAway", { count: turnedAway });
  return words.t(from === "share" ? "offers.title" : "offers.differs", { count });
}

function fileView(words: I18n, { from }: Offer, file: OfferedFile): TemplateResult {
  const { input, path, folder } = file;
  const name = fileName(input.path);
  const as = folder === null ? path : `${folder}/`;
  // What is opened may keep its name as well: that is what is asked.
  const renamed = as !== input.path && (from === "share" || folder !== null);
  return html`<li>
    <span class="offer-name">${isolated(name)}</span>
    <span class="quiet">${words.size(input.file.size)}</span>
    ${
      renamed
        ? html`<span class="quiet">${words.parts("offers.as", { name: isolated(as) })}</span>`
        : nothing
    }
  </li>`;
}

function actionsView(shell: Shell, { from, files, add, replace, discard }: Offer): TemplateResult {
  const { words } = shell;
  const button = (label: string, run: () => void, primary = false): TemplateResult => html`<button
    class=${primary ? "button primary" : "button"}
    type="button"
    @click=${() => {
      // The button goes with the offer.
      shell.focusBox();
      run();
    }}
  >${label}</button>`;
  if (files.length === 0) return button(words.t("widget.notices.dismiss"), discard);
  const drop = button(words.t("offers.discard"), () => {
    discard();
    shell.surface.announce(words.t("offers.discarded"));
  });
  const replaces = from === "launch" && files.every(({ folder }) => folder === null);
  return replaces
    ? html`${button(words.t("offers.replace"), replace)}
        ${button(words.t("offers.both"), add, true)} ${drop}`
    : html`${button(words.t("offers.add"), add, true)} ${drop}`;
}
