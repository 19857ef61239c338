import {
  type CallOptions,
  cellId,
  countedAs,
  type DocumentSummary,
  invalidArgument,
  notFound,
  type PassageText,
  type Table,
  tableId,
} from "../../core/index.js";
import { isTableRow } from "../../figures/index.js";
import type { FoundRow } from "../../search/index.js";
import { compose, composeFirstOf, type Layout, lastRows, type Shown } from "../reading/compose.js";
import { counted, onOneLine, placeNamed } from "../reading/wording.js";
import { documentsSchema, objectSchema, textSchema } from "./definition.js";
import { findDocuments } from "./find-documents.js";
import {
  bareTableName,
  findTable,
  type NamedTable,
  rowsOf,
  sampleCell,
  type TableTarget,
} from "./find-table.js";
import {
  columnName,
  rowBlocks,
  type ShownRow,
  shownColumns,
  type TableForm,
  tableForms,
  tableHead,
} from "./table-text.js";
import {
  documentsOf,
  inDocuments,
  type Tool,
  type ToolContext,
  type ToolReader,
  type ToolResult,
  withAdvice,
} from "./tool.js";

type RowsCall = {
  readonly label: string;
  readonly period?: string;
  readonly documents?: readonly string[];
};

/** The number of rows to search for. */
const maxRows = 12;
/** Rows are shown if they score at least this share of the best one. */
const shareOfBest = 0.4;

/** Finds the table rows that match a label, with their headings. */
export const findRowsTool: Tool<RowsCall> = {
  name: "find_rows",
  description: "Rows of tables by name, with heads, unit and ids of cells.",
  parameters: objectSchema(
    {
      label: textSchema(120, "what the row is called, such as net sales"),
      period: textSchema(60, "such as 2022"),
      documents: documentsSchema,
    },
    ["period", "documents"],
  ),
  readOnly: true,
  describe: ({ label, period = "" }) => `Looked for “${`${label} ${period}`.trim()}”`,
  async run({ label, period, documents: names }, { reader, budget, signal }) {
    if (label.trim() === "") {
      const message = 'The label is empty. Give what the row is called, such as "net sales".';
      throw invalidArgument(message);
    }
    const scope = names && (await findDocuments(names, { reader, signal }));
    const documents = scope?.map(({ id }) => id);
    const query = { label, period, documents, limit: maxRows };
    const found = (await reader.findRows?.(query, { signal })) ?? [];
    const [best] = found;
    if (!best) return nothingCalled(label, names !== undefined, budget);
    const near = inTables(found.filter(({ score }) => score >= shareOfBest * best.score));
    const passages = await passagesAround(near, reader, { signal });
    const units = new Map((await reader.documents({ signal })).map((each) => [each.id, each]));
    const { table, row, column } = best;
    const cell = table.cells.find((each) => each.row === row && each.column === column);
    const head = columnName(table, column);
    const likeliest = `${idOf(best)}.r${row}.c${column} = ${onOneLine(cell?.text ?? "", 30)}`;
    const layoutOf = (form: TableForm): Layout => ({
      head: "",
      blocks: rowBlocks(
        near.map(({ row, table, path, page, ...found }): ShownRow => {
          const ofTable = near.filter((each) => each.table === table);
          const columns = shownColumns(
            table,
            form,
            ofTable.map(({ column }) => column),
          );
          const { pageUnit = "page" } = units.get(found.document) ?? {};
          const place = placeNamed({ path, page, pageLabel: null, pageUnit });
          const id = idOf({ page, ...found });
          return {
            table,
            row,
            columns,
            head: `${id} ${place}\n${tableHead(table, columns, form)}`,
          };
        }),
        (table) => passages.get(table) ?? [],
        form,
      ),
      separator: "\n",
      rest: ({ blocks }) => ({
        leftOut:
          blocks < near.length
            ? `Left out: ${counted(near.length - blocks, "row")} that fit less.`
            : null,
        next: null,
      }),
      foot: `Likeliest: ${likeliest}${head === "" ? "" : ` (${head})`}.`,
      finish: () => null,
    });
    const { reading } = composeFirstOf(tableForms, layoutOf, budget);
    const all = documentsOf(reading.evidence);
    return {
      text: reading.text,
      evidence: reading.evidence,
      summary: `${counted(near.length, "row")} in ${counted(Math.max(1, all.size), "document")}`,
    };
  },
};

/** The result if no row has a name. */
function nothingCalled(
  label: string,
  isScoped: boolean,
  budget: ToolContext["budget"],
): ToolResult {
  const head = `No row of a table is called: ${onOneLine(label, 120)}`;
  const nothing = { blocks: [], separator: "", foot: "" };
  const rest = () => ({ leftOut: null, next: null });
  const { reading } = compose({ ...nothing, head, rest }, budget);
  const elsewhere = isScoped ? ", leave documents out" : "";
  const advice = [`Try other words for it${elsewhere}, or search.`];
  return { text: withAdvice(reading, advice, budget), evidence: [], summary: "Nothing found" };
}

