import { invalidArgument } from "../core/index.js";
import type { GridTable } from "./table.js";
import {
  englishGridWords,
  type GridFileOptions,
  type GridForm,
  gridCsv,
  gridHtml,
  gridMarkdown,
  type WrittenGrid,
} from "./write-grid.js";

/** The file extension and media type of each form. */
export const gridForms: Readonly<
  Record<GridForm, { readonly ending: string; readonly type: string }>
> = {
  csv: { ending: "csv", type: "text/csv" },
  xlsx: {
    ending: "xlsx",
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
  markdown: { ending: "md", type: "text/markdown" },
  html: { ending: "html", type: "text/html" },
};

/** Writes a grid as a file. Throws `invalid-argument` for a form that does not exist. */
export async function gridFile(
  table: GridTable,
  form: GridForm,
  { words = englishGridWords, link = () => null }: GridFileOptions = {},
): Promise<Blob> {
  const known = gridForms[form] as (typeof gridForms)[GridForm] | undefined;
  if (!known) {
    throw invalidArgument(
      `A grid cannot be saved as "${form}". The formats are ${Object.keys(gridForms).join(", ")}.`,
    );
  }
  const written: WrittenGrid = { table, words, link };
  if (form === "xlsx") {
    const { gridXlsx } = await import("./write-xlsx.js");
    return gridXlsx(written);
  }
  const writers = { csv: gridCsv, markdown: gridMarkdown, html: gridHtml };
  return new Blob([writers[form](written)], { type: known.type });
}
