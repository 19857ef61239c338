// The public interface of this room: one question to every document, with the answers as a table.

export { gridFile, gridForms } from "./grid-file.js";
export type { GridAgain, GridEvent, GridPlace, GridProgress } from "./run-grid.js";
export { runGrid } from "./run-grid.js";
export type { ColumnTotal, GridRow, GridSort, GridTable } from "./table.js";
export { comparable, gridTable, nameOf, sortedRows, totalOf, usualValue } from "./table.js";
export { formatTemplate, parseTemplate } from "./template.js";
export type { GridFileOptions, GridForm, GridWords } from "./write-grid.js";
