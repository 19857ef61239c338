import { html, nothing, type TemplateResult } from "lit/html.js";
import type { DocumentSummary } from "../../core/index.js";
import type { CollectionsFeature } from "../collections/collections-feature.js";
import { fetchLinesView } from "../collections/fetch-lines-view.js";
import type { I18n } from "../i18n/i18n.js";
import type { Models } from "../models/models.js";
import {
  emptyNotebookView,
  newNotebookView,
  notebooksView,
  placingLinks,
} from "../notebooks/notebooks-view.js";
import { memoryNote, privacyView } from "../settings/privacy.js";
import { settingsButtonView } from "../settings/settings-button-view.js";
import type { Shell } from "../shell/shell.js";
import { type Drawn, icon, iconButton } from "../shell/view-parts.js";
import { gapsOf, pagesWords } from "./document-words.js";
import type { DocumentsFeature } from "./documents-feature.js";
import { foldersView } from "./folders-view.js";
import { pick } from "./gather-files.js";
import { filterView, focusRow, listRowsView, orderView, showNotAdded } from "./list-rows-view.js";
import { pickListView } from "./pick-list-view.js";
import { RowWindow } from "./row-window.js";

/** The left pane: all added files, their progress, and the actions on them. */
export function documentsView(
  feature: DocumentsFeature,
  collections: CollectionsFeature,
  models: Models,
): TemplateResult {
  const { words } = feature.shell;
  const { selected } = feature.list;
  return html`
    <section class="pane documents" part="documents" aria-label=${words.t("documents.title")} ?data-selecting=${selected !== null}>
      <header class="pane-head">
        <p class="wordmark" aria-hidden="true">${words.t("widget.name")}</p>
        ${newNotebookView(feature)}
        ${iconButton(
          "sidebar",
          words.t("documents.hide"),
          () => feature.shell.set({ documentsShown: false }),
          { look: "icon-button collapse" },
        )}
        ${feature.shell.surface.wide ? nothing : settingsButtonView(feature.shell)}
      </header>
      ${notebooksView(feature)} ${listHead(feature)}
      ${filterView(feature)} ${fetchLinesView(collections)} ${foldersView(feature)}
      ${listRowsView(feature)}
      <footer class="pane-foot">
        <div class="add">
          <button class="button" type="button" @click=${() => void pick(feature, "files")}>${icon("add")}${words.t("documents.add.files")}</button>
          <button class="button" type="button" @click=${() => void pick(feature, "folder")}>${icon("add")}${words.t("documents.add.folder")}</button>
        </div>
        ${memoryNote(feature)} ${privacyView(feature.shell, models)}
      </footer>
    </section>
  `;
}

/** The line above the list: the selection, the work in progress, or a count. */
function listHead(feature: DocumentsFeature): TemplateResult {
  const { words } = feature.shell;
  const { listed: all, selected } = feature.list;
  if (feature.ingest.running) return queueHeadView(feature);
  if (selected) {
    const count = selected.size;
    return html`<div class="list-head">
      <p>${scopeWords(feature)}</p>
      ${scopeButtons(feature)}
      ${
        count > 0
          ? html`${placingLinks(feature)}<button class="link" type="button" @click=${() => removeSelected(feature)}>${words.t(feature.notebooks?.chosen ? "notebooks.deleteEverywhere" : "documents.selected.delete", { count })}</button>`
          : nothing
      }
    </div>`;
  }
  if (all.length === 0 && feature.list.within) return emptyNotebookView(feature);
  const facts = [words.t("common.documents", { count: all.length }), listedPages(words, all)];
  return html`<div class="list-head">
    <p>${facts.filter((fact) => fact !== "").join(" · ")}</p>
    ${all.length > 1 ? [scopeButtons(feature), orderView(feature)] : nothing}
    ${
      // While paused with nothing to read, files added next would wait silently.
      feature.ingest.rows.paused
        ? html`<button class="link" type="button" @click=${() => void feature.shell.attempt(() => feature.ingest.resume())}>${words.t("documents.resume")}</button>`
        : nothing
    }
    ${notAddedView(feature)}
  </div>`;
}

/**
 * The pages of listed documents, in words, if half of them have pages or some pages have no text; sheets,
 * slides and parts are none. Computed once for each list and language.
 */
