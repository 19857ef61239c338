import { AsyncDirective, directive } from "lit/async-directive.js";
import { type ChildPart, html, noChange, nothing, type TemplateResult } from "lit/html.js";
import type { DocumentId, Table } from "../../core/index.js";
import type { I18n } from "../i18n/i18n.js";
import { adoptStyles } from "../shell/renderer.js";
import { saveFile } from "../shell/save-file.js";
import type { Shell } from "../shell/shell.js";
import { icon, isHeading, markedText } from "../shell/view-parts.js";
import {
  bodyRows,
  type GridCell,
  type GridRow,
  gridOf,
  marksIn,
  numericColumns,
  tableAsCsv,
  tableAsHtml,
  tableAsTsv,
  tableFileName,
} from "./table-grid.js";
import {
  type CitedCells,
  citedCells,
  fewOf,
  isIn,
  longCells,
  piecesOf,
  type ShownText,
  type TablePiece,
  type TextPiece,
} from "./table-places.js";
import styles from "./tables.css?inline";

/** Shows texts of documents. */
export interface TextFeature {
  readonly shell: Shell;
  /** Where tables of pages are read from. */
  readonly opening: {
    tables(id: DocumentId, page: number, signal: AbortSignal): Promise<readonly Table[]>;
  };
}

/** Longer labels take space from the numbers. */
const longLabel = 18;
/** Longer texts get a wide column, or their rows would be very tall. */
const longText = 30;
/** Dates and numbers of things, which are hard to read in two lines: "2025-01-04", "T-101". */
const isCode = /^(?=\S*\p{N})[\p{Alpha}\p{N}./:-]{1,14}$/u;
/** Cells drawn at first; each press adds more. */
const cellsAtOnce = 300;

/** Shows a text of a document with its tables as tables, once they are read. */
class TableText extends AsyncDirective {
  #feature: TextFeature | null = null;
  #shown: ShownText | null = null;
  #plain: unknown = nothing;
  #place: Node | null = null;
  /** Identifies the current passage, and with `#drawn` what was last drawn of it. */
  #key = "";
  #drawn = "";
  #abort: AbortController | null = null;
  #tables: readonly Table[] | null = null;
  /** How many rows of a table are shown, once it is expanded. */
  #unfolded: ReadonlyMap<Table, number> = new Map();
  #copied: Table | null = null;

  render(_feature: TextFeature, _shown: ShownText, plain: unknown): unknown {
    return plain;
  }

  override update(
    part: ChildPart,
    [feature, shown, plain]: [TextFeature, ShownText, unknown],
  ): unknown {
    const { document, page, span, text } = shown;
    const key = `${document} ${page} ${span.start} ${text}`;
    this.#feature = feature;
    this.#shown = shown;
    this.#plain = plain;
    this.#place = part.parentNode;
    if (key !== this.#key) {
      this.#stop();
      this.#key = key;
      this.#drawn = "";
      this.#tables = null;
      this.#unfolded = new Map();
    }
    this.#begin();
    return this.#draw();
  }

  protected override disconnected(): void {
    this.#stop();
  }

  protected override reconnected(): void {
    this.#begin();
  }

