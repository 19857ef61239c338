import { columnLetters, type Page } from "../../core/index.js";
import { element } from "./dom.js";
import type { ViewerStrings } from "./strings.js";

/**
 * The rows of a sheet as a grid, with the letters of its columns and the numbers of its rows always
 * in view. The cells with a strong mark are framed. Null for a page that is not rows of a sheet.
 *
 * @param shown what is displayed at a stretch of the page's text
 */
export function sheetGrid(
  page: Page,
  shown: (start: number, end: number) => readonly (Node | string)[],
): HTMLTableElement | null {
  const { text, lines, cells } = page;
  if (!cells || cells.rows.length !== lines.length) return null;
  const letters = Array.from(cells.columns, (column) =>
    element("th", { scope: "col" }, columnLetters(column)),
  );
  const table = element("table", { class: "grid", "data-start": String(lines[0]?.start ?? 0) });
  table.append(element("thead", {}, element("tr", {}, element("td"), ...letters)));
  const body = element("tbody");
  for (const [index, line] of lines.entries()) {
    const number = cells.rows[index] ?? 0;
    const row = element("tr", { "data-start": String(line.start) });
    row.append(element("th", { scope: "row" }, String(number)));
    let start = line.start;
    for (const cell of text.slice(line.start, line.end).split("\t")) {
      const end = start + cell.length;
      row.append(element("td", { dir: "auto" }, ...shown(start, end)));
      start = end + 1;
    }
    while (row.children.length <= letters.length) row.append(element("td"));
    body.append(row);
  }
  table.append(body);
  for (const mark of table.querySelectorAll('mark[data-strength="word"][data-current]')) {
    mark.closest("td")?.setAttribute("data-cited", "");
  }
  return table;
}

/** The step of each arrow key: down and to the end. */
const steps: Readonly<Record<string, readonly [down: number, along: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/**
 * A grid under a line with the formula of the selected cell, chosen by a click or with the arrow
 * keys; only the grid if its cells have no formulas.
 */
export function withFormulaBar(
  { cells }: Page,
  grid: HTMLTableElement,
  strings: Pick<ViewerStrings, "formulaHint" | "noFormula" | "sheetCells">,
): HTMLElement[] {
  if (!cells?.formulas) return [grid];
  const { places, texts } = cells.formulas;
  const rows = [...(grid.tBodies[0]?.rows ?? [])];
  const formulas = new Map<HTMLTableCellElement, string>();
  for (const [index, formula] of texts.entries()) {
    // The first cell of each row is its number.
    const cell = rows[places[2 * index] ?? -1]?.cells[(places[2 * index + 1] ?? -1) + 1];
    if (!cell) continue;
    formulas.set(cell, formula);
    cell.title = formula;
    cell.dataset.formula = "";
  }
  const place = element("span", { class: "formula-place" });
  const shown = element("span", { class: "formula-text" }, strings.formulaHint);
  const bar = element("p", { class: "formula-bar", role: "status" }, place, shown);
  grid.setAttribute("role", "grid");
  grid.setAttribute("aria-label", strings.sheetCells);
  const choose = (cell: HTMLTableCellElement): void => {
    grid.querySelector("[aria-selected]")?.removeAttribute("aria-selected");
    for (const each of grid.querySelectorAll('[tabindex="0"]')) each.setAttribute("tabindex", "-1");
    cell.setAttribute("aria-selected", "true");
    cell.tabIndex = 0;
    const line = rows.indexOf(cell.parentElement as HTMLTableRowElement);
    place.textContent = `${columnLetters(cells.columns[cell.cellIndex - 1] ?? 1)}${cells.rows[line]}`;
    const formula = formulas.get(cell);
    shown.textContent = formula ?? strings.noFormula;
    shown.toggleAttribute("data-none", formula === undefined);
    // Formulas run from left to right in every language.
    shown.dir = formula === undefined ? "auto" : "ltr";
    // A long one scrolls, and is focusable for that.
    bar.toggleAttribute("tabindex", bar.scrollHeight > bar.clientHeight);
    if (bar.hasAttribute("tabindex")) bar.tabIndex = 0;
  };
  for (const cell of rows.flatMap((row) => [...row.cells])) {
    if (cell.tagName === "TD") cell.tabIndex = -1;
  }
  const [first] = formulas.keys();
  if (first) first.tabIndex = 0;
  grid.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLTableCellElement) choose(target);
  });
  grid.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    const from = event.target;
    if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!(from instanceof HTMLTableCellElement)) return;
    const [down, along] = step;
    const forward = getComputedStyle(grid).direction === "rtl" ? -along : along;
    const line = rows.indexOf(from.parentElement as HTMLTableRowElement);
    const next = rows[line + down]?.cells[from.cellIndex + forward];
    if (next?.tagName !== "TD") return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  });
  return [bar, grid];
}
