import { html, nothing, type TemplateResult } from "lit/html.js";
import { fileName, folderName } from "../../core/paths.js";
import type { DocumentSummary } from "../../index.js";
import type { App } from "../shell/app.js";
import { icon } from "../shell/icons.js";
import { isolated, middleEllipsis } from "../shell/view-parts.js";
import { focusRow, moveInRows, takeStop } from "./list-rows-view.js";
import { RowWindow } from "./row-window.js";

const HEIGHT = 36;
const GAP = 6;
const MARGIN = 8;

/** What is asked or searched, and behind it the list of documents to choose that from. */
export function scopeView(app: App): TemplateResult | typeof nothing {
  const { documents } = app;
  const { view, words } = app.shell;
  const count = documents.list.length;
  if (count === 0) return nothing;
  return html`<button
      class=${documents.selected === null ? "chip" : "chip chosen"}
      id="scope-button"
      type="button"
      popovertarget="scope"
      aria-haspopup="dialog"
      aria-expanded=${app.scopeRows ? "true" : "false"}
      title=${words.t(`scope.choose.${view}`)}
    >${scopeWords(app)}${icon("chevron")}</button>
    <div
      class="scope"
      id="scope"
      popover
      role="dialog"
      aria-label=${words.t(`scope.choose.${view}`)}
      @beforetoggle=${(event: ToggleEvent) => {
        const opens = event.newState === "open";
        if (!opens) goBack(app);
        app.scopeRows = opens ? new RowWindow() : null;
        // At once, so that it is there when it is shown.
        if (opens) app.shell.show(app.shell.view);
        else app.shell.changed();
        if (opens && event.target instanceof HTMLElement) keepInPlace(app, event.target);
      }}
      @toggle=${(event: ToggleEvent) => {
        const [first] = documents.list;
        if (event.newState === "open" && app.scopeRows && first) goTo(app, first.id);
      }}
      @keydown=${(event: KeyboardEvent) => {
        // The browser closes it; nothing else is to go with the same press.
        if (event.key === "Escape") event.stopPropagation();
      }}
      @focusout=${({ currentTarget, relatedTarget }: FocusEvent) => {
        const { parentElement } = currentTarget as HTMLElement;
        if (relatedTarget instanceof Node && !parentElement?.contains(relatedTarget)) close(app);
      }}
    >${app.scopeRows ? listView(app, app.scopeRows) : nothing}</div>`;
}

/** “all 12 documents”, “3 of 12 documents”. */
export function scopeWords({ documents, ingest, shell: { words } }: App): string {
  const { list, selected } = documents;
  const count = list.length;
  if (selected) return words.t("scope.chosen", { chosen: selected.size, count });
  // What is still to be read is not searched yet.
  return words.t(ingest.running ? "scope.soFar" : "scope.all", { count });
}

/** The ways to choose all documents, and none. */
export function scopeButtons({ documents, shell: { words } }: App): TemplateResult {
  return html`<span class="scope-buttons">
    <button
      class="link"
      type="button"
      @click=${() => documents.selectAll()}
    >${words.t("documents.selected.all")}</button>
    <button
      class="link"
      type="button"
      @click=${() => documents.selectNone()}
    >${words.t("documents.selected.none")}</button>
  </span>`;
}

function listView(app: App, window: RowWindow): TemplateResult {
  const { documents } = app;
  const { words } = app.shell;
  const { list } = documents;
  const rows = {
    length: list.length,
    key: (index: number) => list[index]?.id ?? "",
    height: () => HEIGHT,
    draw: (index: number) => rowView(app, list[index] as DocumentSummary, index, window),
  };
  return html`
    <div class="scope-head">
      <p>${scopeWords(app)}</p>
      ${scopeButtons(app)}
    </div>
    <ul
      class="scope-rows"
      aria-label=${words.t("documents.list")}
      @scroll=${({ target }: Event) => {
        if (!(target instanceof Element)) return;
        if (window.scrolled(target.scrollTop, target.clientHeight)) app.shell.changed();
      }}
      @focusin=${(event: Event) => takeStop(app, window, event)}
      @keydown=${(event: KeyboardEvent) => moveInRows(app, window, event)}
    >${window
      .shown(rows, window.stop?.key)
      .map((one) =>
        one.isGap
          ? html`<li aria-hidden="true" .style=${`block-size: ${one.height}px`}></li>`
          : rows.draw(one.index),
      )}</ul>
  `;
}

function rowView(
  { documents }: App,
  { id, path }: DocumentSummary,
  index: number,
  { stop }: RowWindow,
): TemplateResult {
  const folder = documents.index.isDoubled(path) ? folderName(path) : "";
  const isStop = stop && documents.get(stop.key) ? stop.key === id : index === 0;
  return html`<li data-key=${id}>
    <label title=${path}>
      <input
        type="checkbox"
        data-control="pick"
        tabindex=${isStop ? 0 : -1}
        .checked=${documents.isSelected(id)}
        @change=${() => documents.select(id, !documents.isSelected(id))}
      >
      ${middleEllipsis(fileName(path))}
      ${folder === "" ? nothing : html`<span class="quiet">${isolated(folder)}</span>`}
    </label>
  </li>`;
}

function goTo(app: App, id: string): void {
  if (app.scopeRows) focusRow(app, app.scopeRows, ".scope-rows", { key: id, control: "pick" });
}

/** Gives the focus back, before what has it goes; unless the reader has gone elsewhere. */
function goBack({ shell: { surface } }: App): void {
  if (surface.find("#scope")?.contains(surface.active)) surface.find("#scope-button")?.focus();
}

function close(app: App): void {
  app.shell.surface.find("#scope:popover-open")?.hidePopover();
}

/** Puts the list where it belongs, and again when the window has another size, as long as it is open. */
function keepInPlace(app: App, menu: HTMLElement): void {
  place(app, menu);
  const again = (): void => {
    if (!menu.matches(":popover-open")) removeEventListener("resize", again);
    // Once the panes have their new places.
    else requestAnimationFrame(() => requestAnimationFrame(() => place(app, menu)));
  };
  addEventListener("resize", again);
}

/** Where there is more room, above what opens it or below. */
function place({ shell: { surface } }: App, menu: HTMLElement): void {
  const at = surface.find("#scope-button")?.getBoundingClientRect();
  if (!at) return;
  const { style } = menu;
  const above = at.top > innerHeight - at.bottom;
  const room = (above ? at.top : innerHeight - at.bottom) - GAP - MARGIN;
  const width = Math.min(340, innerWidth - 2 * MARGIN);
  const left = surface.fromRight ? at.right - width : at.left;
  style.inlineSize = `${width}px`;
  style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`;
  style.top = above ? "auto" : `${at.bottom + GAP}px`;
  style.bottom = above ? `${innerHeight - at.top + GAP}px` : "auto";
  style.maxBlockSize = `${Math.min(room, 440)}px`;
}