function idOf(found: Pick<FoundRow, "document" | "page" | "tableNumber">): string {
  return tableId(found.document, found.page, found.tableNumber);
}

/** Rows grouped by table, the table with the best row first; each row once and in order. */
function inTables(found: readonly FoundRow[]): FoundRow[] {
  const tables = new Map<string, Map<number, FoundRow>>();
  for (const each of found) {
    const rows = tables.get(idOf(each)) ?? new Map<number, FoundRow>();
    if (!rows.has(each.row)) rows.set(each.row, each);
    tables.set(idOf(each), rows);
  }
  return [...tables.values()].flatMap((rows) => {
    // Objects are copied when they pass between threads; copies of one table become one again.
    const [first] = rows.values();
    const rowsOfTable = [...rows.values()].map((row) => ({
      ...row,
      table: first?.table ?? row.table,
    }));
    return rowsOfTable.sort((a, b) => a.row - b.row);
  });
}

async function passagesAround(
  found: readonly Pick<FoundRow, "document" | "page" | "table">[],
  reader: Pick<ToolReader, "passages">,
  options: CallOptions,
): Promise<ReadonlyMap<Table, readonly PassageText[]>> {
  const passages = new Map<Table, readonly PassageText[]>();
  for (const { document, page, table } of found) {
    if (passages.has(table)) continue;
    const pages = { from: page, to: page };
    passages.set(table, await reader.passages(document, { ...options, pages }));
  }
  return passages;
}

type TableCall = {
  readonly id: string;
  readonly rows?: string;
  readonly columns?: string;
};

export const readTableTool: Tool<TableCall> = {
  name: "read_table",
  description: "A table, or rows such as 4-9 and columns such as 1,2 of it.",
  parameters: objectSchema(
    {
      id: textSchema(40, "a table (d3.p12.t1), or a page with one (d3.p12)"),
      rows: textSchema(40, "such as 4-9"),
      columns: textSchema(40, "such as 1,2"),
    },
    ["rows", "columns"],
  ),
  readOnly: true,
  describe: ({ id }) => {
    const [, page] = /\.p(\d+)/.exec(bareTableName(id)) ?? [];
    return page === undefined ? "Read a table" : `Read a table on page ${page}`;
  },
  async run({ id: name, rows: wantedRows, columns: wantedColumns }, { reader, budget, signal }) {
    const target = await findTable(name, { reader, signal });
    const { id, document, page, table } = target;
    const rows = requestedRows(wantedRows ?? "", target);
    const columns = requestedColumns(wantedColumns ?? "", target);
    const at = [{ document: document.id, page, table }];
    const passages = (await passagesAround(at, reader, { signal })).get(table) ?? [];
    const { pageUnit } = document;
    const place = placeNamed({ path: document.path, page, pageLabel: null, pageUnit });
    const goesOn = table.continues === null ? "" : `, goes on from page ${table.continues}`;
    const sample = sampleCell(target, (cell) => rows.includes(cell.row));
    const notes = [
      ...(sample === null ? [] : [`A cell is named like ${sample}.`]),
      ...formulaNote(target, rows),
    ];
    const layoutOf = (form: TableForm): Layout => {
      const shown = columns ?? shownColumns(table, form);
      const without = columns ? [] : leftOutColumns(table, shown);
      return {
        head: "",
        blocks: rowBlocks(
          rows.map((row) => ({
            ...{ table, row, columns: shown },
            head: `${id} ${place}, ${rowsOf(table)}${goesOn}\n${tableHead(table, shown, form)}`,
          })),
          () => passages,
          form,
        ),
        separator: "\n",
        rest: ({ blocks }) => {
          const [first] = rows.slice(blocks);
          const next = first === undefined ? null : `${first}-${rows.at(-1)}`;
          const parts = [
            ...(next === null ? [] : [`rows ${next}`]),
            ...(without.length === 0 ? [] : [`columns ${without.join(", ")}`]),
          ];
          return { leftOut: parts.length === 0 ? null : `Left out: ${parts.join("; ")}.`, next };
        },
        foot: notes.join("\n"),
        finish: ({ blocks }: Shown) =>
          blocks < rows.length && rows.length - blocks <= lastRows
            ? { blocks: rows.length, cut: 0 }
            : null,
      };
    };
    const { reading, shown } = composeFirstOf(tableForms, layoutOf, budget);
    const where = inDocuments(reading.evidence, [document]);
    return {
      text: reading.text,
      evidence: reading.evidence,
      summary: `${counted(shown.blocks, "row")} of a table on ${countedAs(pageUnit)} ${page}${reading.evidence.length > 0 ? ` ${where}` : ""}`,
    };
  },
};

/** Maximum number of characters of a formula that a model is shown. */
const shownFormula = 400;

