import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { App } from "../state/app.js";
import { memoryNote } from "./memory-note.js";
import { noticesView } from "./notices.js";
import { pick } from "./pick.js";
import { privacyView } from "./privacy.js";
import { refusedRows } from "./refused-rows.js";

/** What is shown before there is any document. */
export function emptyView(app: App): TemplateResult {
  return html`
    <main class="empty">
      <p class="wordmark">Pagehound</p>
      ${noticesView(app)}
      <section class="drop-area" aria-labelledby="empty-title">
        <h1 id="empty-title">
          <span class="with-pointer">Drop documents here to search them</span>
          <span class="with-touch">Choose documents to search them</span>
        </h1>
        <p>
          PDF, text, Markdown, HTML and CSV files, or a whole folder.
          Every result opens the page it comes from, with the passage marked.
        </p>
        <div class="buttons">
          <button class="button primary" type="button" @click=${() => pick(app, "files")}>Choose files</button>
          <button class="button" type="button" @click=${() => pick(app, "folder")}>Choose a folder</button>
        </div>
        ${
          app.setup.samples
            ? html`<button
                class="link"
                type="button"
                ?disabled=${app.loadingSamples}
                @click=${() => void app.addSamples()}
              >${app.loadingSamples ? "Fetching the samples…" : "Try the samples"}</button>`
            : nothing
        }
      </section>
      ${refusedView(app)} ${memoryNote(app)} ${privacyView(app)}
    </main>
  `;
}

/** Files that were added and could not be read; all there is to be seen of them. */
function refusedView(app: App): TemplateResult | typeof nothing {
  const rows = refusedRows(app);
  if (rows.length === 0) return nothing;
  return html`<ul class="rows" aria-label="Files that could not be read">${repeat(
    rows,
    ({ key }) => key,
    ({ draw }) => draw(null),
  )}</ul>`;
}
