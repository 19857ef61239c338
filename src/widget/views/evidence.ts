import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Answer } from "../../index.js";
import type { App } from "../state/app.js";
import { type CitedPlace, citedPlaces, placeKey } from "../state/cited-places.js";
import { fileName } from "../state/document-names.js";
import type { Turn } from "../state/turn.js";
import { quoteWords } from "./citation.js";
import { middleEllipsis } from "./middle-ellipsis.js";
import { reveal } from "./reveal.js";

/** The sources of an answer, behind one button. */
export function evidenceButton(
  app: App,
  turn: Turn,
  answer: Answer,
): TemplateResult | typeof nothing {
  const count = citedPlaces(answer).length;
  if (count === 0) return nothing;
  const { key, sourcesShown } = turn;
  return html`<button
    class="chip evidence-button"
    type="button"
    aria-expanded=${sourcesShown ? "true" : "false"}
    aria-controls=${`${key}-sources`}
    @click=${() => {
      app.change(() => {
        turn.sourcesShown = !sourcesShown;
      });
      if (!sourcesShown) reveal(app, `${key}-sources`);
    }}
  >${app.words.t("source.list.count", { count })}</button>`;
}

/** The sources of an answer as a list, each opening its page. */
export function evidenceView(
  app: App,
  { key, sourcesShown }: Turn,
  answer: Answer,
): TemplateResult {
  return html`<div class="evidence" id=${`${key}-sources`} ?hidden=${!sourcesShown}>
    ${
      sourcesShown
        ? html`<ol class="results" aria-label=${app.words.t("source.list")}>
            ${repeat(
              citedPlaces(answer),
              ({ number }) => number,
              (place) => sourceView(app, `${key}-source-${place.number}`, place),
            )}
          </ol>`
        : nothing
    }
  </div>`;
}

function sourceView(app: App, id: string, { citation, number }: CitedPlace): TemplateResult {
  const { words } = app;
  const { path, page, pageUnit, pageLabel, quote } = citation;
  const open = app.opening.page?.hit === placeKey(citation);
  return html`<li
    class="result"
    ?data-open=${open}
    @click=${() => {
      if (getSelection()?.isCollapsed !== false) app.opening.citation(citation);
    }}
  >
    <button
      class="where"
      type="button"
      title=${path}
      aria-current=${open ? "true" : "false"}
      aria-describedby=${id}
    ><span class="source-label">${words.count(number)}</span><span class="where-name">${middleEllipsis(
      fileName(path),
    )}</span><span class="where-page">${words.place(pageUnit, page, pageLabel)}</span></button>
    <p class="excerpt" id=${id} dir="auto">${words.t("source.quote", { quote: quoteWords(quote) })}</p>
  </li>`;
}
