import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { html, type TemplateResult } from "lit/html.js";
import { type DocumentSummary, documentDay, oneLine } from "../../core/index.js";
import { panelWords } from "../i18n/english/panels.js";
import { addEnglish } from "../i18n/english.js";
import type { Shell } from "../shell/shell.js";
import { documentRow, hasRowButton } from "./document-row-view.js";
import { isOwnDocument } from "./documents.js";
import type { DocumentsFeature } from "./documents-feature.js";
import { ingestRow, refusedRows } from "./ingest-row-view.js";
import { type IngestRow, isActive } from "./ingest-rows.js";
import type { DocumentOrder, RowList, RowPlace, RowStop, RowWindow } from "./row-window.js";

addEnglish(panelWords);

const HEIGHT = 52;
const HEIGHT_OF_HEAD = 32;
const HEIGHT_WITH_FIELD = 92;
const HEIGHT_WITH_BUTTON = 80;

/** The rows of the list: documents, files being added, and files that could not be read. */
export function listRowsView(feature: DocumentsFeature): TemplateResult {
  const rows = listRows(feature);
  const { rowWindow } = feature;
  const shown = rowWindow.shown(rows, focusedKey(feature.shell), stopOf(feature)?.key);
  const all = shown.every(({ isGap }) => !isGap);
  return html`<ul
    class="rows"
    aria-label=${feature.shell.words.t("documents.list")}
    @scroll=${({ target }: Event) => {
      if (!(target instanceof Element)) return;
      if (rowWindow.scrolled(target.scrollTop, target.clientHeight)) feature.shell.changed();
    }}
    @focusin=${(event: Event) => takeStop(feature, rowWindow, event)}
    @keydown=${(event: KeyboardEvent) => moveInRows(feature, rowWindow, event)}
  >
    ${repeat(
      shown,
      ({ key }) => key,
      (one) =>
        one.isGap
          ? // As a property, which the page's policy allows.
            html`<li aria-hidden="true" .style=${`block-size: ${one.height}px`}></li>`
          : rows.draw(one.index, all ? null : { number: one.index + 1, total: rows.length }),
    )}
  </ul>`;
}

/** Scrolls to the first row below the documents. */
export function showNotAdded(feature: DocumentsFeature): void {
  const list = feature.shell.surface.find(".rows");
  const rows = documentRows(feature, new Map());
  let top = 0;
  for (let index = 0; index < rows.length; index++) top += rows.height(index);
  list?.scrollTo({ top });
  // The rows there are drawn once the list has reported its scroll position.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const row = list?.querySelector(".row.stuck, .rows-head[data-key]");
      row?.querySelector<HTMLElement>("input, button")?.focus();
    }),
  );
}

/** All rows, in three parts. The content of a row is computed when it is drawn. */
function listRows(feature: DocumentsFeature): RowList<unknown> {
  const { index } = feature.list;
  const { all } = feature.ingest.rows;
  // A document that is read again stays where it is.
  const renewals = new Map<string, IngestRow>();
  const waiting: IngestRow[] = [];
  for (const row of all) {
    if (isActive(row) && index.hasOwn(row.path)) renewals.set(row.path, row);
    else if (row.state !== "refused") waiting.push(row);
  }
  return below(
    documentRows(feature, renewals),
    waitingRows(feature, waiting),
    refusedRows(feature),
  );
}

