import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { fileName } from "../state/document-names.js";
import { icon } from "../state/icons.js";
import { type IngestRow, isActive } from "../state/ingest-rows.js";
import type { RowPlace } from "../state/row-window.js";
import { focusNeighbour } from "./focus-neighbour.js";
import { stateWords } from "./ingest-state.js";
import { middleEllipsis } from "./middle-ellipsis.js";
import { passwordField } from "./password-field.js";
import { rowMark } from "./row-mark.js";

/** A file that is on its way into the collection, or cannot get there. */
export function ingestRow(
  app: App,
  row: IngestRow,
  isFirst: boolean,
  place: RowPlace | null,
): TemplateResult {
  const { words } = app;
  const { path, state, done, total } = row;
  const { rows, passwords } = app.ingest;
  const name = fileName(path);
  const password = passwords.stateOf(path);
  const active = isActive(row) && password === null;
  // How far it is can be shown once it is known how far it is to go.
  const moving = active && (state !== "waiting" || done > 0) && (total > 0 || done === 0);
  return html`
    <li
      class=${active ? "row working" : "row stuck"}
      data-state=${state}
      data-key=${path}
      aria-posinset=${place?.number ?? nothing}
      aria-setsize=${place?.of ?? nothing}
      ?data-progress=${moving}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === "Delete" && !(event.target instanceof HTMLInputElement)) {
          takeOut(app, row, event);
        }
      }}
    >
      <span class="row-mark">${icon(state === "refused" ? "warning" : "document")}</span>
      <div class="row-open" title=${path}>
        ${middleEllipsis(name)}
        <span class="row-facts">${stateWords(words, row, rows.paused, password)}</span>
      </div>
      ${row.problem && password === null ? rowMark("note", words.problem(row.problem)) : nothing}
      <span class="row-actions">
        ${state === "waiting" && row.stored && !isFirst ? firstButton(app, path) : nothing}
        ${state === "held" && password === null ? againButton(app, row) : nothing}
        ${
          state === "indexing" || password !== null
            ? nothing
            : html`<button
                class="icon-button row-action"
                type="button"
                aria-label=${words.t("documents.file.takeOut", { name })}
                title=${words.t(
                  state === "refused"
                    ? "documents.file.takeOut.refused"
                    : "documents.file.takeOut.waiting",
                )}
                @click=${(event: Event) => takeOut(app, row, event)}
              >${icon("close")}</button>`
        }
      </span>
      ${password === null ? nothing : passwordField(app, path, password, "row")}
      ${
        moving
          ? html`<progress aria-label=${words.t("documents.file.reading", { name })} max=${total || 1} .value=${done}></progress>`
          : nothing
      }
    </li>
  `;
}

/** Goes on with a file once what it waits for is there; a linked one is asked for, which takes a click. */
function againButton(app: App, { path, problem }: IngestRow): TemplateResult {
  const { words } = app;
  const name = fileName(path);
  const asks = problem?.code === "permission-required";
  const goOn = (): void => {
    if (problem?.code === "storage-full") void app.room.tryAgain();
    else if (asks) void app.attempt(() => app.ingest.allow([path]));
    else void app.attempt(() => app.ingest.retry([path]));
  };
  return html`<button
    class="icon-button row-action"
    type="button"
    aria-label=${words.t(asks ? "documents.file.allow" : "documents.file.retry", { name })}
    title=${words.t(asks ? "documents.file.allow.short" : "common.tryAgain")}
    @click=${goOn}
  >${icon("again")}</button>`;
}

function firstButton(app: App, path: string): TemplateResult {
  const name = fileName(path);
  return html`<button
    class="icon-button row-action"
    type="button"
    aria-label=${app.words.t("documents.file.first", { name })}
    title=${app.words.t("documents.file.first.short")}
    @click=${(event: Event) => {
      const button = event.currentTarget;
      void app.attempt(async () => {
        await app.ingest.readFirst(path);
        app.surface.announce(app.words.t("documents.file.isFirst", { name }));
        // The button goes once its row is the first.
        const row = button instanceof Element ? button.closest("li") : null;
        row?.querySelector<HTMLElement>("button:last-child")?.focus();
      });
    }}
  >${icon("first")}</button>`;
}

function takeOut(app: App, { path, state }: IngestRow, event: Event): void {
  if (state === "indexing") return;
  focusNeighbour(app, event);
  void app.attempt(async () => {
    await app.ingest.takeOut([path]);
    app.surface.announce(app.words.t("documents.file.takenOut", { name: fileName(path) }));
  });
}
