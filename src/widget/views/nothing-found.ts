import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Coverage, SearchResponse } from "../../index.js";
import type { App } from "../state/app.js";
import { fileName } from "../state/document-names.js";
import { partialReason } from "../state/document-words.js";
import { hasOperators, type Loosening, loosenings, onlyNarrows } from "../state/query-operators.js";
import { focusSearch } from "../state/search-field.js";
import type { Words } from "../strings/words.js";

/** That a search by words found nothing, what that is worth, and what to try next. */
export function nothingFoundView(app: App, response: SearchResponse): TemplateResult {
  const { words } = app;
  const query = response.query.trim();
  const { coverage } = response;
  if (onlyNarrows(query)) {
    return html`<section class="answer">
      <h2>${words.t("search.none.narrows.title")}</h2>
      <p>${words.t("search.none.narrows")}</p>
    </section>`;
  }
  const fewer = loosenings(query);
  const shown = hasOperators(query)
    ? html`<code dir="auto">${query}</code>`
    : words.t("search.none.quoted", { query });
  return html`
    <section class="answer">
      <h2>${words.parts("search.none.title", { query: shown })}</h2>
      <p>${outcome(words, query, coverage)} ${tried(words, response)} ${stillReading(app)}</p>
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
          >${looseningWords(words, loosening)}</button>`,
        )}
        ${searchAllButton(app)}
      </div>
      ${
        fewer.length === 0 && app.documents.selected.size === 0
          ? html`<p class="quiet">${words.t("search.none.fewer")}</p>`
          : nothing
      }
    </section>
  `;
}

/** Where there may be something that no search can find. */
export function unsearchableView({
  documents: { list, selected },
  words,
}: App): TemplateResult | typeof nothing {
  const chosen = list.filter(({ id }) => selected.size === 0 || selected.has(id));
  const partial = chosen.filter((document) => partialReason(words, document) !== null);
  if (partial.length === 0) return nothing;
  return html`<p>${words.t("search.unsearchable")}</p>
    <ul>
      ${partial.slice(0, 8).map(
        (document) => html`<li>
          <span class="where-name">${fileName(document.path)}</span>
          ${partialReason(words, document)}
        </li>`,
      )}
      ${partial.length > 8 ? html`<li>${words.t("search.unsearchable.more", { count: partial.length - 8 })}</li>` : nothing}
    </ul>`;
}

/** Where only some documents were searched: the way to search all. */
export function searchAllButton(app: App): TemplateResult | typeof nothing {
  if (app.documents.selected.size === 0) return nothing;
  return html`<button class="button" type="button" @click=${() => {
    app.documents.selectNone();
    focusSearch(app);
  }}>
    ${app.words.t("search.none.all")}
  </button>`;
}

/** In how many documents was looked, as a part of a sentence. */
export function searchedDocuments(words: Words, { documents }: Coverage): string {
  return words.t("search.none.documents", { count: documents });
}

/** Pages that have text and were searched. */
export function pagesWithText({ pages, pagesWithoutText }: Coverage): number {
  return pages - pagesWithoutText;
}

/** What is to be added while documents are being read. */
export function stillReading({ ingest, words }: App): string {
  return ingest.running ? words.t("search.none.reading") : "";
}

function outcome(words: Words, query: string, coverage: Coverage): string {
  if (coverage.documents === 0) return words.t("search.none.noDocument");
  if (coverage.pages === 0) return words.t("search.none.noPage");
  if (pagesWithText(coverage) === 0) return words.t("search.none.noText");
  const where = { count: pagesWithText(coverage), documents: searchedDocuments(words, coverage) };
  if (hasOperators(query)) return words.t("search.none.required", where);
  return words.t(/\s/.test(query) ? "search.none.words" : "search.none.word", where);
}

function tried(words: Words, { corrections }: SearchResponse): string {
  if (corrections.length === 0) return "";
  const list = corrections.map(({ from, to }) => words.t("search.none.instead", { to, from }));
  return words.t("search.none.tried", { words: words.list(list) });
}

function looseningWords(words: Words, { kind, only }: Loosening): string {
  if (only !== null) return words.t("search.none.remove", { condition: only });
  if (kind === "quotes") return words.t("search.none.noQuotes");
  return words.t(kind === "exclusions" ? "search.none.leaveOut" : "search.none.noFilters");
}
