// The door of this room, which others import it by: one question to every document, and the answers as a table.

export type {
  GridAnswer,
  GridCitation,
  GridColumn,
  GridColumnInput,
  GridColumnType,
  GridDefinition,
  GridDocument,
  GridRemark,
  GridReview,
  GridStatus,
  GridValue,
} from "./grid.js";
export { completeColumns, isCurrent, keyOf, maxColumns } from "./grid.js";
export { gridFile, gridForms } from "./grid-file.js";
export type { GridAgain, GridEvent, GridPlace, GridProgress } from "./run-grid.js";
export { runGrid } from "./run-grid.js";
export type { ColumnTotal, GridRow, GridSort, GridTable } from "./table.js";
export { comparable, gridTable, sortedRows, totalOf, usualValue } from "./table.js";
export { formatTemplate, parseTemplate } from "./template.js";
export type { GridFileOptions, GridForm, GridWords } from "./write-grid.js";
