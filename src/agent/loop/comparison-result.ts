import type { Calculation, Span } from "../../core/index.js";
import type { SearchHit } from "../../search/index.js";
import type { ComparedRows } from "../answer.js";
import type { DataCell } from "../tools/table-data.js";
import type { TablePlaces } from "../tools/table-places.js";
import { type Comparison, type Found, labelOf } from "./compared-rows.js";

/** Characters between label and value that are marked with them. */
const between = 40;

/** What is stated about rows, apart from what `Found` has. */
type Stated = Pick<ComparedRows, "kind" | "value" | "across" | "isChange"> & {
  readonly calculation: Calculation;
  /** Cells that the passage must show, too; they are marked in addition to the winners. */
  readonly others: readonly DataCell[];
};

/** The result, with the winners and the other cells marked in the passage that shows the first. */
export async function resultOf(
  found: Found,
  { others, ...stated }: Stated,
  hits: readonly SearchHit[],
  places: TablePlaces,
): Promise<Comparison | null> {
  const { table, winners, rows, whole, says, column } = found;
  const [winner] = winners;
  const near = hits.find(({ document }) => document === table.document.id);
  const passage = winner && (await places.passage({ table, ...winner }));
  if (!passage || !near) return null;
  const hit: SearchHit = hits.find(({ id }) => id === passage.id) ?? {
    ...near,
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
    compared: {
      ...stated,
      label: labelOf(found),
      ...(whole ? { whole: whole.label } : {}),
      ...(says ? { says } : {}),
      ...{ column, rows: rows.length, evidence: hit.id },
    },
  };
}

/** The marks of a label and its value: one if they are near each other. */
function marksOf(label: Span, value: Span): Span[] {
  const [one, other] = label.start <= value.start ? [label, value] : [value, label];
  return other.start - one.end <= between
    ? [{ start: one.start, end: Math.max(one.end, other.end) }]
    : [one, other];
}
