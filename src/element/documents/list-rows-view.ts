import { guard } from "lit/directives/guard.js";
import { ref } from "lit/directives/ref.js";
import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { listWords } from "../i18n/english/list.js";
import { panelWords } from "../i18n/english/panels.js";
import { addEnglish } from "../i18n/english.js";
import type { Shell } from "../shell/shell.js";
import { type Drawn, icon, middleEllipsis } from "../shell/view-parts.js";
import {
  type Arrangement,
  arrangerOf,
  depthOf,
  type FolderRow,
  folderKey,
  isDocument,
  isFolder,
  keyOf,
  type ListRow,
  usualOrder,
} from "./arrangement.js";
import { documentRow, hasRowButton } from "./document-row-view.js";
import { isOwnDocument } from "./documents.js";
import type { DocumentsFeature } from "./documents-feature.js";
import { ingestRow, refusedRows } from "./ingest-row-view.js";
import { type IngestRow, isActive } from "./ingest-rows.js";
import { filterOf } from "./list-filter.js";
import { previewOf } from "./preview.js";
import {
  type DocumentOrder,
  deepest,
  type RowList,
  type RowPlace,
  type RowStop,
  type RowWindow,
  topsOf,
} from "./row-window.js";

addEnglish(listWords);
addEnglish(panelWords);

/** The documents, and where they are listed. */
type ListedDocuments = Pick<DocumentsFeature, "list" | "shell">;

const HEIGHT = 52;
const HEIGHT_OF_HEAD = 32;
const HEIGHT_WITH_FIELD = 92;
const HEIGHT_WITH_BUTTON = 80;

/** The rows of the list: documents, files being added, and files that could not be read. */
export function listRowsView(feature: DocumentsFeature): TemplateResult {
  const rows = listRows(feature);
  const { rowWindow } = feature;
  const shown = rowWindow.shown(rows, focusedKey(feature.shell), stopOf(feature)?.key);
  if (!rowWindow.isWhole) feature.shell.changed();
  const preview = previewOf(feature);
  return html`<ul
    class="rows"
    aria-label=${feature.shell.words.t("documents.list")}
    @scroll=${({ target }: Event) => {
      if (!(target instanceof Element)) return;
      preview.scrolled();
      if (rowWindow.scrolled(target.scrollTop, target.clientHeight)) feature.shell.changed();
    }}
    @pointerover=${(event: PointerEvent) => preview.over(event)}
    @pointerleave=${() => preview.leave()}
    @pointerdown=${(event: PointerEvent) => preview.press(event)}
    @focusin=${(event: FocusEvent) => {
      takeStop(feature, rowWindow, event);
      preview.focus(event);
    }}
    @focusout=${(event: FocusEvent) => preview.blur(event)}
    @keydown=${(event: KeyboardEvent) => {
      if (!preview.onKey(event)) moveInRows(feature, movable(feature), event);
    }}
    @keyup=${(event: KeyboardEvent) => preview.onKey(event)}
  >
    ${repeat(
      shown,
      ({ key }) => key,
      (one) =>
        one.isGap
          ? // As a property, which the page's policy allows.
            html`<li aria-hidden="true" .style=${`block-size: ${one.height}px`}></li>`
          : rows.draw(
              one.index,
              rowWindow.isShort ? null : { number: one.index + 1, total: rows.length },
            ),
    )}
  </ul>
  ${preview.element}`;
}

/** Scrolls to the first row below the documents. */
export function showNotAdded(feature: DocumentsFeature): void {
  const list = feature.shell.surface.find(".rows");
  const rows = documentRows(feature, new Map());
  list?.scrollTo({ top: rows.top(rows.length) });
  // The rows there are drawn once the list has reported its scroll position.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const row = list?.querySelector(".row.stuck, .rows-head[data-key]");
      const unlock = row?.querySelector<HTMLElement>(".row-unlock");
      (unlock ?? row?.querySelector<HTMLElement>("input, button"))?.focus();
    }),
  );
}

/** All rows, in three parts. The content of a row is computed when the row is drawn. */
function listRows(feature: DocumentsFeature): RowList<unknown> {
  const { index } = feature.list;
  const { all } = feature.ingest.rows;
  const files = filterOf(feature.shell).files(all);
  // A document being read again keeps its place.
  const isRenewal = (row: IngestRow): boolean => isActive(row) && index.hasOwn(row.path);
  const renewals = new Map(all.filter(isRenewal).map((row) => [row.path, row]));
  const waiting = files.filter((row) => row.state !== "refused" && !isRenewal(row));
  return below(
    documentRows(feature, renewals),
    waitingRows(feature, waiting),
    refusedRows(feature, files),
  );
}

