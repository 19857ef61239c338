import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Excerpt, SearchHit } from "pagehound";
import type { App } from "../app.js";
import { counted, fileName, folderName, partialReason, placeName } from "../words.js";
import { middleEllipsis } from "./middle-ellipsis.js";

/** What a search found, or that it found nothing and what that is worth. */
export function resultsView(app: App): TemplateResult | typeof nothing {
  const { search } = app;
  if (search.query.trim() === "") return nothing;
  if (search.failure) {
    return html`<section class="answer">
      <h2>The search did not work</h2>
      <p>${search.failure}</p>
      <button class="button" type="button" @click=${() => search.again()}>Try again</button>
    </section>`;
  }
  if (!search.response) return nothing;
  if (search.hits.length === 0) return nothingFound(app);
  return html`
    <ol class="results" aria-label="Results">
      ${repeat(
        search.hits,
        ({ id }) => id,
        (hit, index) => resultView(app, hit, index),
      )}
    </ol>
    ${
      search.hasMore
        ? html`<button class="button more" type="button" @click=${() => search.more()}>Show more</button>`
        : nothing
    }
  `;
}

function resultView(app: App, hit: SearchHit, index: number): TemplateResult {
  const document = app.documents.find(({ id }) => id === hit.document);
  const place = placeName(document?.pageUnit ?? "page", hit.page, hit.pageLabel);
  const single = document?.pageUnit === "part" && document.pages.total === 1;
  const open = app.opened?.hit === hit.id;
  const name = fileName(hit.path);
  const folder = folderName(hit.path);
  return html`
    <li
      class="result"
      ?data-open=${open}
      @click=${() => {
        // A reader who selects words of a result wants to copy them.
        if (getSelection()?.isCollapsed !== false) app.openHit(hit);
      }}
    >
      <button
        class="where"
        type="button"
        title=${hit.path}
        aria-current=${open ? "true" : "false"}
        aria-describedby=${`excerpt-${index}`}
        @keydown=${(event: KeyboardEvent) => onKey(event, index)}
      ><span class="where-name">${middleEllipsis(name)}</span>${
        folder === "" ? nothing : html`<span class="where-folder">${folder}</span>`
      }${single ? nothing : html`<span class="where-page">${place}</span>`}</button>
      ${hit.heading ? html`<p class="where-heading">${hit.heading}</p>` : nothing}
      <p class=${hit.excerpt.text.includes("\t") ? "excerpt excerpt-table" : "excerpt"} id=${`excerpt-${index}`}>${excerptView(hit.excerpt)}</p>
    </li>
  `;
}

/** The excerpt with the query's words marked. */
function excerptView({ text, marks }: Excerpt): (string | TemplateResult)[] {
  const pieces: (string | TemplateResult)[] = [];
  let end = 0;
  for (const mark of marks) {
    if (mark.start < end) continue;
    pieces.push(
      cells(text.slice(end, mark.start)),
      html`<mark>${cells(text.slice(mark.start, mark.end))}</mark>`,
    );
    end = mark.end;
  }
  pieces.push(cells(text.slice(end)));
  return pieces;
}

/** Cells of a table row, set apart for reading; blocks without the empty line between them. */
function cells(text: string): string {
  return text.replaceAll("\t", " · ").replace(/\n{2,}/g, "\n");
}

function nothingFound(app: App): TemplateResult {
  const { search, selected, ingest } = app;
  const { coverage } = search.response ?? {
    coverage: { documents: 0, pages: 0, pagesWithoutText: 0 },
  };
  const chosen = app.documents.filter(({ id }) => selected.size === 0 || selected.has(id));
  const partial = chosen.filter((document) => partialReason(document) !== null);
  const searched = coverage.pages - coverage.pagesWithoutText;
  return html`
    <section class="answer">
      <h2>Nothing found for “${search.query.trim()}”</h2>
      <p>
        None of the ${counted(searched, "page")} with text, in ${counted(coverage.documents, "document")},
        contains ${/\s/.test(search.query.trim()) ? "any of these words" : "this word"}.
        ${ingest.running ? "Some documents are still being read." : nothing}
      </p>
      ${
        partial.length > 0
          ? html`<p>It may be where there is no text to search:</p>
              <ul>
                ${partial.slice(0, 8).map(
                  (document) => html`<li>
                    <span class="where-name">${fileName(document.path)}</span>
                    ${partialReason(document)}
                  </li>`,
                )}
                ${partial.length > 8 ? html`<li>and in ${counted(partial.length - 8, "other document")}</li>` : nothing}
              </ul>`
          : nothing
      }
      ${
        selected.size > 0
          ? html`<button class="button" type="button" @click=${() => app.selectNone()}>
              Search all documents
            </button>`
          : html`<p class="quiet">Try fewer words, or others that the text might use.</p>`
      }
    </section>
  `;
}

function onKey(event: KeyboardEvent, index: number): void {
  if (event.key === "ArrowDown") moveInResults(event, index + 1);
  else if (event.key === "ArrowUp") moveInResults(event, index - 1);
  else if (event.key === "Home") moveInResults(event, 0);
  else if (event.key === "End") moveInResults(event, Number.POSITIVE_INFINITY);
}

/** Moves the focus to a result; above the first one it goes back to the search box. */
export function moveInResults(event: KeyboardEvent, index: number): void {
  const buttons = [...document.querySelectorAll<HTMLElement>(".result .where")];
  const target =
    index < 0
      ? document.querySelector<HTMLElement>("#search")
      : (buttons[Math.min(index, buttons.length - 1)] ?? null);
  if (!target) return;
  event.preventDefault();
  target.focus({ preventScroll: true });
  (target.closest(".result") ?? target).scrollIntoView({ block: "nearest" });
}
