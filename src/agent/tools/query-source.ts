import {
  append,
  type DocumentSummary,
  invalidArgument,
  keptOrMade,
  notFound,
  PagehoundError,
  parseTablePlace,
  type Table,
  type TableId,
  tableId,
  withoutHidden,
} from "../../core/index.js";
import { compose, type TextBlock } from "../reading/compose.js";
import { findDocument } from "../reading/find-by-name.js";
import { counted, fileNamed, firstOf, onOneLine } from "../reading/wording.js";
import { choices, findDocuments } from "./find-documents.js";
import { bareTableName } from "./find-table.js";
import {
  type DataColumn,
  type DataTable,
  dataTable,
  goesOnWith,
  isSheet,
  type TablePart,
} from "./table-data.js";
import { unitWords } from "./table-text.js";
import type { ToolContext, ToolResult } from "./tool.js";

type Scope = Pick<ToolContext, "reader" | "signal">;

/** Maximum number of pages of a document to search: some 30,000 rows of a sheet. */
const mostPages = 1000;
/** How many pages' tables are requested at once. */
const atOnce = 16;
/** Maximum number of tables to list as choices. */
const maxNamed = 6;

/** The tables of each document, kept as long as their reader. */
const known = new WeakMap<object, Map<string, Promise<readonly DataTable[]>>>();

/** All tables of a document, kept as long as the reader. Throws `too-large` for too many pages. */
async function tablesOfDocument(
  document: DocumentSummary,
  scope: Scope,
): Promise<readonly DataTable[]> {
  const ofReader = keptOrMade(known, scope.reader, () => new Map());
  return await keptOrMade(ofReader, document.id, () => {
    const tables = readTables(document, scope);
    // An abandoned computation is restarted by the next request.
    tables.catch(() => ofReader.delete(document.id));
    return tables;
  });
}

async function readTables(document: DocumentSummary, scope: Scope): Promise<readonly DataTable[]> {
  const { total } = document.pages;
  if (total > mostPages) {
    throw new PagehoundError(
      "too-large",
      `${document.id} ${fileNamed(document.path)} has ${counted(total, "page")} of rows; at most ${mostPages} can be queried. Use find_rows or grep, or ask for a smaller file.`,
    );
  }
  const sheets = await sheetNames(document, scope);
  const open: Chain[] = [];
  for await (const { page, tables } of pagesOf(document, { from: 1, to: total }, scope)) {
    const sheet = sheets.get(page) ?? null;
    // Cells outside the sheets, such as named cells.
    if (sheets.size > 0 && sheet === null) continue;
    for (const [index, table] of tables.entries()) {
      const part: TablePart = { id: tableId(document.id, page, index + 1), page, table };
      const before = open.at(-1);
      if (before && index === 0 && goesOn(before, { part, sheet }, document))
        before.parts.push(part);
      else open.push({ sheet, parts: [part] });
    }
  }
  return open.map(({ sheet, parts }) => dataTable(document, sheet, parts));
}

/** The parts of a table found so far. */
interface Chain {
  readonly sheet: string | null;
  readonly parts: [TablePart, ...TablePart[]];
}

function goesOn(
  { sheet, parts }: Chain,
  next: { readonly part: TablePart; readonly sheet: string | null },
  document: DocumentSummary,
): boolean {
  const [first] = parts;
  const { page, table } = next.part;
  if (sheet !== next.sheet || (parts.at(-1)?.page ?? 0) !== page - 1) return false;
  // A file of records is one table, even if its pages do not repeat the header.
  if (document.format === "csv") return true;
  if (table.continues !== null) return true;
  const isOnTop = table.box === null && table.span.start === 0;
  if (!isOnTop) return false;
  return first.table.headRows === 0 && isSheet(document)
    ? table.headRows === 0
    : goesOnWith(first, table);
}

/** The sheets of a workbook, by page; empty for other documents. */
async function sheetNames(
  { id, pageUnit }: DocumentSummary,
  { reader, signal }: Scope,
): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  if (pageUnit !== "sheet") return names;
  for (const { page, pageLabel } of await reader.passages(id, { signal })) {
    const name = pageLabel?.replace(/(?:^|, )[A-Z]{1,3}\d+(?::[A-Z]{1,3}\d+)?$/, "");
    if (name) names.set(page, name);
  }
  return names;
}

async function* pagesOf(
  { id }: DocumentSummary,
  { from, to }: { readonly from: number; readonly to: number },
  { reader, signal }: Scope,
): AsyncGenerator<{ readonly page: number; readonly tables: readonly Table[] }> {
  for (let first = from; first <= to; first += atOnce) {
    const pages = Array.from(
      { length: Math.min(atOnce, to - first + 1) },
      (_, index) => first + index,
    );
    const found = await Promise.all(
      pages.map(async (page) => (await reader.tables?.(id, page, { signal })) ?? []),
    );
    signal.throwIfAborted();
    for (const [index, page] of pages.entries()) yield { page, tables: found[index] ?? [] };
  }
}

