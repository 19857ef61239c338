import { html, nothing, type TemplateResult } from "lit";
import { announce } from "../announcements.js";
import type { App } from "../app.js";
import { icon } from "../icons.js";
import { type IngestRow, isActive } from "../ingest-rows.js";
import { fileName } from "../words.js";
import { focusNeighbour } from "./focus-neighbour.js";
import { stateWords } from "./ingest-state.js";
import { middleEllipsis } from "./middle-ellipsis.js";
import { passwordField } from "./password-field.js";
import { rowMark } from "./row-mark.js";

/** A file that is on its way into the collection, or cannot get there. */
export function ingestRow(app: App, row: IngestRow, isFirst: boolean): TemplateResult {
  const { path, state, done, total } = row;
  const { rows, passwords } = app.ingest;
  const name = fileName(path);
  const password = passwords.stateOf(path);
  const active = isActive(row) && password === null;
  return html`
    <li
      class=${active ? "row working" : "row stuck"}
      data-state=${state}
      ?data-progress=${active && (state !== "waiting" || done > 0)}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === "Delete" && !(event.target instanceof HTMLInputElement)) {
          takeOut(app, row, event);
        }
      }}
    >
      <span class="row-mark">${icon(state === "refused" ? "warning" : "document")}</span>
      <div class="row-open" title=${path}>
        ${middleEllipsis(name)}
        <span class="row-facts">${stateWords(row, rows.paused, password)}</span>
      </div>
      ${row.problem && password === null ? rowMark("note", row.problem.message) : nothing}
      <span class="row-actions">
        ${state === "waiting" && row.stored && !isFirst ? firstButton(app, path) : nothing}
        ${
          state === "held" && password === null
            ? html`<button
                class="icon-button row-action"
                type="button"
                aria-label=${`Try ${name} again`}
                title="Try again"
                @click=${() => void (row.problem?.code === "storage-full" ? app.room.tryAgain() : app.attempt(() => app.ingest.retry([path])))}
              >${icon("again")}</button>`
            : nothing
        }
        ${
          state === "indexing" || password !== null
            ? nothing
            : html`<button
                class="icon-button row-action"
                type="button"
                aria-label=${`Take ${name} out`}
                title=${state === "refused" ? "Take it out of the list" : "Take it out: it is not added"}
                @click=${(event: Event) => takeOut(app, row, event)}
              >${icon("close")}</button>`
        }
      </span>
      ${password === null ? nothing : passwordField(app, path, password, "row")}
      ${
        active && (state !== "waiting" || done > 0)
          ? html`<progress aria-label=${`Reading ${name}`} max=${total || 1} .value=${done}></progress>`
          : nothing
      }
    </li>
  `;
}

function firstButton(app: App, path: string): TemplateResult {
  const name = fileName(path);
  return html`<button
    class="icon-button row-action"
    type="button"
    aria-label=${`Read ${name} first`}
    title="Read this one first"
    @click=${(event: Event) => {
      const button = event.currentTarget;
      void app.attempt(async () => {
        await app.ingest.readFirst(path);
        announce(`${name} is read first.`);
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
    announce(`${fileName(path)} was taken out.`);
  });
}
