import { html, nothing, type TemplateResult } from "lit";
import type { App } from "../app.js";
import { icon } from "../icons.js";
import { count, counted } from "../words.js";
import { noticesView } from "./notices.js";
import { moveInResults, resultsView } from "./results.js";
import { summaryWords } from "./summary.js";

const appleKeys = /mac|iphone|ipad/i.test(navigator.userAgent);

/** The middle pane: the search box, what a search covered, and what it found. */
export function searchPaneView(app: App): TemplateResult {
  const { search, documents } = app;
  return html`
    <main class="pane search" aria-label="Search">
      <div class="search-top">
        <button
          class="icon-button expand"
          type="button"
          aria-label="Show the list of documents"
          title="Show the list of documents"
          ?hidden=${app.documentsShown}
          @click=${() => app.set({ documentsShown: true })}
        >${icon("sidebar")}</button>
        <search class="search-box">
          ${icon("search")}
          <input
            id="search"
            type="search"
            aria-label="Search your documents"
            placeholder="Search your documents"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            enterkeyhint="search"
            .value=${search.query}
            @input=${(event: InputEvent) => {
              if (event.target instanceof HTMLInputElement) search.type(event.target.value);
            }}
            @keydown=${(event: KeyboardEvent) => onKey(app, event)}
          >
          ${search.query === "" ? html`<kbd aria-hidden="true">${appleKeys ? "⌘K" : "Ctrl K"}</kbd>` : nothing}
          ${scopeChip(app)}
        </search>
      </div>
      <div class="search-body">
        ${noticesView(app)}
        <p class="summary" role="status">${summaryWords(app)}</p>
        ${resultsView(app)}
        ${
          search.query === "" && documents.length > 0
            ? html`<p class="hint">
                <kbd>↑</kbd><kbd>↓</kbd> move through the results, <kbd>Enter</kbd> opens the page,
                <kbd>Esc</kbd> closes it.
              </p>`
            : nothing
        }
      </div>
    </main>
  `;
}

/** What is searched. With a choice made, pressing it goes back to all documents. */
function scopeChip(app: App): TemplateResult | typeof nothing {
  const { selected, documents } = app;
  if (documents.length === 0) return nothing;
  if (selected.size === 0) {
    const all =
      documents.length === 1 ? "1 document" : `all ${counted(documents.length, "document")}`;
    return html`<button
      class="chip"
      type="button"
      title="Choose documents in the list to search only them"
      @click=${() => {
        app.set({ documentsShown: true, pane: "documents" });
        requestAnimationFrame(() => document.querySelector<HTMLElement>(".rows .pick")?.focus());
      }}
    >${all}</button>`;
  }
  return html`<button
    class="chip chosen"
    type="button"
    aria-label=${`${count(selected.size)} selected; search all documents instead`}
    title="Search all documents instead"
    @click=${() => app.selectNone()}
  >${count(selected.size)} selected ${icon("close")}</button>`;
}

function onKey(app: App, event: KeyboardEvent): void {
  const { search } = app;
  if (event.key === "ArrowDown") moveInResults(event, 0);
  else if (event.key === "Enter" && search.hits[0]) app.openHit(search.hits[0]);
  else if (event.key === "Escape" && search.query !== "") {
    event.preventDefault();
    search.type("");
  }
}
