import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { SearchHit } from "../../index.js";
import type { App } from "../state/app.js";
import { fileName, folderName } from "../state/document-names.js";
import { markedText } from "./marked-text.js";
import { middleEllipsis } from "./middle-ellipsis.js";
import { onResultKey } from "./move-in-results.js";
import { nothingFoundView } from "./nothing-found.js";
import { searchFailureView } from "./search-failure.js";

/** What a search found, or that it found nothing and what that is worth. */
export function resultsView(app: App): TemplateResult | typeof nothing {
  const { search, words } = app;
  if (search.failure) return searchFailureView(words, search.failure, () => search.again());
  if (!search.response) return nothing;
  if (search.hits.length === 0) return nothingFoundView(app, search.response);
  return html`
    <ol class="results" aria-label=${words.t("search.results")}>
      ${repeat(
        search.hits,
        ({ id }) => id,
        (hit, index) => resultView(app, hit, index),
      )}
    </ol>
    ${
      search.hasMore
        ? html`<button class="button more" type="button" @click=${() => search.more()}>${words.t("search.more")}</button>`
        : nothing
    }
  `;
}

function resultView(app: App, hit: SearchHit, index: number): TemplateResult {
  const document = app.documents.get(hit.document);
  const place = app.words.place(hit.pageUnit, hit.page, hit.pageLabel);
  const single = hit.pageUnit === "part" && document?.pages.total === 1;
  const open = app.opening.page?.hit === hit.id;
  const name = fileName(hit.path);
  const folder = folderName(hit.path);
  const { text, marks } = hit.excerpt;
  return html`
    <li
      class="result"
      data-result
      ?data-open=${open}
      @click=${() => {
        // A reader who selects words of a result wants to copy them.
        if (getSelection()?.isCollapsed !== false) app.opening.hit(hit);
      }}
    >
      <button
        class="where"
        type="button"
        title=${hit.path}
        aria-current=${open ? "true" : "false"}
        aria-describedby=${`excerpt-${index}`}
        @keydown=${(event: KeyboardEvent) => onResultKey(app, event, index)}
      ><span class="where-name">${middleEllipsis(name)}</span>${
        folder === "" ? nothing : html`<span class="where-folder">${folder}</span>`
      }${single ? nothing : html`<span class="where-page">${place}</span>`}</button>
      ${hit.heading ? html`<p class="where-heading" dir="auto">${hit.heading}</p>` : nothing}
      <p class=${text.includes("\t") ? "excerpt excerpt-table" : "excerpt"} dir="auto" id=${`excerpt-${index}`}>${markedText(text, marks)}</p>
    </li>
  `;
}