/** The listed documents in order. */
function arranged(feature: DocumentsFeature): Arrangement {
  const { list, rowWindow, shell } = feature;
  const filter = filterOf(shell);
  const documents = filter.documents(list.listed);
  // Search results are never folded.
  const toggled = filter.text === "" ? rowWindow.toggled : null;
  return arrangerOf(shell).arrange(documents, { order: orderOf(feature), toggled });
}

function movable(feature: DocumentsFeature): MovableRows {
  const { rows, at } = arranged(feature);
  return {
    all: rows,
    indexOf: (key) => at.get(key) ?? -1,
    window: feature.rowWindow,
    place: ".rows",
    toggle: (folder) => toggleFolder(feature, folder),
  };
}

function orderOf({ list, rowWindow }: DocumentsFeature): DocumentOrder {
  return rowWindow.order ?? usualOrder(list.listed);
}

export function orderView(feature: DocumentsFeature): TemplateResult {
  const { rowWindow, shell } = feature;
  const { words } = shell;
  const chosen = orderOf(feature);
  const label = words.t("documents.order");
  return html`<select
    class="order"
    aria-label=${label}
    title=${label}
    @change=${({ target }: Event) => {
      rowWindow.order = (target as HTMLSelectElement).value as DocumentOrder;
      shell.changed();
    }}
  >${(["folder", "added", "date", "author"] as const).map(
    (order) =>
      html`<option value=${order} ?selected=${order === chosen}>${words.t(`documents.order.${order}`)}</option>`,
  )}</select>`;
}

function documentRows(
  feature: DocumentsFeature,
  renewals: ReadonlyMap<string, IngestRow>,
): RowList<unknown> {
  const { words } = feature.shell;
  const { index: documents } = feature.list;
  const { paused } = feature.ingest.rows;
  const tabStop = stopOf(feature);
  const arrangement = arranged(feature);
  const { at, order, rows } = arrangement;
  const tops = topsOfDocuments(feature, arrangement);
  return {
    length: rows.length,
    key: (index) => keyOf(rows[index] as ListRow),
    indexOf: (key) => at.get(key) ?? -1,
    top: (index) => tops[index] ?? 0,
    draw: (index, place) => {
      const document = rows[index] as ListRow;
      if (isFolder(document)) {
        const stops = tabStop?.key === folderKey(document.folder);
        const { folder, name, depth, count, open } = document;
        const seen = [words, folder, name, depth, count, open, stops, place?.number, place?.total];
        return guard(seen, () => folderRow(feature, document, stops, place));
      }
      if (!isDocument(document)) {
        const name =
          document.group ?? words.t(`documents.order.${order as "date" | "author"}.none`);
        return html`<li class="rows-head"><p dir="auto">${name}</p></li>`;
      }
      const { id, path } = document;
      const depth = order === "folder" ? depthOf(document) : 0;
      const withFolder = order !== "folder" && documents.isDoubled(path);
      const original = documents.originalOf(document);
      const isOwn = isOwnDocument(document);
      const renewal = isOwn ? renewals.get(path) : undefined;
      const gone = isOwn && (feature.folders?.isGone(path) ?? false);
      const open = feature.shell.page?.document.id === id;
      const selected = feature.list.isSelected(id);
      const stop = tabStop?.key === id ? tabStop.control : null;
      const inNotebook = Boolean(feature.notebooks?.chosen);
      const { recognition } = feature;
      const more = hasRowButton(feature, document) && [
        recognition?.isRunning(document),
        recognition?.label,
      ];
      const seen = [
        ...[
          words,
          document,
          order,
          withFolder,
          renewal,
          paused,
          selected,
          open,
          original,
          gone,
          depth,
        ],
        stop,
        inNotebook,
        ...(more || []),
      ];
      // Only rows whose content has changed are drawn again.
      return guard([...seen, place?.number, place?.total], () =>
        documentRow(feature, document, {
          ...{ order, withFolder, renewal, original, gone, inNotebook, depth, place, stop },
        }),
      );
    },
  };
}

/** The tops of the rows that were drawn last, and what they depend on. */
const knownTops = new WeakMap<
  Arrangement,
  { readonly buttons: string; readonly tops: Float64Array }
>();

function topsOfDocuments(feature: DocumentsFeature, arrangement: Arrangement): Float64Array {
  const { rows } = arrangement;
  const buttons = feature.recognition?.state ?? "";
  const known = knownTops.get(arrangement);
  if (known?.buttons === buttons) return known.tops;
  const tops = topsOf(rows.length, (index) => {
    const row = rows[index];
    if (!isDocument(row)) return HEIGHT_OF_HEAD;
    return hasRowButton(feature, row) ? HEIGHT_WITH_BUTTON : HEIGHT;
  });
  knownTops.set(arrangement, { buttons, tops });
  return tops;
}