  #stop(): void {
    this.#abort?.abort();
    this.#abort = null;
  }

  #begin(): void {
    if (this.#abort || this.#tables) return;
    const abort = new AbortController();
    this.#abort = abort;
    const { signal } = abort;
    const place = this.#place instanceof Element ? this.#place : null;
    const fetchTables = (): void => {
      place?.setAttribute("aria-busy", "true");
      const done = (): void => place?.removeAttribute("aria-busy");
      this.#fetch(signal).then(done, done);
    };
    // For results, which change with every letter, tables are read only for visible ones.
    if (!place || this.#shown?.claims.length !== 0) {
      fetchTables();
      return;
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      fetchTables();
    });
    observer.observe(place);
    signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  }

  /** If a collection provides no tables, the text stays as it is. */
  async #fetch(signal: AbortSignal): Promise<void> {
    const shown = this.#shown;
    if (!shown || !this.#feature) return;
    const tables = await this.#feature.opening.tables(shown.document, shown.page, signal);
    if (signal.aborted) return;
    this.#tables = tables.filter((table) => isIn(table, shown));
    this.#again();
    this.#reveal();
  }

  #again(): void {
    if (this.isConnected) this.setValue(this.#draw());
  }

  #draw(): unknown {
    const [feature, shown, tables] = [this.#feature, this.#shown, this.#tables];
    if (!feature || !shown || !tables || tables.length === 0) return this.#plain;
    const { words } = feature.shell;
    const { claims, marks, ranges } = shown;
    const unfolded = [...this.#unfolded].map(([table, rows]) => [tables.indexOf(table), rows]);
    const copied = this.#copied && tables.indexOf(this.#copied);
    const drawn = JSON.stringify([words.locale, ranges, marks, claims, unfolded, copied]);
    // Drawing a table costs more than everything around it.
    if (drawn === this.#drawn) return noChange;
    const pieces = piecesOf(shown, tables);
    if (pieces.every(({ table }) => table === null)) return this.#plain;
    this.#drawn = drawn;
    adoptStyles(feature.shell.surface.root, styles);
    return html`${pieces.map((piece) =>
      piece.table === null
        ? pieceView(piece, shown.heading)
        : this.#tableView(feature, shown, piece),
    )}${shown.id === undefined ? nothing : html`<span id=${shown.id} hidden>${markedText(shown.excerpt, [])}</span>`}`;
  }

  #tableView(feature: TextFeature, shown: ShownText, { table, rows }: TablePiece): TemplateResult {
    const { words } = feature.shell;
    const cited = citedCells(table, shown.marks, shown.claims);
    const count = this.#unfolded.get(table);
    const few = fewOf(table, rows, cited, shown.marks);
    const body = count === undefined ? few : bodyRows(table).slice(0, count);
    const region = html`<div
      class="table-scroll"
      role="group"
      tabindex="0"
      dir="auto"
      aria-label=${nameOf(words, shown, table)}
    >${drawTable(words, { ...shown, cited }, table, body)}</div>`;
    if (!shown.tools) return html`<div class="table-text">${region}</div>`;
    return html`<div class="table-text">
      ${region}
      <div class="table-tools">
        ${this.#unfoldTools(words, table, few.length, body.length)}
        ${toolView("copy", this.#copied === table ? words.t("answer.copied") : words.t("table.copy"), () => void this.#copy(feature, table))}
        ${toolView("save", words.t("table.save"), () => saveFile(tableFileName(shown.path, this.#tables ?? [], table), "text/csv;charset=utf-8", tableAsCsv(table)))}
      </div>
    </div>`;
  }

  #unfoldTools(words: I18n, table: Table, few: number, shown: number): unknown {
    const all = table.rowCount - table.headRows;
    const step = Math.max(12, Math.floor(cellsAtOnce / table.columnCount));
    if (few >= all) return nothing;
    const unfold = (rows: number | null): void => {
      const others = [...this.#unfolded].filter(([one]) => one !== table);
      this.#unfolded = new Map(rows === null ? others : [...others, [table, rows]]);
      this.#again();
    };
    if (!this.#unfolded.has(table)) {
      return toolView("list", words.t("table.whole"), () => unfold(step));
    }
    return html`${
      shown < all ? toolView("list", words.t("table.more"), () => unfold(shown + step)) : nothing
    }${toolView("list", words.t("table.less"), () => unfold(null))}`;
  }

  async #copy({ shell }: TextFeature, table: Table): Promise<void> {
    const { surface, words } = shell;
    try {
      await copyTable(table);
      surface.announce(words.t("answer.copied"));
      this.#copied = table;
      this.#again();
      setTimeout(() => {
        if (this.#copied === table) this.#copied = null;
        this.#again();
      }, 2000);
    } catch {
      surface.announce(words.t("answer.notCopied"));
    }
  }

  /** Scrolls a marked cell into view, horizontally and only inside its table. */
  #reveal(): void {
    requestAnimationFrame(() => {
      const place = this.#place instanceof Element ? this.#place : null;
      for (const cell of place?.querySelectorAll(".table-scroll [data-cited]") ?? []) {
        const region = cell.closest(".table-scroll");
        if (!region) continue;
        const [inner, outer] = [cell.getBoundingClientRect(), region.getBoundingClientRect()];
        if (inner.right > outer.right) region.scrollLeft += inner.right - outer.right + 12;
        else if (inner.left < outer.left) region.scrollLeft -= outer.left - inner.left + 12;
      }
    });
  }
}

