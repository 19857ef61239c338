import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { fileName } from "../../core/index.js";
import {
  type ColumnTotal,
  type GridAnswer,
  type GridColumn,
  type GridRow,
  type GridTable,
  totalOf,
} from "../../grid/index.js";
import type { I18n } from "../i18n/i18n.js";
import { type Drawn, type IconName, icon } from "../shell/view-parts.js";
import { type CellPlace, differs, type GridFeature } from "./grid-feature.js";

/** How high a row and how wide a column is, in pixels where text has 16; both are given by the style. */
const rowHeight = 64;
const columnWidth = 208;
/** Pixels around what is in sight that are drawn as well. */
const around = 256;
/** The window moves in steps, so that scrolling does not draw with every pixel. */
const step = 128;

/** Which rows and columns are drawn: those in sight, and some around them. */
interface Sight {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const sights = new WeakMap<GridFeature, Sight>();
const firstSight: Sight = { top: 0, bottom: 1024, left: 0, right: 1536 };
const totals = new WeakMap<GridTable, readonly (ColumnTotal | null)[]>();

/** The documents with their answers. Only what is in sight is drawn of thousands. */
export function tableView(feature: GridFeature): Drawn {
  const { rows, shell, table } = feature;
  if (!table) return nothing;
  const { t } = shell.words;
  const { goTo } = feature;
  if (goTo) {
    feature.goTo = null;
    requestAnimationFrame(() => moveTo(feature, goTo));
  }
  const scale = scaleOf(feature);
  const { top, bottom, left, right } = sights.get(feature) ?? firstSight;
  const height = rowHeight * scale;
  const width = columnWidth * scale;
  const [from, to] = [Math.floor(top / height), Math.ceil(bottom / height)];
  const [first, last] = [Math.floor(left / width), Math.ceil(right / width)];
  const shown = rows.slice(from, to);
  const columns = table.columns.slice(first, last);
  const after = Math.max(0, table.columns.length - last);
  const parts = { feature, table, columns, first, after };
  return html`<div
    class="grid-scroll"
    tabindex=${rows.length === 0 ? 0 : -1}
    role="group"
    aria-label=${t("middle.grid")}
    @scroll=${({ currentTarget }: Event) => {
      if (currentTarget instanceof HTMLElement && look(feature, currentTarget)) shell.changed();
    }}
  >
    <table
      class="grid-table"
      role="grid"
      aria-label=${table.title}
      aria-describedby="grid-keys"
      aria-rowcount=${rows.length + 1}
      aria-colcount=${table.columns.length + 1}
      .style=${`inline-size: calc(var(--grid-first) + ${table.columns.length} * var(--grid-column))`}
      @keydown=${(event: KeyboardEvent) => onKey(feature, event)}
    >
      <colgroup><col class="grid-first">${gapColumn(first)}${columns.map(() => html`<col class="grid-column">`)}${gapColumn(after)}</colgroup>
      <thead>
        <tr aria-rowindex="1">
          <th scope="col" class="grid-name" aria-sort=${sortOf(feature, null)}>${sortButton(feature, null, t("grid.document"))}</th>
          ${gapCell(first)}${columns.map((column, at) => headView(feature, column, first + at))}${gapCell(after)}
        </tr>
      </thead>
      <tbody>
        ${gapRow(from * height)}
        ${repeat(
          shown,
          ({ document }) => document.id,
          (row, at) => rowView(parts, row, from + at),
        )}
        ${gapRow(Math.max(0, rows.length - to) * height)}
      </tbody>
      ${totalsView(parts)}
    </table>
    ${rows.length === 0 && table.rows.length > 0 ? html`<p class="quiet grid-none">${t("grid.show.none")}</p>` : nothing}
    <p class="unseen" id="grid-keys">${t("grid.keys")}</p>
  </div>`;
}

interface Parts {
  readonly feature: GridFeature;
  readonly table: GridTable;
  /** Those that are drawn. */
  readonly columns: readonly GridColumn[];
  /** How many columns there are before them … */
  readonly first: number;
  /** … and after them. */
  readonly after: number;
}

function gapColumn(count: number): Drawn {
  if (count === 0) return nothing;
  return html`<col .style=${`inline-size: calc(${count} * var(--grid-column))`}>`;
}

function gapCell(count: number): Drawn {
  return count === 0 ? nothing : html`<td aria-hidden="true" class="grid-gap"></td>`;
}

function gapRow(height: number): Drawn {
  if (height === 0) return nothing;
  return html`<tr aria-hidden="true"><td class="grid-gap" .style=${`block-size: ${height}px`}></td></tr>`;
}

function headView(feature: GridFeature, column: GridColumn, index: number): TemplateResult {
  const { t } = feature.shell.words;
  const label = t("grid.column.edit", { name: column.name });
  return html`<th scope="col" title=${column.question} aria-colindex=${index + 2} aria-sort=${sortOf(feature, column.id)}>
    <div class="grid-column-head">
      ${sortButton(feature, column.id, column.name)}
      <button class="icon-button" type="button" aria-label=${label} title=${label} @click=${() => feature.edit(column)}>${icon("edit")}</button>
    </div>
  </th>`;
}

function sortOf({ sort }: GridFeature, column: string | null): "ascending" | "descending" | "none" {
  if (!sort || sort.column !== column) return "none";
  return sort.descending ? "descending" : "ascending";
}

/** Sorts upwards, then downwards, and then as the documents were added. */
function sortButton(feature: GridFeature, column: string | null, name: string): TemplateResult {
  const { shell } = feature;
  const order = sortOf(feature, column);
  return html`<button
    class="grid-sort"
    type="button"
    data-order=${order}
    aria-label=${shell.words.t("grid.sort", { name })}
    @click=${() => {
      feature.sort = order === "descending" ? null : { column, descending: order === "ascending" };
      shell.changed();
    }}
  ><span dir="auto">${name}</span>${order === "none" ? nothing : icon("chevron")}</button>`;
}

function rowView(parts: Parts, row: GridRow, index: number): TemplateResult {
  const { feature, columns, first, after } = parts;
  const name = fileName(row.document.path);
  return html`<tr aria-rowindex=${index + 2}>
    <th scope="row" class="grid-name" title=${row.document.path}>
      <button class="grid-document" type="button" tabindex="-1" @click=${() => feature.openPage(row.document, undefined)}><bdi>${name}</bdi></button>
    </th>
    ${gapCell(first)}${columns.map((column, at) => cellView(parts, row, column, { row: index, column: first + at }))}${gapCell(after)}
  </tr>`;
}

const marks: Readonly<Record<GridAnswer["status"], IconName | null>> = {
  likely: null,
  possible: "partial",
  unclear: "partial",
  absent: null,
  failed: "warning",
};

function cellView(
  { feature, table }: Parts,
  row: GridRow,
  column: GridColumn,
  place: CellPlace,
): TemplateResult {
  const { focus, run, selected, shell } = feature;
  const { words } = shell;
  const answer = row.answers[place.column] ?? null;
  const isAsked = run?.document === row.document.id && run.column === column.id;
  const isOdd = answer !== null && differs(answer, feature.usualOf(table)[place.column] ?? null);
  const isSelected = selected?.document === row.document.id && selected.column === column.id;
  const isFocus = focus.row === place.row && focus.column === place.column;
  const text = answer
    ? answerText(words, answer)
    : words.t(isAsked ? "grid.status.asking" : "grid.status.missing");
  const status = answer && answer.text !== "" ? words.t(`grid.status.${answer.status}`) : "";
  const notes = [
    ...(status === "" ? [] : [status]),
    ...(isOdd ? [words.t("grid.differs")] : []),
    ...(answer?.review ? [words.t(`grid.review.${answer.review}`)] : []),
  ];
  const mark =
    answer?.review === "checked"
      ? "check"
      : answer?.review === "wrong"
        ? "close"
        : answer && marks[answer.status];
  return html`<td
    role="gridcell"
    tabindex=${isFocus ? 0 : -1}
    data-place=${`${place.row} ${place.column}`}
    data-status=${answer?.status ?? (isAsked ? "asking" : "missing")}
    data-review=${answer?.review ?? nothing}
    ?data-differs=${isOdd}
    aria-colindex=${place.column + 2}
    aria-selected=${isSelected ? "true" : "false"}
    class=${column.type === "number" && answer?.value ? "grid-number" : ""}
    title=${[answer?.text || text, ...notes].join("\n")}
    @click=${() => choose(feature, row, column, place)}
    @focus=${() => {
      feature.focus = place;
    }}
  ><div class="grid-cell">${mark ? icon(mark) : nothing}<span dir="auto">${text}</span></div><span class="unseen">${notes.map((note) => ` ${note}.`).join("")}</span></td>`;
}

/** Shows an answer in full and opens its page. */
function choose(feature: GridFeature, row: GridRow, column: GridColumn, place: CellPlace): void {
  feature.focus = place;
  feature.select({ document: row.document.id, column: column.id });
  const answer = row.answers[place.column];
  // On a narrow screen the page would hide the answer.
  if (answer?.citations[0] && feature.shell.surface.wide)
    feature.openPage(row.document, answer.citations[0]);
  feature.shell.changed();
  reveal(feature, place);
}

/** Brings a cell into sight once what is shown beside the table has taken its place. */
function reveal({ shell: { surface } }: GridFeature, { row, column }: CellPlace): void {
  const show = (): void =>
    surface
      .find(`[data-place="${row} ${column}"]`)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  requestAnimationFrame(() => requestAnimationFrame(show));
}

/** An answer in a few words: its value as this language writes it, its text, or that there is none. */
export function answerText(words: I18n, answer: GridAnswer): string {
  const { status, text, value } = answer;
  if (value?.type === "number") return amountText(words, value.number, value.unit);
  if (value?.type === "yes-no") return words.t(value.yes ? "grid.yes" : "grid.no");
  if (value?.type === "choice") return value.choice;
  if (value?.type === "date") return dateText(words, value.date);
  return text === "" ? words.t(`grid.status.${status}`) : text;
}

/** A number with its unit, as this language writes it. */
export function amountText({ locale }: I18n, number: string, unit: string | null): string {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  // Exact whatever its size: the number stays a text.
  const written = format.format(number as unknown as number);
  return unit === null ? written : unit === "%" ? `${written} %` : `${written} ${unit}`;
}

function dateText({ locale }: I18n, date: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return date;
  const day = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(day.getTime())
    ? date
    : new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(day);
}

/** The totals of a table's columns, made once; null for those that are no numbers. */
export function totalsOf(table: GridTable): readonly (ColumnTotal | null)[] {
  let known = totals.get(table);
  if (!known) {
    known = table.columns.map(({ type }, index) =>
      type === "number" ? totalOf(table.rows, index) : null,
    );
    totals.set(table, known);
  }
  return known;
}

/** Totals and averages of number columns, where there are any. */
function totalsView(parts: Parts): Drawn {
  const { feature, table, columns, first, after } = parts;
  const { words } = feature.shell;
  const known = totalsOf(table);
  if (known.every((total) => total === null)) return nothing;
  const line = (which: "sum" | "mean"): TemplateResult => html`<tr>
    <th scope="row" class="grid-name">${words.t(which === "sum" ? "grid.total" : "grid.mean")}</th>
    ${gapCell(first)}${columns.map((_, at) => {
      const total = known[first + at];
      if (!total) return html`<td></td>`;
      const count = words.t("grid.total.of", { count: total.rows.length });
      const column = columns[at];
      return html`<td class="grid-number"><button
        class="grid-sum"
        type="button"
        aria-label=${`${words.t(which === "sum" ? "grid.total" : "grid.mean")}, ${column?.name}: ${amountText(words, total[which], total.unit)} ${count}`}
        title=${words.t("grid.total.show")}
        aria-expanded=${column?.id === feature.totalled ? "true" : "false"}
        aria-controls="grid-total"
        @click=${() => {
          if (column) feature.showTotal(column);
        }}
      >${amountText(words, total[which], total.unit)} <span class="grid-count">${count}</span></button></td>`;
    })}${gapCell(after)}
  </tr>`;
  return html`<tfoot>${line("sum")}${line("mean")}</tfoot>`;
}

/** Takes what of the table is in sight; whether something else is to be drawn now. */
function look(feature: GridFeature, scroll: HTMLElement): boolean {
  const [from, to] = windowOf(scroll.scrollTop, scroll.clientHeight);
  const [left, right] = windowOf(Math.abs(scroll.scrollLeft), scroll.clientWidth);
  const before = sights.get(feature) ?? firstSight;
  sights.set(feature, { top: from, bottom: to, left, right });
  return (
    before.top !== from || before.bottom !== to || before.left !== left || before.right !== right
  );
}

function windowOf(start: number, length: number): readonly [from: number, to: number] {
  const from = Math.floor(Math.max(0, start - around) / step) * step;
  return [from, Math.ceil((start + length + around) / step) * step];
}

/** By how much the text is larger than usual. */
function scaleOf({ shell: { surface } }: GridFeature): number {
  return (Number.parseFloat(getComputedStyle(surface.frame).fontSize) || 16) / 16;
}

/** Moves from cell to cell; Enter shows an answer and opens its page. */
function onKey(feature: GridFeature, event: KeyboardEvent): void {
  const { focus, rows, shell, table } = feature;
  const { target } = event;
  if (!table || !(target instanceof Element) || !target.matches("[role='gridcell']")) return;
  if (event.altKey || event.metaKey) return;
  const forward = shell.surface.fromRight ? -1 : 1;
  const most = { row: rows.length - 1, column: table.columns.length - 1 };
  const all = event.ctrlKey;
  const next = { ...focus };
  switch (event.key) {
    case "ArrowDown":
      next.row = all ? most.row : focus.row + 1;
      break;
    case "ArrowUp":
      next.row = all ? 0 : focus.row - 1;
      break;
    case "ArrowRight":
      next.column = focus.column + forward;
      break;
    case "ArrowLeft":
      next.column = focus.column - forward;
      break;
    case "PageDown":
      next.row = focus.row + 10;
      break;
    case "PageUp":
      next.row = focus.row - 10;
      break;
    case "Home":
      next.column = 0;
      if (all) next.row = 0;
      break;
    case "End":
      next.column = most.column;
      if (all) next.row = most.row;
      break;
    case "Enter":
    case " ": {
      const row = rows[focus.row];
      const column = table.columns[focus.column];
      event.preventDefault();
      if (row && column) choose(feature, row, column, focus);
      return;
    }
    default:
      return;
  }
  event.preventDefault();
  moveTo(feature, {
    row: Math.min(most.row, Math.max(0, next.row)),
    column: Math.min(most.column, Math.max(0, next.column)),
  });
}

/** Goes to a cell, which is drawn first where it is not in sight. */
function moveTo(feature: GridFeature, place: CellPlace): void {
  const { shell } = feature;
  const { surface } = shell;
  const scroll = surface.find(".grid-scroll");
  feature.focus = place;
  const find = (): HTMLElement | null =>
    surface.find(`[data-place="${place.row} ${place.column}"]`);
  const cell = find();
  // At once, so that the next key finds it there.
  if (cell) {
    cell.focus();
    shell.changed();
    return;
  }
  if (scroll) {
    const scale = scaleOf(feature);
    const sign = surface.fromRight ? -1 : 1;
    scroll.scrollTo({
      top: Math.max(0, place.row * rowHeight * scale - scroll.clientHeight / 2),
      left: sign * Math.max(0, place.column * columnWidth * scale - scroll.clientWidth / 2),
    });
    look(feature, scroll);
  }
  shell.changed();
  const enter = (): void => {
    if (feature.focus === place) find()?.focus();
  };
  requestAnimationFrame(() => requestAnimationFrame(enter));
}