/** The formula of the named cell; without a name, a note that some cells have one. */
function formulaNote(
  { id, table, row, column }: TableTarget,
  rows: readonly number[],
): readonly string[] {
  const withFormula = table.cells.filter(({ formula }) => formula !== undefined);
  const named = withFormula.find((cell) => cell.row === row && cell.column === column);
  const cell = named ?? withFormula.find((each) => rows.includes(each.row));
  if (!cell) return [];
  const name = cellId(id, cell.row, cell.column);
  return named
    ? [`Formula of ${name}: ${onOneLine(named.formula ?? "", shownFormula)}`]
    : [`Some cells have formulas; read_table ${name} tells that of one.`];
}

function leftOutColumns({ cells }: Table, shown: readonly number[]): number[] {
  const all = [...new Set(cells.map(({ column }) => column))].filter((column) => column > 0);
  return all.filter((column) => !shown.includes(column)).sort((a, b) => a - b);
}

/** The rows below the header that a model asks for, in order: "4-9", "r4, r7", "12-". */
function requestedRows(
  request: string,
  target: NamedTable & { readonly row: number | null },
): number[] {
  const { id, table, row } = target;
  const all = table.rows.map((each) => each.row);
  if (request.trim() === "") {
    // A named row comes with the one above it.
    return row === null ? all : all.filter((each) => each >= row - 1);
  }
  const ranges = rangesIn(request, table.rowCount - 1);
  const rows = all.filter((each) => ranges.some(({ from, to }) => each >= from && each <= to));
  if (rows.length > 0) return rows;
  throw notFound(`${id} has no rows ${onOneLine(request, 20)}. It has ${rowsOf(table)}.`);
}

/** The columns that a model asks for, by number or by words of their headings; null for all. */
function requestedColumns(request: string, { id, table }: NamedTable): readonly number[] | null {
  if (request.trim() === "") return null;
  const last = table.columnCount - 1;
  const ranges = rangesIn(request, last);
  const names = request.split(/[,;]/u).map((part) => part.trim().toLowerCase());
  const columns = table.columns
    .map(({ column }) => column)
    .filter((column) => {
      const head = columnName(table, column, 200).toLowerCase();
      return (
        ranges.some(({ from, to }) => column >= from && column <= to) ||
        names.some((name) => name !== "" && head.includes(name))
      );
    });
  const shown = columns.filter((column) => column > 0 || columns.length === 1);
  if (shown.length > 0) return shown.slice(0, tableForms[0].columns);
  const heads = table.columns
    .slice(0, tableForms[0].columns)
    .map(({ column }) => `c${column} ${columnName(table, column)}`.trimEnd());
  throw notFound(`${id} has no column ${onOneLine(request, 20)}. It has ${heads.join(", ")}.`);
}

function rangesIn(text: string, last: number): { readonly from: number; readonly to: number }[] {
  const form =
    /(?<![a-zß-ɏḀ-ỿ\p{N}.])[rc]?(\d{1,6})(?:\s*(-|–|to)\s*[rc]?(\d{1,6})?)?(?![a-zß-ɏḀ-ỿ\p{N}])/giu;
  return [...text.matchAll(form)].map(([, from = "0", open, to]) => ({
    from: Number(from),
    to: to === undefined ? (open === undefined ? Number(from) : last) : Number(to),
  }));
}

/** Maximum number of documents, and of pages in each, that are checked for tables. */
const sampledDocuments = 10;
const sampledPages = 6;
/** Minimum number of rows in a passage to count as a table. */
const rowsOfTable = 3;

/**
 * Whether documents have tables, judging by a few of their pages, spread evenly. A single table
 * among many pages may be missed; search and read show it as text.
 */
export async function haveTables(reader: ToolReader, signal: AbortSignal): Promise<boolean> {
  if (!reader.findRows || !reader.tables) return false;
  const documents = await reader.documents({ signal });
  for (const index of spread(documents.length, sampledDocuments)) {
    const document = documents[index];
    if (document && (await hasTables(reader, document, signal))) return true;
  }
  return false;
}

async function hasTables(
  reader: ToolReader,
  { id, pages: { total } }: Pick<DocumentSummary, "id" | "pages">,
  signal: AbortSignal,
): Promise<boolean> {
  const passages = spread(total, sampledPages).map((index) => {
    const pages = { from: index + 1, to: index + 1 };
    return reader.passages(id, { pages, signal });
  });
  return (await Promise.all(passages)).flat().some(({ text }) => {
    return text.split("\n").filter(isTableRow).length >= rowsOfTable;
  });
}

/** At most `most` of the numbers from 0 to `count`, each from the middle of an equal part. */
function spread(count: number, most: number): number[] {
  const size = Math.min(count, most);
  return Array.from({ length: size }, (_, index) => Math.floor(((index + 0.5) * count) / size));
}