function waitingRows(feature: DocumentsFeature, waiting: readonly IngestRow[]): RowList<unknown> {
  const { words } = feature.shell;
  const { passwords, rows } = feature.ingest;
  const first = rows.all.find(isActive);
  const tops = topsOf(waiting.length, (index) => {
    const row = waiting[index];
    const hasField = row && passwords.isInRow(row) && passwords.stateOfRow(row) !== null;
    return hasField ? HEIGHT_WITH_FIELD : HEIGHT;
  });
  return {
    length: waiting.length,
    key: (index) => waiting[index]?.path ?? "",
    indexOf: (key) => waiting.findIndex(({ path }) => path === key),
    top: (index) => tops[index] ?? 0,
    draw: (index, place) => {
      const row = waiting[index] as IngestRow;
      const password = passwords.stateOf(row.path);
      const isFirst = row === first;
      const isInRow = passwords.isInRow(row);
      const seen = [words, row, isFirst, rows.paused, password, isInRow];
      return guard([...seen, place?.number, place?.total], () =>
        ingestRow(feature, row, isFirst, place),
      );
    },
  };
}

/** Joins several lists. */
function below(...parts: readonly RowList<unknown>[]): RowList<unknown> {
  const at = <Result>(
    index: number,
    ask: (part: RowList<unknown>, index: number) => Result,
  ): Result => {
    let from = 0;
    for (const part of parts) {
      if (index < from + part.length) return ask(part, index - from);
      from += part.length;
    }
    throw new RangeError(`There is no row ${index}.`);
  };
  return {
    length: parts.reduce((sum, { length }) => sum + length, 0),
    key: (index) => at(index, (part, within) => part.key(within)),
    indexOf: (key) => {
      let from = 0;
      for (const part of parts) {
        const index = part.indexOf(key);
        if (index >= 0) return from + index;
        from += part.length;
      }
      return -1;
    },
    top: (index) => {
      let [from, top] = [0, 0];
      for (const part of parts) {
        if (index < from + part.length) return top + part.top(index - from);
        from += part.length;
        top += part.top(part.length);
      }
      return top;
    },
    draw: (index, place: RowPlace | null) => at(index, (part, within) => part.draw(within, place)),
  };
}

/** The key of the row with the focus, which stays drawn wherever the list is scrolled. */
function focusedKey(shell: Shell): string | null {
  return shell.surface.active?.closest<HTMLElement>(".rows > li")?.dataset.key ?? null;
}

/** The only control of the documents that the Tab key reaches; the arrow keys reach the others. */
function stopOf(feature: DocumentsFeature): RowStop | null {
  const { stop } = feature.rowWindow;
  const { rows, at } = arranged(feature);
  if (stop && at.has(stop.key)) return stop;
  const first = rows.find((row) => isDocument(row) || isFolder(row));
  return first ? { key: keyOf(first), control: "open" } : null;
}

/** Makes the Tab key reach the control that received the focus. */
export function takeStop(feature: ListedDocuments, rows: RowWindow, event: Event): void {
  const { target, currentTarget } = event;
  const stop = stopAt(feature, event);
  if (!stop || !(target instanceof HTMLElement) || !(currentTarget instanceof Element)) return;
  // Done at once, because the next key press may come before the list is drawn again.
  for (const one of currentTarget.querySelectorAll<HTMLElement>("[data-control]")) {
    const { key = "" } = one.closest<HTMLElement>("[data-key]")?.dataset ?? {};
    if (one.tabIndex === 0 && isStop(feature, key)) one.tabIndex = -1;
  }
  target.tabIndex = 0;
  rows.stop = stop;
  feature.shell.changed();
}

/** Rows between which the arrow keys move. */
export interface MovableRows {
  readonly all: readonly ListRow[];
  readonly indexOf: (key: string) => number;
  readonly window: RowWindow;
  /** A selector of the list that they are in. */
  readonly place: string;
  readonly toggle?: (folder: string) => void;
}

/** Moves between rows, and between the controls of each, with the arrow keys, Home and End. */
export function moveInRows(
  feature: ListedDocuments,
  { all, indexOf, window, place, toggle }: MovableRows,
  event: KeyboardEvent,
): void {
  const { target, key } = event;
  const stop = stopAt(feature, event);
  if (!stop || !(target instanceof Element)) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const at = indexOf(stop.key);
  const across = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (across !== undefined) {
    const forward = feature.shell.surface.fromRight ? -across : across;
    const folder = all[at];
    if (isFolder(folder)) {
      event.preventDefault();
      if (folder.open !== forward > 0) toggle?.(folder.folder);
      return;
    }
    const row = target.closest("[data-key]");
    const controls = [...(row?.querySelectorAll<HTMLElement>("[data-control]") ?? [])];
    const next = controls[controls.indexOf(target as HTMLElement) + forward];
    if (!next) return;
    event.preventDefault();
    next.focus();
    return;
  }
  const isReached = (row: ListRow | undefined): boolean => isDocument(row) || isFolder(row);
  const from = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[key];
  if (from === undefined) return;
  const step = key === "ArrowUp" || key === "End" ? -1 : 1;
  let to = from;
  while (to >= 0 && to < all.length && !isReached(all[to])) to += step;
  const next = all[to];
  if (!next) return;
  event.preventDefault();
  focusRow(feature.shell, window, place, { key: keyOf(next), control: stop.control });
}

