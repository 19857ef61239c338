import type { Calculation, ComparedRows, Span } from "../../core/index.js";
import type { SearchHit } from "../../search/index.js";
import { fileNamed, grouped } from "../reading/wording.js";
import type { DataCell, DataTable } from "../tools/table-data.js";
import { sourceRows, TablePlaces } from "../tools/table-places.js";
import type { Comparison, Found, Row, Scope, ShownCells } from "./compared-rows.js";

/** Characters between label and value that are marked with them. */
const between = 40;

/** With more rows than this, only some are marked and cited. */
export const mostCited = 16;

/** Maximum number of rows that a result names. */
const mostNamed = 12;

/** The first of some names, as the label of a result. */
export function firstOf(names: readonly string[]): string {
  return names.slice(0, mostNamed).join("; ") + (names.length > mostNamed ? "; …" : "");
}

/** What is stated about rows, apart from what `Found` has. */
type Stated = Pick<ComparedRows, "kind" | "value" | "isAsked" | "across" | "isChange"> & {
  /** What the value is of, if not of the winners. */
  readonly label?: string;
  /** How many were compared, if not the rows. */
  readonly count?: number;
  readonly calculation: Calculation;
  /** Cells that the passage must show, too; they are marked in addition to the winners. */
  readonly others: readonly DataCell[];
};

/** The result, with the winners and the other cells marked in the passage that shows the first. */
export async function resultOf(
  found: Found,
  { others, count, ...stated }: Stated,
  hits: readonly SearchHit[],
  places: TablePlaces,
): Promise<Comparison | null> {
  const { winners, rows, whole, says, column } = found;
  const shown = await shownCells(found, others, hits, places);
  return (
    shown && {
      ...shown,
      compared: {
        ...stated,
        label: stated.label ?? firstOf(winners.map((row) => row.label)),
        ...(whole ? { whole: whole.label } : {}),
        ...(says ? { says } : {}),
        ...{ column, rows: count ?? rows.length, evidence: shown.hit.id },
      },
    }
  );
}

/** A row of a table with the cell that a question looks up. */
export interface FoundCell {
  readonly table: DataTable;
  readonly row: Row;
}

/** The cell that a question looks up; null if there is none, or if several have other texts. */
export async function lookedUpCell(
  found: readonly FoundCell[],
  hits: readonly SearchHit[],
  scope: Scope,
): Promise<ShownCells | null> {
  const [first] = found;
  if (!first || new Set(found.map(({ row }) => row.cell.text)).size > 1) return null;
  const { table, row } = first;
  return await shownCells({ table, winners: [row] }, [], hits, new TablePlaces(scope));
}

/** The winners and other cells in the passage that shows the first; null if none shows them. */
async function shownCells(
  { table, winners }: Pick<Found, "table" | "winners">,
  others: readonly DataCell[],
  hits: readonly SearchHit[],
  places: TablePlaces,
): Promise<ShownCells | null> {
  const [winner] = winners;
  const passage = winner && (await places.passage({ table, ...winner }));
  if (!passage) return null;
  const { id: document, path, pageUnit } = table.document;
  const hit: SearchHit = hits.find(({ id }) => id === passage.id) ?? {
    ...{ document, path, pageUnit, score: 0 },
    ...passage,
    marks: [],
    heading: null,
    excerpt: { text: "", marks: [] },
  };
  const inHit = ({ cell: { spans } }: DataCell): Span => ({
    start: (spans[0]?.start ?? 0) - hit.span.start,
    end: (spans.at(-1)?.end ?? 0) - hit.span.start,
  });
  const page = table.rows[winner.index]?.part.page;
  const answers = winners.flatMap(({ index, labelCell, cell }) =>
    table.rows[index]?.part.page === page ? marksOf(inHit(labelCell ?? cell), inHit(cell)) : [],
  );
  const isInHit = ({ start, end }: Span): boolean => start >= 0 && end <= hit.text.length;
  const cells = others.map(inHit);
  if (!cells.every(isInHit)) return null;
  const marked = cells.filter(({ start, end }) =>
    answers.every((one) => start < one.start || end > one.end),
  );
  return {
    hit,
    spans: [...answers, ...marked].filter(isInHit).sort((a, b) => a.start - b.start),
    figure: inHit(winner.cell),
  };
}

/** The result of what the calculator does not compute, such as the highest of "2 h 58 min". */
export async function listedResult(
  found: Found,
  {
    kind,
    value,
    size,
    expression,
    cited,
    isAsked,
    label,
    across = "rows",
    count,
    scale = 0,
  }: Pick<Stated, "kind" | "value" | "isAsked" | "label" | "count"> & {
    readonly across?: Stated["across"];
    /** The value as a plain number. */
    readonly size: string;
    /** The power of ten that its display states in words; 0 by default. */
    readonly scale?: number;
    readonly expression: string;
    readonly cited: readonly Row[];
  },
  hits: readonly SearchHit[],
  scope: Scope,
): Promise<Comparison | null> {
  const { table, rows } = found;
  const places = new TablePlaces(scope);
  const operands = await Promise.all(cited.map((row) => places.operand({ table, ...row })));
  const known = operands.filter((operand) => operand !== null);
  if (known.length < cited.length) return null;
  // The things of a table on its side share the row of their cells.
  const isOnSide = rows.every(({ cell }) => cell.cell.row === rows[0]?.cell.cell.row);
  const calculation: Calculation = {
    id: "c1",
    expression: `${expression} · ${fileNamed(table.document.path)} (${grouped(rows.length)})`,
    ...{ value: size, display: value, operands: known, sourced: true },
    ...(scale === 0 ? {} : { scale }),
    ...(isOnSide ? {} : { rows: sourceRows(rows.map(({ index }) => ({ table, index }))) }),
  };
  const stated: Stated = {
    ...({ kind, value, calculation, across, isChange: false, others: [] } as const),
    ...(isAsked ? { isAsked } : {}),
    ...(count === undefined ? {} : { count }),
    ...(label === undefined ? {} : { label }),
  };
  return await resultOf(found, stated, hits, places);
}

/** The marks of a label and its value: one if they are near each other. */
function marksOf(label: Span, value: Span): Span[] {
  const [one, other] = label.start <= value.start ? [label, value] : [value, label];
  return other.start - one.end <= between
    ? [{ start: one.start, end: Math.max(one.end, other.end) }]
    : [one, other];
}