/**
 * A text of a document with its tables as tables; `plain` until they are read, and if there are
 * none. They are read when the text is shown, those of results when they become visible, and not at
 * all if it is removed first.
 */
export const tableText: (feature: TextFeature, shown: ShownText, plain: unknown) => unknown =
  directive(TableText);

async function copyTable(table: Table): Promise<void> {
  const text = tableAsTsv(table);
  const { clipboard } = navigator;
  // Firefox supports it from version 127.
  if (typeof ClipboardItem === "undefined") return clipboard.writeText(text);
  const blob = (type: string, content: string): Blob => new Blob([content], { type });
  await clipboard.write([
    new ClipboardItem({
      "text/plain": blob("text/plain", text),
      "text/html": blob("text/html", tableAsHtml(table)),
    }),
  ]);
}

function pieceView({ text, marks }: TextPiece, heading: ShownText["heading"]): unknown {
  if (heading && marks.length === 0 && isHeading(heading, text)) return nothing;
  return html`<p class="excerpt" dir="auto">${markedText(text, marks, heading)}</p>`;
}

function toolView(name: "copy" | "list" | "save", label: string, run: () => void): TemplateResult {
  // Pressing anywhere around the button opens the page.
  const press = (event: Event): void => {
    event.stopPropagation();
    run();
  };
  return html`<button class="table-tool" type="button" @click=${press}>${icon(name)}${label}</button>`;
}

function nameOf(words: I18n, shown: ShownText, table: Table): string {
  return table.caption?.text ?? words.t("table.name", { place: words.placeOf(shown) });
}

interface Drawn extends ShownText {
  readonly cited: CitedCells;
}

function drawTable(
  words: I18n,
  shown: Drawn,
  table: Table,
  body: readonly number[],
): TemplateResult {
  const grid = gridOf(table, body);
  const head = grid.filter((row) => row.head);
  const numeric = numericColumns(table);
  // Narrow places show these rows as lines, which would take their roles away.
  const isLong = longCells(table, body).length > 0;
  const role = (name: string): unknown => (isLong ? name : nothing);
  const labels = new Map(
    isLong ? table.columns.map(({ column, heads }) => [column, heads.join(" ")]) : [],
  );
  const row = (each: GridRow, index: number, all: readonly GridRow[]): TemplateResult => {
    const before = index === 0 ? table.headRows - 1 : (all[index - 1]?.row ?? -1);
    let column = 0;
    const cells = each.cells.map((cell) => {
      // Cells from rows above may be to the left of this one, so it states its column.
      column = cell.cell?.column ?? column;
      const label = labels.get(column) ?? null;
      const drawn = cellView(words, shown, { ...cell, column, head: each.head, numeric, label });
      column += cell.columns;
      return drawn;
    });
    return html`<tr
      role=${role("row")}
      aria-rowindex=${each.row < 0 ? nothing : each.row + 1}
      ?data-gap=${!each.head && each.row > before + 1}
    >${cells}</tr>`;
  };
  return html`<table role=${role("table")} aria-rowcount=${table.rowCount} ?data-entries=${isLong}>
    ${captionView(words, shown, table)}
    ${head.length > 0 ? html`<thead role=${role("rowgroup")}>${head.map(row)}</thead>` : nothing}
    <tbody role=${role("rowgroup")}>${grid.filter((each) => !each.head).map(row)}</tbody>
  </table>`;
}

