import type { Calculation, SourceRows } from "../../core/index.js";
import { compose, type TextBlock } from "../reading/compose.js";
import { counted, fileNamed, grouped, onOneLine } from "../reading/wording.js";
import { inUnit, showNumber, writeNumber } from "./arithmetic.js";
import { objectSchema, textSchema } from "./definition.js";
import { findSource, listTables } from "./query-source.js";
import {
  type ResultCell,
  type ResultRow,
  type Selected,
  type SourceCell,
  type SourceRow,
  selectRows,
} from "./select-rows.js";
import { longestStatement, readStatement } from "./select-statement.js";
import type { DataTable } from "./table-data.js";
import { sourceRows, TablePlaces } from "./table-places.js";
import { unitWords } from "./table-text.js";
import type { Selection, Tool, ToolContext, ToolResult } from "./tool.js";

type Call = { readonly query?: string };

/** The default number of rows in a result, and the maximum. */
const usualLimit = 20;
const mostShown = 100;

/** Filters, counts, sums, groups and joins rows of sheets and tables. */
export const queryTableTool: Tool<Call> = {
  name: "query_table",
  description: "Counts, sums, groups by SQL SELECT; without it, lists tables.",
  parameters: objectSchema({ query: textSchema(longestStatement) }, ["query"]),
  readOnly: true,
  describe: ({ query = "" }) =>
    isStatement(query) ? `Queried the tables “${query.trim()}”` : "Looked at the list of tables",
  async run({ query = "" }, context) {
    if (!isStatement(query)) return await listTables(query, context);
    const statement = readStatement(query.trim());
    const names = [statement.from, ...statement.joins].map(({ name }) => name);
    const tables: DataTable[] = [];
    for (const name of names) tables.push(await findSource(name, context));
    const limit = Math.min(statement.limit ?? usualLimit, mostShown);
    const selected = selectRows({ ...statement, limit }, tables, usualLimit);
    return await resultOf(selected, tables, statement.offset, context);
  },
};

function isStatement(query: string): boolean {
  return /^\s*select\b/i.test(query);
}

/** A row of a result as it is shown. */
interface WrittenRow {
  readonly block: TextBlock;
  readonly cells: string[];
  readonly from: SourceRows[];
  readonly figures: readonly Calculation[];
}

async function resultOf(
  selected: Selected,
  tables: readonly DataTable[],
  offset: number,
  context: ToolContext,
): Promise<ToolResult> {
  const { calculations, budget } = context;
  const numbers = calculations.map(({ id }) => Number(/^q(\d+)\./.exec(id)?.[1] ?? 0));
  const name = `q${Math.max(0, ...numbers) + 1}`;
  const rows = await writtenRows(name, selected, tables, new TablePlaces(context));
  const sources = tables
    .map((table) => `${table.id} ${fileNamed(table.document.path)}`)
    .join(" and ");
  const { reading, shown } = compose(
    {
      head: `${name}: ${counted(selected.count, "row")} from ${sources}\n${titlesOf(selected).join(" | ")}`,
      blocks: rows.map(({ block }) => block),
      separator: "\n",
      rest: ({ blocks }) => {
        const left = selected.count - offset - blocks;
        return {
          leftOut:
            left > 0
              ? `Left out: ${counted(left, "row")}; OFFSET ${offset + blocks} goes on.`
              : null,
          next: null,
        };
      },
      foot: [
        ...selected.remarks,
        ...totalsNote(selected),
        ...figureNote(rows.flatMap(({ figures }) => figures)),
      ].join("\n"),
    },
    budget,
  );
  const shownRows = rows.slice(0, shown.blocks);
  const selection: Selection = {
    columns: selected.titles,
    count: selected.count,
    rows: shownRows.map(({ cells, from }) => ({ cells, from })),
    figures: shownRows.flatMap(({ figures }) => figures),
  };
  const where = counted(new Set(tables.map(({ document }) => document.id)).size, "document");
  return {
    text: reading.text,
    evidence: reading.evidence,
    summary: `${counted(selected.count, "row")} from tables of ${where}`,
    selection,
  };
}