/** Moves the focus to a control of a row, or to its main one if the row has none of that name. */
export function focusRow(shell: Shell, rows: RowWindow, list: string, stop: RowStop): void {
  const find = (): HTMLElement | null => {
    const row = shell.surface.find(`${list} > [data-key="${CSS.escape(stop.key)}"]`);
    return (
      row?.querySelector<HTMLElement>(`[data-control="${stop.control}"]`) ??
      row?.querySelector<HTMLElement>('[data-control="open"]') ??
      null
    );
  };
  const control = find();
  if (control) {
    control.focus();
    return;
  }
  // The row is far from the view, and is drawn only to receive the focus.
  rows.stop = stop;
  shell.changed();
  requestAnimationFrame(() => find()?.focus());
}

/** The control of a document or folder that an event targets. */
function stopAt(feature: ListedDocuments, { target }: Event): RowStop | null {
  if (!(target instanceof HTMLElement)) return null;
  const { control } = target.dataset;
  const { key } = target.closest<HTMLElement>("[data-key]")?.dataset ?? {};
  if (control === undefined || key === undefined || !isStop(feature, key)) return null;
  return { key, control };
}

function isStop({ list }: ListedDocuments, key: string): boolean {
  return list.get(key) !== null || key.startsWith(folderKey(""));
}

/** A folder's row, which collapses and expands its contents. */
function folderRow(
  feature: DocumentsFeature,
  { folder, name, depth, count, open }: FolderRow,
  stops: boolean,
  place: RowPlace | null,
): TemplateResult {
  const { words } = feature.shell;
  return html`<li
    class="row-folder"
    data-key=${folderKey(folder)}
    data-depth=${Math.min(depth, deepest)}
    aria-posinset=${place?.number ?? nothing}
    aria-setsize=${place?.total ?? nothing}
  >
    <button
      type="button"
      data-control="open"
      tabindex=${stops ? 0 : -1}
      title=${name}
      aria-expanded=${open ? "true" : "false"}
      aria-label=${words.t("list.folder", { name, count })}
      @click=${() => toggleFolder(feature, folder)}
    >${icon("chevron")}${middleEllipsis(name)}<span class="quiet">${words.count(count)}</span></button>
  </li>`;
}

function toggleFolder({ rowWindow, shell }: DocumentsFeature, folder: string): void {
  const toggled = new Set(rowWindow.toggled);
  if (!toggled.delete(folder)) toggled.add(folder);
  rowWindow.toggled = toggled;
  shell.changed();
}

/** The search field of the list; hidden if the list can be seen at a glance. */
export function filterView(feature: DocumentsFeature): Drawn {
  const { ingest, list, shell } = feature;
  const { words } = shell;
  const filter = filterOf(shell);
  if (filter.text === "" && list.listed.length < fewestFiltered) return nothing;
  const count = filter.documents(list.listed).length;
  const found = count + filter.files(ingest.rows.all).length;
  return html`<div class="list-filter" ${ref(filter.drawn)}>
    <label>
      ${icon("search")}
      <input
        type="search"
        autocomplete="off"
        spellcheck="false"
        aria-label=${words.t("list.filter")}
        placeholder=${words.t("list.filter")}
        .value=${filter.text}
        @input=${({ target }: Event) => filter.look((target as HTMLInputElement).value)}
        @keydown=${(event: KeyboardEvent) => onFilterKey(feature, event)}
      >
    </label>
    <p class="unseen" role="status">${filter.text === "" ? "" : words.t("list.filter.found", { count })}</p>
    ${
      filter.text !== "" && found === 0
        ? html`<p class="quiet">${words.t("list.filter.none")}</p>`
        : nothing
    }
  </div>`;
}

function onFilterKey(feature: DocumentsFeature, event: KeyboardEvent): void {
  if (event.isComposing) return;
  const filter = filterOf(feature.shell);
  if (event.key === "Escape" && filter.text !== "") {
    event.preventDefault();
    filter.look("");
  } else if (event.key === "ArrowDown") {
    const [first] = arranged(feature).rows.filter((row) => isDocument(row) || isFolder(row));
    if (!first) return;
    event.preventDefault();
    const stop = { key: keyOf(first), control: "open" };
    focusRow(feature.shell, feature.rowWindow, ".rows", stop);
  }
}

/** The search field is shown from this many documents on. */
const fewestFiltered = 6;
