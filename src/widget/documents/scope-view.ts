import { html, nothing, type TemplateResult } from "lit/html.js";
import { fileName, folderName } from "../../core/paths.js";
import type { DocumentSummary } from "../../index.js";
import { icon } from "../shell/icons.js";
import type { Shell } from "../shell/shell.js";
import { isolated, middleEllipsis } from "../shell/view-parts.js";
import type { DocumentsFeature } from "./documents-feature.js";
import { focusRow, moveInRows, takeStop } from "./list-rows-view.js";
import { RowWindow } from "./row-window.js";

const HEIGHT = 36;
const GAP = 6;
const MARGIN = 8;

/** What is asked or searched, and behind it the list of documents to choose that from. */
export function scopeView(feature: DocumentsFeature): TemplateResult | typeof nothing {
  const { list } = feature;
  const { view, words } = feature.shell;
  const count = list.all.length;
  if (count === 0) return nothing;
  return html`<button
      class=${list.selected === null ? "chip" : "chip chosen"}
      id="scope-button"
      type="button"
      popovertarget="scope"
      aria-haspopup="dialog"
      aria-expanded=${feature.scopeRows ? "true" : "false"}
      title=${words.t(`scope.choose.${view}`)}
    >${scopeWords(feature)}${icon("chevron")}</button>
    <div
      class="scope"
      id="scope"
      popover
      role="dialog"
      aria-label=${words.t(`scope.choose.${view}`)}
      @beforetoggle=${(event: ToggleEvent) => {
        const opens = event.newState === "open";
        if (!opens) goBack(feature.shell);
        feature.scopeRows = opens ? new RowWindow() : null;
        // At once, so that it is there when it is shown.
        if (opens) feature.shell.show(feature.shell.view);
        else feature.shell.changed();
        if (opens && event.target instanceof HTMLElement) keepInPlace(feature.shell, event.target);
      }}
      @toggle=${(event: ToggleEvent) => {
        const [first] = list.all;
        if (event.newState === "open" && feature.scopeRows && first) goTo(feature, first.id);
      }}
      @keydown=${(event: KeyboardEvent) => {
        // The browser closes it; nothing else is to go with the same press.
        if (event.key === "Escape") event.stopPropagation();
      }}
      @focusout=${({ currentTarget, relatedTarget }: FocusEvent) => {
        const { parentElement } = currentTarget as HTMLElement;
        if (relatedTarget instanceof Node && !parentElement?.contains(relatedTarget))
          close(feature.shell);
      }}
    >${feature.scopeRows ? listView(feature, feature.scopeRows) : nothing}</div>`;
}

/** “all 12 documents”, “3 of 12 documents”. */
export function scopeWords({ ingest, list, shell: { words } }: DocumentsFeature): string {
  const { all, selected } = list;
  const count = all.length;
  if (selected) return words.t("scope.chosen", { chosen: selected.size, count });
  // What is still to be read is not searched yet.
  return words.t(ingest.running ? "scope.soFar" : "scope.all", { count });
}

/** The ways to choose all documents, and none. */
export function scopeButtons({ list, shell: { words } }: DocumentsFeature): TemplateResult {
  return html`<span class="scope-buttons">
    <button
      class="link"
      type="button"
      @click=${() => list.selectAll()}
    >${words.t("documents.selected.all")}</button>
    <button
      class="link"
      type="button"
      @click=${() => list.selectNone()}
    >${words.t("documents.selected.none")}</button>
  </span>`;
}

function listView(feature: DocumentsFeature, window: RowWindow): TemplateResult {
  const { list } = feature;
  const { words } = feature.shell;
  const { all } = list;
  const rows = {
    length: all.length,
    key: (index: number) => all[index]?.id ?? "",
    height: () => HEIGHT,
    draw: (index: number) => rowView(feature, all[index] as DocumentSummary, index, window),
  };
  return html`
    <div class="scope-head">
      <p>${scopeWords(feature)}</p>
      ${scopeButtons(feature)}
    </div>
    <ul
      class="scope-rows"
      aria-label=${words.t("documents.list")}
      @scroll=${({ target }: Event) => {
        if (!(target instanceof Element)) return;
        if (window.scrolled(target.scrollTop, target.clientHeight)) feature.shell.changed();
      }}
      @focusin=${(event: Event) => takeStop(feature, window, event)}
      @keydown=${(event: KeyboardEvent) => moveInRows(feature, window, event)}
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
  { list }: DocumentsFeature,
  { id, path }: DocumentSummary,
  index: number,
  { stop }: RowWindow,
): TemplateResult {
  const folder = list.index.isDoubled(path) ? folderName(path) : "";
  const isStop = stop && list.get(stop.key) ? stop.key === id : index === 0;
  return html`<li data-key=${id}>
    <label title=${path}>
      <input
        type="checkbox"
        data-control="pick"
        tabindex=${isStop ? 0 : -1}
        .checked=${list.isSelected(id)}
        @change=${() => list.select(id, !list.isSelected(id))}
      >
      ${middleEllipsis(fileName(path))}
      ${folder === "" ? nothing : html`<span class="quiet">${isolated(folder)}</span>`}
    </label>
  </li>`;
}

function goTo(feature: DocumentsFeature, id: string): void {
  if (feature.scopeRows)
    focusRow(feature.shell, feature.scopeRows, ".scope-rows", { key: id, control: "pick" });
}

/** Gives the focus back, before what has it goes; unless the reader has gone elsewhere. */
function goBack({ surface }: Shell): void {
  if (surface.find("#scope")?.contains(surface.active)) surface.find("#scope-button")?.focus();
}

function close(shell: Shell): void {
  shell.surface.find("#scope:popover-open")?.hidePopover();
}

/** Puts the list where it belongs, and again when the window has another size, as long as it is open. */
function keepInPlace(shell: Shell, menu: HTMLElement): void {
  place(shell, menu);
  const again = (): void => {
    if (!menu.matches(":popover-open")) removeEventListener("resize", again);
    // Once the panes have their new places.
    else requestAnimationFrame(() => requestAnimationFrame(() => place(shell, menu)));
  };
  addEventListener("resize", again);
}

/** Where there is more room, above what opens it or below. */
function place({ surface }: Shell, menu: HTMLElement): void {
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