/** The rows of the result `name`, with the figures that can be cited by id. */
async function writtenRows(
  name: string,
  selected: Selected,
  tables: readonly DataTable[],
  places: TablePlaces,
): Promise<readonly WrittenRow[]> {
  const rows: WrittenRow[] = [];
  for (const [index, row] of selected.rows.entries()) {
    const figures: Calculation[] = [];
    for (const [column, cell] of row.cells.entries()) {
      const at = {
        id: `${name}.r${index + 1}.c${column + 1}`,
        title: selected.titles[column] ?? "",
      };
      const figure = await figureOf(cell, { row, tables, at }, places);
      if (figure) figures.push(figure);
    }
    const cells = row.cells.map((cell) => shownCell(cell));
    const block = await rowBlock(index, cells, { row, selected }, places);
    rows.push({ block, cells, from: sourceRows(row.rows), figures });
  }
  return rows;
}

/** The columns of a result, each with its number and the unit that its cells share. */
function titlesOf({ titles, rows }: Selected): readonly string[] {
  return titles.map((title, column) => {
    const units = new Set(rows.flatMap(({ cells }) => unitOf(cells[column]) ?? []));
    const unit = units.size === 1 ? [...units].join("") : "";
    return `c${column + 1} ${onOneLine(title, 40)}${unit === "" || title.includes(`(${unit})`) ? "" : ` (${unit})`}`;
  });
}

async function rowBlock(
  index: number,
  cells: readonly string[],
  { row, selected }: { readonly row: ResultRow; readonly selected: Selected },
  places: TablePlaces,
): Promise<TextBlock> {
  const [first] = row.rows;
  const ids = await places.evidence(row.rows);
  const sources =
    selected.isGrouped || !first
      ? ids.map((id) => `[${id}]`)
      : [`[${ids[0] ?? ""}] ${rowId(first)}`];
  const shown = cells.map((cell) => onOneLine(cell, 60)).join(" | ");
  return { lead: [`r${index + 1} ${shown}`, ...sources].join(" "), body: "", evidence: ids };
}

/** The text of a cell: as printed in its table, or a computed number formatted for reading. */
function shownCell({ value, from }: ResultCell): string {
  if (!value) return "";
  const [only] = from;
  const isVerbatim = from.length === 1 && only?.cell.text === value.text;
  return value.number && !isVerbatim ? showNumber(value.number) : value.text;
}

function unitOf(cell: ResultCell | undefined): string[] {
  return cell?.value?.number ? [cell.unit ? unitWords(cell.unit) : ""] : [];
}

function rowId({ table, index }: SourceRow): string {
  const row = table.rows[index];
  return row ? `${row.part.id}.r${row.row}` : table.id;
}

function totalsNote({ totals }: Selected): string[] {
  const [first] = totals;
  if (!first) return [];
  const label = first.table.rows[first.index]?.cells.find((cell) => cell !== null)?.text ?? "";
  return [
    `Not taken: ${counted(totals.length, "row")} of totals, such as ${rowId(first)} "${onOneLine(label, 30)}". A WHERE that names totals takes them.`,
  ];
}

function figureNote(figures: readonly Calculation[]): string[] {
  const [first] = figures;
  return first ? [`Numbers are named like ${first.id} for calculate.`] : [];
}

/** A number of a result in the form that calculations and answers cite; null for other cells. */
async function figureOf(
  { value, unit, from }: ResultCell,
  {
    row,
    tables,
    at,
  }: {
    readonly row: ResultRow;
    readonly tables: readonly DataTable[];
    readonly at: { readonly id: string; readonly title: string };
  },
  places: TablePlaces,
): Promise<Calculation | null> {
  if (!value?.number) return null;
  // If nothing was found, cites the heading of the searched table.
  const cells = from.length > 0 ? from : tables.flatMap(headCell);
  const operands = (await Promise.all(cells.map((cell) => places.operand(cell)))).filter(
    (operand) => operand !== null,
  );
  const { display, scale } = inUnit(value.number, unit);
  const files = [...new Set(tables.map(({ document }) => fileNamed(document.path)))].join(", ");
  const keys = row.keys.filter((key) => key !== "");
  return {
    id: at.id,
    expression: [
      at.title,
      ...keys.map((key) => onOneLine(key, 60)),
      `${files} (${grouped(row.rows.length)})`,
    ].join(" · "),
    value: writeNumber(value.number),
    ...(scale === 0 ? {} : { scale }),
    display,
    operands,
    rows: sourceRows(row.rows),
    keys,
    sourced: operands.length > 0,
  };
}

/** The first cell of a table's headings, to show what was examined. */
function headCell(table: DataTable): SourceCell[] {
  const [part] = table.parts;
  const cell = part?.table.cells.find(({ head }) => head) ?? part?.table.cells[0];
  if (!cell) return [];
  return [
    { table, index: -1, cell: { text: cell.text, number: null, date: null, unit: null, cell } },
  ];
}