/**
 * The table that a query names: by its id, by a document that has only one, or by its sheet. Throws
 * `not-found` and `invalid-argument`, listing the existing tables.
 */
export async function findSource(written: string, scope: Scope): Promise<DataTable> {
  const name = bareTableName(written);
  const place = parseTablePlace(name);
  if (place) {
    const id = tableId(place.document, place.page, place.number);
    const document = await findDocument(scope.reader, place.document, scope);
    return isSheet(document)
      ? pieceOf(await tablesOfDocument(document, scope), id)
      : await tableFrom(document, { ...place, id }, scope);
  }
  const [, ofDocument, sheet = ""] = /^(d[1-9]\d{0,14})[.!:](.+)$/.exec(name) ?? [];
  const named = ofDocument && !/^[ph]\d/.test(sheet) ? sheet : null;
  const documents = await documentsNamed(ofDocument ?? written, scope);
  const [only, ...others] = documents;
  if (only && others.length === 0) {
    const tables = await tablesOfDocument(only, scope);
    const fitting = named === null ? tables : tables.filter((each) => isSheetNamed(each, named));
    if (fitting.length > 0) return oneOf(fitting, written);
    if (tables.length > 0) throw severalTables(tables, written);
    throw notFound(`${only.id} ${fileNamed(only.path)} has no tables. Use search or grep.`);
  }
  const sheets: DataTable[] = [];
  for (const document of await scope.reader.documents(scope)) {
    if (document.pageUnit !== "sheet" || document.pages.total > mostPages) continue;
    const tables = await tablesOfDocument(document, scope);
    sheets.push(...tables.filter((each) => isSheetNamed(each, name)));
  }
  if (sheets.length > 0) return oneOf(sheets, written);
  throw notFound(
    documents.length > 0
      ? `"${onOneLine(written, 40)}" may be any of ${counted(documents.length, "document")}: ${choices(documents)}. Name one by its id.`
      : `There is no table "${onOneLine(written, 40)}". Call query_table without a query to list them, or name a table by its id, such as d3.p1.t1.`,
  );
}

async function documentsNamed(name: string, scope: Scope): Promise<readonly DocumentSummary[]> {
  try {
    return await findDocuments([name], scope);
  } catch (error) {
    if (PagehoundError.isInstance(error) && error.code === "not-found") return [];
    throw error;
  }
}

function isSheetNamed({ sheet }: DataTable, name: string): boolean {
  return sheet !== null && withoutHidden(sheet.toLowerCase()) === withoutHidden(name);
}

function pieceOf(tables: readonly DataTable[], id: TableId): DataTable {
  const found = tables.find(({ parts }) => parts.some((part) => part.id === id));
  if (found) return found;
  throw tables.length > 0
    ? severalTables(tables, id)
    : notFound(`There is no table ${id}, nor another in its document.`);
}

/** A table in the text of a document, with its continuations on the following pages. */
async function tableFrom(
  document: DocumentSummary,
  { id, page, number }: { readonly id: TableId; readonly page: number; readonly number: number },
  scope: Scope,
): Promise<DataTable> {
  const { total } = document.pages;
  const on = async (at: number): Promise<readonly Table[]> =>
    at > total ? [] : ((await scope.reader.tables?.(document.id, at, scope)) ?? []);
  const table = (await on(page))[number - 1];
  if (!table) {
    throw notFound(`There is no table ${id}. Name a page to read_table for the tables near it.`);
  }
  if (table.continues !== null && number === 1 && table.continues < page) {
    const first = table.continues;
    const before = await on(first);
    const place = { page: first, number: before.length };
    if (before.length > 0) {
      return tableFrom(
        document,
        { id: tableId(document.id, first, before.length), ...place },
        scope,
      );
    }
  }
  const chain: Chain = { sheet: null, parts: [{ id, page, table }] };
  for (let last = number, at = page; last === (await on(at)).length; last = 1) {
    const [next] = await on(++at);
    if (!next || at - page > mostPages) break;
    const part = { id: tableId(document.id, at, 1), page: at, table: next };
    if (!goesOn(chain, { part, sheet: null }, document)) break;
    chain.parts.push(part);
  }
  return dataTable(document, null, chain.parts);
}

function oneOf(tables: readonly DataTable[], name: string): DataTable {
  const [only, ...others] = tables;
  if (only && others.length === 0) return only;
  throw severalTables(tables, name);
}

function severalTables(tables: readonly DataTable[], name: string): PagehoundError {
  const named = firstOf(tables.map(tableNamed), maxNamed, "; ", " (query_table with the document)");
  return invalidArgument(`Name one table instead of "${onOneLine(name, 40)}": ${named}.`);
}

