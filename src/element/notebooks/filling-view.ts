import { live } from "lit/directives/live.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { type DocumentSummary, fileName, folderName } from "../../core/index.js";
import { paneWords } from "../i18n/english/panes.js";
import { addEnglish } from "../i18n/english.js";
import { isolated, middleEllipsis } from "../shell/view-parts.js";
import type { Filling, Notebooks } from "./notebooks.js";

addEnglish(paneWords);

/** See `.placing label` in the style sheet. */
const rowHeight = 40;

/** All documents, to put into the chosen notebook or take out of it. */
export function fillingView(notebooks: Notebooks, filling: Filling): TemplateResult {
  const { documents, shell } = notebooks;
  const { words } = shell;
  const { all } = documents;
  const { rows: window } = filling;
  const rows = {
    length: all.length,
    key: (index: number) => all[index]?.id ?? "",
    indexOf: (key: string) => all.findIndex(({ id }) => id === key),
    top: (index: number) => index * rowHeight,
    draw: (index: number) => rowView(notebooks, filling, all[index] as DocumentSummary),
  };
  const shown = window.shown(rows, window.stop?.key);
  if (!window.isWhole) shell.changed();
  return html`<ul
    class="scope-rows"
    aria-label=${words.t("documents.list")}
    @scroll=${({ target }: Event) => {
      if (!(target instanceof Element)) return;
      if (window.scrolled(target.scrollTop, target.clientHeight)) shell.changed();
    }}
    @focusin=${({ target }: Event) => {
      const row = target instanceof Element ? target.closest<HTMLElement>("[data-key]") : null;
      window.stop = row && { key: row.dataset.key ?? "", control: "pick" };
    }}
  >${shown.map((one) =>
    one.isGap
      ? html`<li aria-hidden="true" .style=${`block-size: ${one.height}px`}></li>`
      : rows.draw(one.index),
  )}</ul>`;
}

function rowView(
  notebooks: Notebooks,
  { notebook }: Filling,
  document: DocumentSummary,
): TemplateResult {
  const { id, path } = document;
  const { documents } = notebooks;
  const inside = notebooks.contents?.documents.has(id) ?? false;
  const folder = documents.index.isDoubled(path) ? folderName(path) : "";
  return html`<li data-key=${id}>
    <label title=${path}>
      <input
        type="checkbox"
        .checked=${live(inside)}
        @change=${() =>
          void (
            inside ? notebooks.remove(notebook, [document]) : notebooks.add(notebook, [document])
          )}
      >
      ${middleEllipsis(fileName(path))}
      ${folder === "" ? nothing : html`<span class="quiet">${isolated(folder)}</span>`}
    </label>
  </li>`;
}