/** Title, unit and the origin of the head, unless they are in the table. */
function captionView(words: I18n, shown: Drawn, table: Table): TemplateResult {
  const { caption, continues } = table;
  const { heading } = shown;
  const unit = unitWords(words, table);
  const seen = [
    captionWithout(heading, caption?.text ?? ""),
    ...unit,
    continues === null ? "" : words.t("table.continues", { page: continues }),
  ].filter((text) => text !== "");
  return seen.length === 0
    ? html`<caption dir="auto"><span class="unseen">${nameOf(words, shown, table)}</span></caption>`
    : html`<caption dir="auto">${seen.map((text, index) => html`${index > 0 ? " · " : nothing}<span>${text}</span>`)}</caption>`;
}

/** The caption without the heading, which is shown above the text. */
function captionWithout(heading: string | null | undefined, caption: string): string {
  return heading && `${caption} `.startsWith(`${heading} `)
    ? caption.slice(heading.length + 1)
    : caption;
}

/** The unit of the numbers, if only the surrounding page states it. */
function unitWords(words: I18n, { columns, cells, continues }: Table): string[] {
  const units = columns
    .filter(({ column }) => cells.some((cell) => cell.column === column && cell.value !== null))
    .map(({ unit }) => unit);
  const [first] = units;
  if (!first) return [];
  const unseen = (from: string | null): boolean =>
    from === "page" || (continues !== null && from === "caption");
  const scales = { 3: "table.thousands", 6: "table.millions", 9: "table.billions" } as const;
  const { scale } = first;
  const key = scale === 3 || scale === 6 || scale === 9 ? scales[scale] : null;
  const same = units.every((unit) => unit.scale === scale);
  const scaleWords = key !== null && same && unseen(first.scaleFrom) ? [words.t(key)] : [];
  const money = first.currency !== null && unseen(first.currencyFrom) ? [first.currency] : [];
  return [...money, ...scaleWords];
}

interface DrawnCell extends GridCell {
  readonly column: number;
  readonly head: boolean;
  readonly numeric: ReadonlySet<number>;
  /** Its heading, if a narrow place shows rows as lines; else null. */
  readonly label: string | null;
}

function cellView(
  words: I18n,
  { cited, marks }: Drawn,
  { cell, column, columns, head, label, numeric, rows, text }: DrawnCell,
): TemplateResult {
  const role = (name: string): unknown => (label === null ? nothing : name);
  const isCited = cell !== null && cited.cells.includes(cell);
  const isName = cell !== null && cited.names.includes(cell);
  const span = columns > 1 ? columns : nothing;
  const down = rows > 1 ? rows : nothing;
  const isNumber = columns === 1 && numeric.has(column);
  const content = cell && marks.length > 0 ? markedText(text, marksIn(cell, text, marks)) : text;
  if (head && text !== "") {
    return html`<th
      role=${role("columnheader")}
      scope=${columns > 1 ? "colgroup" : "col"}
      colspan=${span}
      rowspan=${down}
      ?data-number=${isNumber}
      ?data-wide=${columns > 1}
      ?data-named=${isName}
    >${content}</th>`;
  }
  if (!head && column === 0 && text !== "") {
    return html`<th
      role=${role("rowheader")}
      scope="row"
      colspan=${span}
      rowspan=${down}
      ?data-long=${text.length > longLabel}
      ?data-whole=${isCode.test(text)}
      ?data-named=${isName}
    >${content}</th>`;
  }
  // Most cells are like this, and a table has hundreds.
  if (!isCited && columns === 1 && rows === 1 && label === null) {
    return isNumber
      ? html`<td data-number>${content}</td>`
      : html`<td
          ?data-long=${text.length > longText}
          ?data-whole=${isCode.test(text)}
        >${content}</td>`;
  }
  return html`<td
    role=${role("cell")}
    data-label=${text === "" ? nothing : (label ?? nothing)}
    colspan=${span}
    rowspan=${down}
    ?data-number=${isNumber}
    ?data-long=${!isNumber && text.length > longText}
    ?data-whole=${isCode.test(text)}
    ?data-cited=${isCited}
  >${isCited ? html`<mark>${text}</mark><span class="unseen"> ${words.t("table.marked")}</span>` : content}</td>`;
}
