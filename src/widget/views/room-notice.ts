import { html, nothing, type TemplateResult } from "lit";
import type { DocumentSize } from "../../index.js";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import { counted, fileName, size } from "../state/words.js";
import { focusNeighbour } from "./focus-neighbour.js";

const MOST = 5;

/** Says what there is no room for, how much is missing, and what could make room. */
export function roomNotice(app: App): TemplateResult | typeof nothing {
  const { room } = app;
  const { files } = room;
  const [first] = files;
  if (!first) return nothing;
  const title = `No room for ${files.length === 1 ? fileName(first.path) : counted(files.length, "file")}`;
  const largest = (room.state?.largest ?? [])
    .filter(({ document }) => app.documents.get(document))
    .slice(0, MOST);
  return html`
    <section class="notice" aria-label=${title}>
      ${icon("warning")}
      <div class="notice-body">
        <p class="notice-title">${title}</p>
        <p>${missingWords(app)}</p>
        ${
          largest.length > 0
            ? html`<p class="notice-about">The largest documents here:</p>
                <ul class="largest">${largest.map((document) => largestView(app, document))}</ul>`
            : nothing
        }
        <p class="notice-about" role="status">${waitWords(app)}</p>
        <p class="notice-actions">
          <button class="link" type="button" ?disabled=${room.waiting} @click=${() => void room.tryAgain()}>
            Try again
          </button>
          <button
            class="link"
            type="button"
            @click=${() => void app.attempt(() => app.ingest.takeOut(files.map(({ path }) => path)))}
          >${files.length === 1 ? "Leave it out" : "Leave them out"}</button>
        </p>
      </div>
    </section>
  `;
}

function missingWords({ room }: App): string {
  const { missing, needed, files } = room;
  // What is stored already lacks room for its pages, of which only the collection knows.
  if (needed === 0) return files[0]?.problem?.message ?? "";
  if (missing !== null) {
    return `${size(missing)} are missing in the storage that the browser grants this site.`;
  }
  // Some browsers hide how much room there really is.
  return `${size(needed)} are needed, and the browser grants this site less than that.`;
}

function waitWords({ room }: App): string {
  if (room.waiting) return "Trying again as soon as the deleted documents are gone for good.";
  if (room.clearing) {
    return "Deleted documents make room half a minute later, when they cannot be brought back any more.";
  }
  return "";
}

function largestView(app: App, { document: id, path, bytes }: DocumentSize): TemplateResult {
  const name = fileName(path);
  return html`<li>
    <span class="largest-name" title=${path}>${name}</span>
    <span class="quiet">${size(bytes)}</span>
    <button
      class="link"
      type="button"
      aria-label=${`Delete ${name}`}
      @click=${(event: Event) => {
        const document = app.documents.get(id);
        if (!document) return;
        focusNeighbour(app, event);
        void app.remove([document]);
      }}
    >Delete</button>
  </li>`;
}
