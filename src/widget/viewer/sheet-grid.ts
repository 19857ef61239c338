import type { Page } from "../../core/page.js";
import { columnLetters } from "../../core/place.js";
import { element } from "./dom.js";

/**
 * The rows of a sheet as a grid, under the letters of its columns and beside the numbers of its rows,
 * both of which stay in sight. The cells with a mark that matters most are framed.
 *
 * @param shown what stands at a stretch of the page's text
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