const knownPages = new WeakMap<
  readonly DocumentSummary[],
  { readonly words: I18n; readonly pages: string }
>();

function listedPages(words: I18n, all: readonly DocumentSummary[]): string {
  let known = knownPages.get(all);
  if (known?.words !== words) {
    const paged = all.filter(({ pageUnit }) => pageUnit === "page");
    // The pages of a few documents say little about all of them.
    const areMost = 2 * paged.length >= all.length || gapsOf(words, paged) !== "";
    known = { words, pages: areMost ? pagesWords(words, paged) : "" };
    knownPages.set(all, known);
  }
  return known.pages;
}

/**
 * The link to the files that are not documents, which are listed below the documents. Those that
 * only need a password are counted as such.
 */
function notAddedView(feature: DocumentsFeature): Drawn {
  const { ingest, list, shell } = feature;
  const { words } = shell;
  const locked = ingest.passwords.files.length;
  const others = ingest.rows.all.length - locked;
  if (locked + others === 0 || list.all.length === 0) return nothing;
  const counts = [
    ...(others > 0 ? [words.t("documents.notAdded", { count: others })] : []),
    ...(locked > 0 ? [words.t("documents.password.neededMany", { count: locked })] : []),
  ];
  return html`<button
    class="not-added"
    type="button"
    title=${words.t("documents.notAdded.goTo")}
    @click=${() => showNotAdded(feature)}
  ><span class="link">${counts.join(" · ")}</span></button>`;
}

function removeSelected(feature: DocumentsFeature): void {
  const { list } = feature;
  void feature.remove(list.listed.filter(({ id }) => list.isSelected(id)));
}

/** The progress of all work, the time left, and the buttons to pause or stop it. */
function queueHeadView(feature: DocumentsFeature): TemplateResult {
  const { ingest } = feature;
  const { words } = feature.shell;
  const { paused } = ingest.rows;
  const note = noteWords(feature);
  return html`
    <div class="overall" role="group" aria-label=${words.t("documents.queue.title")}>
      <p>${headWords(feature)}</p>
      <progress aria-label=${words.t("documents.queue.all")} max="1" .value=${ingest.share}></progress>
      <p
        class="quiet"
        title=${ingest.unstored > 0 ? words.t("documents.queue.keepOpen") : nothing}
      >${leftWords(feature)}</p>
      <button
        class="link"
        type="button"
        @click=${() =>
          void feature.shell.attempt(async () => {
            await (paused ? ingest.resume() : ingest.pause());
            feature.shell.surface.announce(
              words.t(paused ? "documents.queue.isResumed" : "documents.queue.isPaused"),
            );
          })}
      >${words.t(paused ? "documents.queue.resume" : "documents.queue.pause")}</button>
      <button
        class="link"
        type="button"
        title=${words.t("documents.queue.stop.what")}
        @click=${() => void feature.shell.attempt(async () => feature.ingestNotices.stopped(await ingest.stop()))}
      >${words.t("documents.queue.stop")}</button>
      ${note === null ? nothing : html`<p class="quiet overall-note">${note}</p>`}
    </div>
  `;
}

function headWords({ ingest, shell: { words } }: DocumentsFeature): string {
  const { done, total } = ingest.files;
  if (ingest.rows.paused) return words.t("documents.queue.paused", { count: total - done });
  return words.t("documents.queue.reading", { number: Math.min(done + 1, total), count: total });
}

function leftWords({ ingest, shell: { words } }: DocumentsFeature): string {
  const { unstored, remaining } = ingest;
  // Closing the page would lose files that are not stored yet.
  if (unstored > 0) return words.t("documents.queue.takingIn", { count: unstored });
  return remaining === null ? "\u00a0" : words.timeLeft(remaining);
}

function noteWords({ ingest, shell: { words } }: DocumentsFeature): string | null {
  if (!ingest.rows.here) return words.t("documents.queue.otherTab");
  if (ingest.resumed) return words.t("documents.queue.goesOn");
  return null;
}

const ROW_HEIGHT = 36;
const GAP = 6;
const MARGIN = 8;

