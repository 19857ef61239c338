import { html, nothing, type TemplateResult } from "lit/html.js";
import type { DocumentSize } from "../../index.js";
import type { App } from "../state/app.js";
import { fileName } from "../state/document-names.js";
import { icon } from "../state/icons.js";
import { focusNeighbour } from "./focus-neighbour.js";
import { isolated } from "./isolated.js";

const MOST = 5;

/** Says what there is no room for, how much is missing, and what could make room. */
export function roomNotice(app: App): TemplateResult | typeof nothing {
  const { room, words } = app;
  const { files } = room;
  const [first] = files;
  if (!first) return nothing;
  const count = files.length;
  const name = fileName(first.path);
  const many = count > 1 ? words.t("documents.room.noneMany", { count }) : null;
  const largest = (room.state?.largest ?? [])
    .filter(({ document }) => app.documents.get(document))
    .slice(0, MOST);
  return html`
    <section class="notice" aria-label=${many ?? words.t("documents.room.none", { name })}>
      ${icon("warning")}
      <div class="notice-body">
        <p class="notice-title">${
          many ?? words.parts("documents.room.none", { name: isolated(name) })
        }</p>
        <p>${missingWords(app)}</p>
        ${
          largest.length > 0
            ? html`<p class="notice-about">${words.t("documents.room.largest")}</p>
                <ul class="largest">${largest.map((document) => largestView(app, document))}</ul>`
            : nothing
        }
        <p class="notice-about" role="status">${waitWords(app)}</p>
        <p class="notice-actions">
          <button class="link" type="button" ?disabled=${room.waiting} @click=${() => void room.tryAgain()}>
            ${words.t("common.tryAgain")}
          </button>
          <button
            class="link"
            type="button"
            @click=${() => void app.attempt(() => app.ingest.takeOut(files.map(({ path }) => path)))}
          >${words.t("documents.room.leaveOut", { count })}</button>
        </p>
      </div>
    </section>
  `;
}

function missingWords({ room, words }: App): string {
  const { missing, needed, files } = room;
  // What is stored already lacks room for its pages, of which only the collection knows.
  const problem = files[0]?.problem;
  if (needed === 0) return problem ? words.problem(problem) : "";
  if (missing !== null) return words.t("documents.room.missing", { size: words.size(missing) });
  // Some browsers hide how much room there really is.
  return words.t("documents.room.needed", { size: words.size(needed) });
}

function waitWords({ room, words }: App): string {
  if (room.waiting) return words.t("documents.room.waiting");
  return room.clearing ? words.t("documents.room.clearing") : "";
}

function largestView(app: App, { document: id, path, bytes }: DocumentSize): TemplateResult {
  const { words } = app;
  const name = fileName(path);
  return html`<li>
    <span class="largest-name" title=${path}>${isolated(name)}</span>
    <span class="quiet">${words.size(bytes)}</span>
    <button
      class="link"
      type="button"
      aria-label=${words.t("documents.row.delete", { name })}
      @click=${(event: Event) => {
        const document = app.documents.get(id);
        if (!document) return;
        focusNeighbour(app, event);
        void app.remove([document]);
      }}
    >${words.t("common.delete")}</button>
  </li>`;
}
