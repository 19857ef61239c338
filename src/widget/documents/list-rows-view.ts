import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { html, type TemplateResult } from "lit/html.js";
import type { DocumentSummary } from "../../index.js";
import type { Shell } from "../shell/shell.js";
import { documentRow, hasRowButton } from "./document-row-view.js";
import { isOwnDocument } from "./documents.js";
import type { DocumentsFeature } from "./documents-feature.js";
import { ingestRow, refusedRows } from "./ingest-row-view.js";
import { type IngestRow, isActive } from "./ingest-rows.js";
import type { RowList, RowPlace, RowStop, RowWindow } from "./row-window.js";

const HEIGHT = 52;
const HEIGHT_WITH_FIELD = 92;
const HEIGHT_WITH_BUTTON = 80;

/** The rows of the list: documents, files on their way, and files that could not be read. */
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
          : rows.draw(one.index, all ? null : { number: one.index + 1, of: rows.length }),
    )}
  </ul>`;
}

/** Goes to the first row below those of the documents. */
export function showNotAdded(feature: DocumentsFeature): void {
  const list = feature.shell.surface.find(".rows");
  const heights = feature.list.all.map((document) => heightOf(feature, document));
  list?.scrollTo({ top: heights.reduce((sum, height) => sum + height, 0) });
  // The rows there are drawn once the list has told where it was scrolled to.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const row = list?.querySelector(".row.stuck, .rows-head");
      row?.querySelector<HTMLElement>("input, button")?.focus();
    }),
  );
}

/** All rows, one part below the other. What is made of a row is made when it is drawn. */
function listRows(feature: DocumentsFeature): RowList<unknown> {
  const { index, all: list } = feature.list;
  const { all } = feature.ingest.rows;
  // A document that is read again stays where it is.
  const renewals = new Map<string, IngestRow>();
  const waiting: IngestRow[] = [];
  for (const row of all) {
    if (isActive(row) && index.hasOwn(row.path)) renewals.set(row.path, row);
    else if (row.state !== "refused") waiting.push(row);
  }
  return below(
    documentRows(feature, list, renewals),
    waitingRows(feature, waiting),
    refusedRows(feature),
  );
}

function documentRows(
  feature: DocumentsFeature,
  list: readonly DocumentSummary[],
  renewals: ReadonlyMap<string, IngestRow>,
): RowList<unknown> {
  const { words } = feature.shell;
  const { index: documents } = feature.list;
  const { paused } = feature.ingest.rows;
  const tabStop = stopOf(feature);
  return {
    length: list.length,
    key: (index) => list[index]?.id ?? "",
    height: (index) => heightOf(feature, list[index] as DocumentSummary),
    draw: (index, place) => {
      const document = list[index] as DocumentSummary;
      const { id, path } = document;
      const withFolder = documents.isDoubled(path);
      const original = documents.originalOf(document);
      const renewal = isOwnDocument(document) ? renewals.get(path) : undefined;
      const open = feature.shell.page?.document.id === id;
      const selected = feature.list.isSelected(id);
      const stop = tabStop?.key === id ? tabStop.control : null;
      const { recognition } = feature;
      const more = hasRowButton(feature, document) && [
        recognition?.isRunning(document),
        recognition?.label,
      ];
      const seen = [
        ...[words, document, withFolder, renewal, paused, selected, open, original, stop],
        ...(more || []),
      ];
      // Only those rows are drawn again of which something else is to be seen.
      return guard([...seen, place?.number, place?.of], () =>
        documentRow(feature, document, { withFolder, renewal, original, place, stop }),
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
      return guard([words, row, isFirst, rows.paused, password, place?.number, place?.of], () =>
        ingestRow(feature, row, isFirst, place),
      );
    },
  };
}

/** Several lists as one. */
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

/** The row with the focus, which stays wherever the list is scrolled to. */
function focusedKey(shell: Shell): string | null {
  return shell.surface.active?.closest<HTMLElement>(".rows > li")?.dataset.key ?? null;
}

/** The one control of the documents that the Tab key leads to; the arrow keys lead to the others. */
function stopOf({ list, rowWindow: { stop } }: DocumentsFeature): RowStop | null {
  if (stop && list.get(stop.key)) return stop;
  const [first] = list.all;
  return first ? { key: first.id, control: "open" } : null;
}

/** Takes the control that has got the focus for the one that the Tab key leads to. */
export function takeStop(feature: DocumentsFeature, rows: RowWindow, event: Event): void {
  const { target, currentTarget } = event;
  const stop = stopAt(feature, event);
  if (!stop || !(target instanceof HTMLElement) || !(currentTarget instanceof Element)) return;
  // At once: the next press of the key may come before the list is drawn again.
  for (const one of currentTarget.querySelectorAll<HTMLElement>("[data-control]")) {
    const { key = "" } = one.closest<HTMLElement>("[data-key]")?.dataset ?? {};
    if (one.tabIndex === 0 && feature.list.get(key)) one.tabIndex = -1;
  }
  target.tabIndex = 0;
  rows.stop = stop;
  feature.shell.changed();
}

/** Goes through documents with the arrow keys, Home and End, and through the controls of each. */
export function moveInRows(feature: DocumentsFeature, rows: RowWindow, event: KeyboardEvent): void {
  const { target, currentTarget, key } = event;
  const stop = stopAt(feature, event);
  if (!stop || !(target instanceof Element) || !(currentTarget instanceof Element)) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { all } = feature.list;
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
  const place = currentTarget.matches(".rows") ? ".rows" : ".scope-rows";
  focusRow(feature.shell, rows, place, { key: next.id, control: stop.control });
}

/** Moves the focus to a control of a row, or to the row's first where it has none of that name. */
export function focusRow(shell: Shell, rows: RowWindow, list: string, stop: RowStop): void {
  const find = (): HTMLElement | null => {
    const row = shell.surface.find(`${list} > [data-key="${CSS.escape(stop.key)}"]`);
    return (
      row?.querySelector<HTMLElement>(`[data-control="${stop.control}"]`) ??
      row?.querySelector<HTMLElement>('[data-control="open"]') ??
      null
    );
  };
  const there = find();
  if (there) {
    there.focus();
    return;
  }
  // It is far from what is in sight, and drawn for the focus alone.
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