/** The scope of questions and searches, which opens the list of documents to choose from. */
export function scopeView(feature: DocumentsFeature): Drawn {
  const { list } = feature;
  const { view, words } = feature.shell;
  const count = list.all.length;
  if (count === 0) return nothing;
  return html`<button
      class=${list.narrowed ? "chip chosen" : "chip"}
      id="scope-button"
      type="button"
      popovertarget="scope"
      aria-haspopup="dialog"
      aria-expanded=${feature.scopeRows ? "true" : "false"}
      title=${words.t(`scope.choose.${view === "search" ? view : "ask"}`)}
    >${scopeWords(feature)}${icon("chevron")}</button>
    <div
      class="scope"
      id="scope"
      popover
      role="dialog"
      aria-label=${words.t(`scope.choose.${view === "search" ? view : "ask"}`)}
      @beforetoggle=${(event: ToggleEvent) => {
        const opens = event.newState === "open";
        if (!opens) leaveScope(feature.shell);
        feature.scopeRows = opens ? new RowWindow() : null;
        // Draws the list at once, so that it exists when the popover opens.
        if (opens) feature.shell.show(feature.shell.view);
        else feature.shell.changed();
        if (opens && event.target instanceof HTMLElement) keepInPlace(feature.shell, event.target);
      }}
      @toggle=${(event: ToggleEvent) => {
        const [first] = list.listed;
        if (event.newState === "open" && feature.scopeRows && first) goToRow(feature, first.id);
      }}
      @keydown=${(event: KeyboardEvent) => {
        // The browser closes the popover; the same key press must not close anything else.
        if (event.key === "Escape") event.stopPropagation();
      }}
      @focusout=${({ currentTarget, relatedTarget }: FocusEvent) => {
        const { parentElement } = currentTarget as HTMLElement;
        if (relatedTarget instanceof Node && !parentElement?.contains(relatedTarget))
          closeScope(feature.shell);
      }}
    >${feature.scopeRows ? scopeList(feature, feature.scopeRows) : nothing}</div>`;
}

/** “all 12 documents”, “3 of 12 documents”, “Lease: 4 documents”. */
function scopeWords({ ingest, list, notebooks, shell: { words } }: DocumentsFeature): string {
  const { listed, selected } = list;
  const count = listed.length;
  if (selected) return words.t("scope.chosen", { chosen: selected.size, count });
  const scope = notebooks?.scope;
  if (scope) return scope;
  // Files still being read are not searched yet.
  return words.t(ingest.running ? "scope.soFar" : "scope.all", { count });
}

function scopeButtons({ list, shell: { words } }: DocumentsFeature): TemplateResult {
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

/** The list of the documents to ask. */
const scopeRows = "#scope .scope-rows";

function scopeList(feature: DocumentsFeature, window: RowWindow): TemplateResult {
  const { list } = feature;
  return html`
    <div class="scope-head">
      <p>${scopeWords(feature)}</p>
      ${scopeButtons(feature)}
    </div>
    ${pickListView(feature, {
      documents: list.listed,
      rowHeight: ROW_HEIGHT,
      window,
      isPicked: ({ id }) => list.isSelected(id),
      toggle: ({ id }) => list.select(id, !list.isSelected(id)),
      place: scopeRows,
    })}
  `;
}

function goToRow(feature: DocumentsFeature, id: string): void {
  if (feature.scopeRows)
    focusRow(feature.shell, feature.scopeRows, scopeRows, { key: id, control: "pick" });
}

/** Returns the focus to the button before the popover closes, unless the reader has moved it. */
function leaveScope({ surface }: Shell): void {
  if (surface.find("#scope")?.contains(surface.active)) surface.find("#scope-button")?.focus();
}

function closeScope(shell: Shell): void {
  shell.surface.find("#scope:popover-open")?.hidePopover();
}

/** Positions the popover, now and whenever the window is resized while it is open. */
function keepInPlace(shell: Shell, menu: HTMLElement): void {
  placeScope(shell, menu);
  const again = (): void => {
    if (!menu.matches(":popover-open")) removeEventListener("resize", again);
    // Waits until the panes have moved.
    else requestAnimationFrame(() => requestAnimationFrame(() => placeScope(shell, menu)));
  };
  addEventListener("resize", again);
}

/** Places the popover above or below the button, wherever there is more room. */
function placeScope({ surface }: Shell, menu: HTMLElement): void {
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