/** "d3.p1.t1 sales.csv, 1,204 rows", "d4.p2.t1 budget.xlsx, sheet Costs, 40 rows". */
function tableNamed({ id, document, sheet, rows, parts: [first] }: DataTable): string {
  const caption = first?.table.caption?.text ?? "";
  const place = [
    `${id} ${fileNamed(document.path)}`,
    ...(sheet === null ? [] : [`sheet ${onOneLine(sheet, 40)}`]),
    ...(caption === "" ? [] : [`"${onOneLine(caption, 40)}"`]),
    counted(rows.length, "row"),
  ];
  return place.join(", ");
}

/** Maximum number of pages whose columns are listed at once; others are listed on request. */
const listedPages = 400;
const listedColumns = 24;

/** The tables of sheets, or of named documents, with their columns. */
export async function listTables(name: string, context: ToolContext): Promise<ToolResult> {
  const { reader, budget, signal } = context;
  const bare = name.trim().replace(/^\[(.*)\]$/, "$1");
  const named = bare === "" ? null : await findDocuments([bare], context);
  const all = named ?? (await reader.documents({ signal }));
  const isListed = (document: DocumentSummary): boolean => named !== null || isSheet(document);
  const { tables, notes } = await tablesOfAll(
    all.filter(isListed),
    named === null ? listedPages : Number.POSITIVE_INFINITY,
    context,
  );
  const others = all.filter((document) => !isListed(document)).length;
  if (others > 0) {
    notes.push(
      `Tables of ${counted(others, "other document")}: ask with a document, or take the id of a table that find_rows shows.`,
    );
  }
  const [first] = tables;
  if (first) notes.push(`For example: ${exampleOf(first)}`);
  const blocks = tables.map(columnsOf);
  const { reading, shown } = compose(
    {
      head: blocks.length === 0 ? "No sheet has a table." : "",
      blocks,
      separator: "\n",
      rest: ({ blocks: shown }) => ({
        leftOut:
          shown < blocks.length
            ? `Left out: ${counted(blocks.length - shown, "more table")}; ask with a document.`
            : null,
        next: null,
      }),
      foot: notes.join("\n"),
    },
    budget,
  );
  return {
    text: reading.text,
    evidence: [],
    summary: counted(Math.max(shown.blocks, blocks.length), "table"),
  };
}

/** The tables of documents with up to `most` pages in all, and notes on those passed over. */
async function tablesOfAll(
  documents: readonly DocumentSummary[],
  most: number,
  context: ToolContext,
): Promise<{ tables: DataTable[]; notes: string[] }> {
  const tables: DataTable[] = [];
  const tooSlow: string[] = [];
  const tooLarge: string[] = [];
  let pages = 0;
  for (const document of documents) {
    pages += document.pages.total;
    if (document.pages.total > mostPages || pages > most) {
      tooLarge.push(`${document.id} ${fileNamed(document.path)} is large; ask with its name.`);
      continue;
    }
    try {
      append(tables, await tablesOfDocument(document, context));
    } catch (error) {
      if (!PagehoundError.isInstance(error) || error.code !== "timed-out") throw error;
      tooSlow.push(error.message);
    }
  }
  return { tables, notes: [...tooSlow.slice(0, 4), ...tooLarge.slice(0, 4)] };
}

/** The name of a table and its first columns. */
function columnsOf(table: DataTable): TextBlock {
  const columns = table.columns
    .slice(0, listedColumns)
    .map((column, index) => columnText(column, table, index));
  const more = table.columns.length - columns.length;
  const rest = more > 0 ? `, and ${counted(more, "more column")}` : "";
  return { lead: `${tableNamed(table)}: `, body: columns.join(", ") + rest, evidence: [] };
}

/** "[Net sales] ($ million)", `Region ("North")`, "Date (month/day/year)". */
function columnText(
  { name, type, unit, dates }: DataColumn,
  { rows }: DataTable,
  index: number,
): string {
  const sample = rows.find((row) => row.cells[index])?.cells[index]?.text ?? "";
  const words = unit && unitWords(unit);
  const listing =
    type === "number"
      ? words || "number"
      : type === "date"
        ? dates === null
          ? "date"
          : `date, ${dates === "day-first" ? "day" : "month"} first`
        : sample === ""
          ? "empty"
          : `"${onOneLine(sample, 16)}"`;
  return `${written(name)} (${listing})`;
}

/** A name as it is written in a query. */
function written(name: string): string {
  return /^\p{Alpha}[\p{Alpha}\p{N}_]*$/u.test(name) ? name : `[${name.replace(/[[\]]/g, " ")}]`;
}

function exampleOf({ id, columns }: DataTable): string {
  const number = columns.find(({ type }) => type === "number");
  const text = columns.find(({ type }) => type === "text");
  const by = text && written(text.name);
  const value = number ? `sum(${written(number.name)})` : "count(*)";
  return by === undefined
    ? `SELECT ${value} FROM ${id}`
    : `SELECT ${by}, ${value} FROM ${id} GROUP BY ${by} ORDER BY 2 DESC`;
}
