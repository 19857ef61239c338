import { html, nothing, type TemplateResult } from "lit";
import type { Coverage, SearchResponse } from "../../index.js";
import type { App } from "../state/app.js";
import { hasOperators, loosenings, onlyNarrows } from "../state/query-operators.js";
import { focusSearch } from "../state/search-field.js";
import { counted, fileName, partialReason } from "../state/words.js";

/** That a search by words found nothing, what that is worth, and what to try next. */
export function nothingFoundView(app: App, response: SearchResponse): TemplateResult {
  const query = response.query.trim();
  const { coverage } = response;
  if (onlyNarrows(query)) {
    return html`<section class="answer">
      <h2>Add the words to look for</h2>
      <p>Filters and words to leave out only narrow a search.</p>
    </section>`;
  }
  const fewer = loosenings(query);
  return html`
    <section class="answer">
      <h2>Nothing found for ${hasOperators(query) ? html`<code>${query}</code>` : `“${query}”`}</h2>
      <p>${outcome(query, coverage)} ${tried(response)} ${stillReading(app)}</p>
      ${coverage.pages > 0 ? unsearchableView(app) : nothing}
      <div class="tries">
        ${fewer.map(
          (loosening) => html`<button
            class="button"
            type="button"
            @click=${() => {
              app.search.type(loosening.query);
              focusSearch(app);
            }}
          >${loosening.label}</button>`,
        )}
        ${searchAllButton(app)}
      </div>
      ${
        fewer.length === 0 && app.documents.selected.size === 0
          ? html`<p class="quiet">Try fewer words, or others that the text might use.</p>`
          : nothing
      }
    </section>
  `;
}

/** Where there may be something that no search can find. */
export function unsearchableView({
  documents: { list, selected },
}: App): TemplateResult | typeof nothing {
  const chosen = list.filter(({ id }) => selected.size === 0 || selected.has(id));
  const partial = chosen.filter((document) => partialReason(document) !== null);
  if (partial.length === 0) return nothing;
  return html`<p>It may be where there is no text to search:</p>
    <ul>
      ${partial.slice(0, 8).map(
        (document) => html`<li>
          <span class="where-name">${fileName(document.path)}</span>
          ${partialReason(document)}
        </li>`,
      )}
      ${partial.length > 8 ? html`<li>and in ${counted(partial.length - 8, "other document")}</li>` : nothing}
    </ul>`;
}

/** Where only some documents were searched: the way to search all. */
export function searchAllButton(app: App): TemplateResult | typeof nothing {
  if (app.documents.selected.size === 0) return nothing;
  return html`<button class="button" type="button" @click=${() => {
    app.documents.selectNone();
    focusSearch(app);
  }}>
    Search all documents
  </button>`;
}

/** "43 pages with text, in 3 documents". */
export function searchedPages({ pages, pagesWithoutText, documents }: Coverage): string {
  return `${counted(pages - pagesWithoutText, "page")} with text, in ${counted(documents, "document")}`;
}

/** What is to be added while documents are being read. */
export function stillReading({ ingest }: App): string {
  return ingest.running ? "Some documents are still being read." : "";
}

function outcome(query: string, coverage: Coverage): string {
  if (coverage.documents === 0) return "No document passes the filter.";
  if (coverage.pages === 0) return "No document has such a page.";
  const pages = searchedPages(coverage);
  if (hasOperators(query)) return `None of the ${pages}, has what this search requires.`;
  return `None of the ${pages}, contains ${/\s/.test(query) ? "any of these words" : "this word"}.`;
}

function tried({ corrections }: SearchResponse): string {
  if (corrections.length === 0) return "";
  const words = corrections.map(({ from, to }) => `“${to}” instead of “${from}”`);
  return `Looking for ${words.join(" and ")} found nothing either.`;
}
