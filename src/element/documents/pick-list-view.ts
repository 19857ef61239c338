import { live } from "lit/directives/live.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { type DocumentSummary, fileName, folderName } from "../../core/index.js";
import { isolated, middleEllipsis } from "../shell/view-parts.js";
import type { DocumentsFeature } from "./documents-feature.js";
import type { RowWindow } from "./row-window.js";

/** Documents to pick from. */
export interface PickList {
  readonly documents: readonly DocumentSummary[];
  /** Height of a row in pixels, as the style sheet has it. */
  readonly rowHeight: number;
  readonly window: RowWindow;
  readonly isPicked: (document: DocumentSummary) => boolean;
  /** Picks a document, or no longer picks it. */
  readonly toggle: (document: DocumentSummary) => void;
  /** The `tabindex` of a row's check box; that of the browser if missing. */
  readonly tabIndex?: (document: DocumentSummary, index: number) => number;
  readonly onFocus: (event: Event) => void;
  readonly onKey?: (event: KeyboardEvent) => void;
}

/** A list of documents with a check box each, of which only what is in view is drawn. */
export function pickListView(
  { list, shell }: Pick<DocumentsFeature, "list" | "shell">,
  picks: PickList,
): TemplateResult {
  const { documents, rowHeight, window, onFocus, onKey } = picks;
  const rows = {
    length: documents.length,
    key: (index: number) => documents[index]?.id ?? "",
    indexOf: (key: string) => documents.findIndex(({ id }) => id === key),
    top: (index: number) => index * rowHeight,
    draw: (index: number) => {
      const document = documents[index] as DocumentSummary;
      const folder = list.index.isDoubled(document.path) ? folderName(document.path) : "";
      return rowView(picks, document, { folder, index });
    },
  };
  const shown = window.shown(rows, window.stop?.key);
  if (!window.isWhole) shell.changed();
  return html`<ul
    class="scope-rows"
    aria-label=${shell.words.t("documents.list")}
    @scroll=${({ target }: Event) => {
      if (!(target instanceof Element)) return;
      if (window.scrolled(target.scrollTop, target.clientHeight)) shell.changed();
    }}
    @focusin=${onFocus}
    @keydown=${onKey ?? nothing}
  >${shown.map((one) =>
    one.isGap
      ? html`<li aria-hidden="true" .style=${`block-size: ${one.height}px`}></li>`
      : rows.draw(one.index),
  )}</ul>`;
}

function rowView(
  { isPicked, tabIndex, toggle }: PickList,
  document: DocumentSummary,
  { folder, index }: { readonly folder: string; readonly index: number },
): TemplateResult {
  const { id, path } = document;
  return html`<li data-key=${id}>
    <label title=${path}>
      <input
        type="checkbox"
        data-control="pick"
        tabindex=${tabIndex?.(document, index) ?? nothing}
        .checked=${live(isPicked(document))}
        @change=${() => toggle(document)}
      >
      ${middleEllipsis(fileName(path))}
      ${folder === "" ? nothing : html`<span class="quiet">${isolated(folder)}</span>`}
    </label>
  </li>`;
}