/** The heading above documents of one year or author; null for those that state none. */
interface Group {
  readonly group: string | null;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const arrangements = new WeakMap<
  readonly DocumentSummary[],
  Partial<Record<DocumentOrder, readonly (DocumentSummary | Group)[]>>
>();

function arranged(
  { list: { all } }: DocumentsFeature,
  order: DocumentOrder,
): readonly (DocumentSummary | Group)[] {
  const known = arrangements.get(all) ?? {};
  arrangements.set(all, known);
  known[order] ??= arrange(all, order);
  return known[order];
}

/**
 * Sorts documents, with a heading above those of each year, newest first, or of each author. Those
 * without one come last; ties are sorted by name.
 */
export function arrange(
  documents: readonly DocumentSummary[],
  order: DocumentOrder,
): readonly (DocumentSummary | Group)[] {
  if (order === "added") return documents;
  const rows = documents.map((document) => {
    const { metadata, path } = document;
    const author = oneLine(metadata.author ?? "", longestAuthor) || null;
    const by = order === "date" ? (documentDay(metadata)?.day ?? null) : author;
    return { document, by, path, group: order === "date" ? (by?.slice(0, 4) ?? null) : author };
  });
  rows.sort((one, other) => {
    if (one.by === null || other.by === null) {
      const last = Number(one.by === null) - Number(other.by === null);
      return last || collator.compare(one.path, other.path);
    }
    const sign = order === "date" ? -1 : 1;
    return sign * collator.compare(one.by, other.by) || collator.compare(one.path, other.path);
  });
  return rows.flatMap(({ document, group }, index) => {
    const before = rows[index - 1];
    const isSame =
      before !== undefined &&
      (before.group === null || group === null
        ? before.group === group
        : collator.compare(before.group, group) === 0);
    return isSame ? [document] : [{ group }, document];
  });
}

/** Characters of an author's name that fit in a heading. */
const longestAuthor = 60;

/** Sets the order of the list. */
export function orderView(feature: DocumentsFeature): TemplateResult {
  const { rowWindow, shell } = feature;
  const { words } = shell;
  const label = words.t("documents.order");
  return html`<select
    class="order"
    aria-label=${label}
    title=${label}
    @change=${({ target }: Event) => {
      rowWindow.order = (target as HTMLSelectElement).value as DocumentOrder;
      shell.changed();
    }}
  >${(["added", "date", "author"] as const).map(
    (order) =>
      html`<option value=${order} ?selected=${order === rowWindow.order}>${words.t(`documents.order.${order}`)}</option>`,
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
  const { order } = feature.rowWindow;
  const list = arranged(feature, order);
  return {
    length: list.length,
    key: (index) => {
      const row = list[index];
      return row === undefined || "group" in row ? `group:${row?.group}` : row.id;
    },
    height: (index) => {
      const row = list[index];
      return row && "group" in row ? HEIGHT_OF_HEAD : heightOf(feature, row as DocumentSummary);
    },
    draw: (index, place) => {
      const document = list[index] as DocumentSummary | Group;
      if ("group" in document) {
        const name =
          document.group ?? words.t(`documents.order.${order as "date" | "author"}.none`);
        return html`<li class="rows-head"><p dir="auto">${name}</p></li>`;
      }
      const { id, path } = document;
      const withFolder = documents.isDoubled(path);
      const original = documents.originalOf(document);
      const isOwn = isOwnDocument(document);
      const renewal = isOwn ? renewals.get(path) : undefined;
      const gone = isOwn && (feature.folders?.isGone(path) ?? false);
      const open = feature.shell.page?.document.id === id;
      const selected = feature.list.isSelected(id);
      const stop = tabStop?.key === id ? tabStop.control : null;
      const { recognition } = feature;
      const more = hasRowButton(feature, document) && [
        recognition?.isRunning(document),
        recognition?.label,
      ];
      const seen = [
        ...[words, document, order, withFolder, renewal, paused, selected, open, original, gone],
        stop,
        ...(more || []),
      ];
      // Only rows whose content changed are drawn again.
      return guard([...seen, place?.number, place?.total], () =>
        documentRow(feature, document, { order, withFolder, renewal, original, gone, place, stop }),
      );
    },
  };
}

function heightOf(feature: DocumentsFeature, document: DocumentSummary): number {
  return hasRowButton(feature, document) ? HEIGHT_WITH_BUTTON : HEIGHT;
}

function waitingRows(feature: DocumentsFeature, waiting: readonly IngestRow[]): RowList<unknown> {
  const { words } = feature.shell;
  const { passwords, rows } = feature.ingest;
  const first = rows.all.find(isActive);
  return {
    length: waiting.length,
    key: (index) => waiting[index]?.path ?? "",
    height: (index) =>
      passwords.stateOf(waiting[index]?.path ?? "") === null ? HEIGHT : HEIGHT_WITH_FIELD,
    draw: (index, place) => {
      const row = waiting[index] as IngestRow;
      const password = passwords.stateOf(row.path);
      const isFirst = row === first;
      return guard([words, row, isFirst, rows.paused, password, place?.number, place?.total], () =>
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
    height: (index) => at(index, (part, within) => part.height(within)),
    draw: (index, place: RowPlace | null) => at(index, (part, within) => part.draw(within, place)),
  };
}

/** The row with the focus, which is kept wherever the list is scrolled to. */
function focusedKey(shell: Shell): string | null {
  return shell.surface.active?.closest<HTMLElement>(".rows > li")?.dataset.key ?? null;
}

/** The only control of the documents that the Tab key reaches; the arrow keys reach the others. */
function stopOf(feature: DocumentsFeature): RowStop | null {
  const { list, rowWindow } = feature;
  const { stop } = rowWindow;
  if (stop && list.get(stop.key)) return stop;
  const first = arranged(feature, rowWindow.order).find((row) => !("group" in row));
  return first && "id" in first ? { key: first.id, control: "open" } : null;
}

/** Makes the control that received the focus the one that the Tab key reaches. */
export function takeStop(feature: DocumentsFeature, rows: RowWindow, event: Event): void {
  const { target, currentTarget } = event;
  const stop = stopAt(feature, event);
  if (!stop || !(target instanceof HTMLElement) || !(currentTarget instanceof Element)) return;
  // At once: the next key press may come before the list is drawn again.
  for (const one of currentTarget.querySelectorAll<HTMLElement>("[data-control]")) {
    const { key = "" } = one.closest<HTMLElement>("[data-key]")?.dataset ?? {};
    if (one.tabIndex === 0 && feature.list.get(key)) one.tabIndex = -1;
  }
  target.tabIndex = 0;
  rows.stop = stop;
  feature.shell.changed();
}

/** Moves between documents, and between the controls of each, with the arrow keys, Home and End. */
export function moveInRows(feature: DocumentsFeature, rows: RowWindow, event: KeyboardEvent): void {
  const { target, currentTarget, key } = event;
  const stop = stopAt(feature, event);
  if (!stop || !(target instanceof Element) || !(currentTarget instanceof Element)) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const isList = currentTarget.matches(".rows");
  const all = isList
    ? arranged(feature, feature.rowWindow.order).filter((row) => "id" in row)
    : feature.list.all;
  const across = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (across !== undefined) {
    const row = target.closest("[data-key]");
    const controls = [...(row?.querySelectorAll<HTMLElement>("[data-control]") ?? [])];
    const at = controls.indexOf(target as HTMLElement);
    const next = controls[at + (feature.shell.surface.fromRight ? -across : across)];
    if (!next) return;
    event.preventDefault();
    next.focus();
    return;
  }
  const at = all.findIndex(({ id }) => id === stop.key);
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[key];
  const next = to === undefined ? undefined : all[to];
  if (!next) return;
  event.preventDefault();
  const place = isList ? ".rows" : ".scope-rows";
  focusRow(feature.shell, rows, place, { key: next.id, control: stop.control });
}

/** Moves the focus to a control of a row, or to the row's first if it has none of that name. */
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
  // It is far from the view, and drawn for the focus alone.
  rows.stop = stop;
  shell.changed();
  requestAnimationFrame(() => find()?.focus());
}

/** The control of a document that an event is about. */
function stopAt({ list }: DocumentsFeature, { target }: Event): RowStop | null {
  if (!(target instanceof HTMLElement)) return null;
  const { control } = target.dataset;
  const { key } = target.closest<HTMLElement>("[data-key]")?.dataset ?? {};
  if (control === undefined || key === undefined || !list.get(key)) return null;
  return { key, control };
}
