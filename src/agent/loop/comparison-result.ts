import { type Calculation, cellId, type Span, type TableCell } from "../../core/index.js";
import type { ComparisonQuestion } from "../../figures/index.js";
import type { SearchHit } from "../../search/index.js";
import { calculateTool } from "../tools/calculate.js";
import type { Comparison, Found, Scope } from "./compared-rows.js";

/** Maximum rows to compare. */
const mostRows = 16;

/** Computes the result with the calculator, which records the cells it reads. */
export async function computed(
  { place, column, winner, rows, whole, says }: Found,
  { kind, way, change }: ComparisonQuestion,
  hits: readonly SearchHit[],
  { reader, signal }: Scope,
): Promise<Comparison | null> {
  if (rows.length > mostRows) return null;
  const cells = rows.flatMap(({ cell, earlier }) => [cell, ...(earlier ? [earlier] : [])]);
  const hit = hits.find(
    ({ document, page, span }) =>
      document === place.document &&
      page === place.page &&
      cells.every(({ spans }) =>
        spans.every(({ start, end }) => start >= span.start && end <= span.end),
      ),
  );
  if (!hit) return null;
  const named = ({ row, column: at }: TableCell): string => cellId(place.id, row, at);
  const name = way === "highest" ? "max" : "min";
  const each = rows.map(({ cell, earlier }) =>
    earlier ? `percent_change(${named(earlier)}, ${named(cell)})` : named(cell),
  );
  const expression =
    kind === "share" && whole
      ? `round(${named(winner.cell)} / ${named(whole.cell)} * 100, 1)`
      : change !== null
        ? `round(${name}(${each.join(", ")}), 1)`
        : `${name}(${each.join(", ")})`;
  const calculation = await calculated(expression, { reader, signal });
  if (!calculation?.sourced) return null;
  const { start } = hit.span;
  const inHit = ({ spans: [first], spans }: TableCell): Span => ({
    start: (first?.start ?? 0) - start,
    end: (spans.at(-1)?.end ?? 0) - start,
  });
  const local = inHit(winner.cell);
  const label = winner.labelCell ? inHit(winner.labelCell) : local;
  const isBeside = label.start >= 0 && label.start < local.start;
  const answer = { start: isBeside ? label.start : local.start, end: local.end };
  const others = cells
    .filter((cell) => cell !== winner.cell)
    .map(inHit)
    .filter(({ start: from, end }) => from < answer.start || end > answer.end);
  return {
    hit,
    spans: [answer, ...others].sort((a, b) => a.start - b.start),
    figure: local,
    compared: {
      kind: kind === "share" ? "share" : way,
      label: winner.label,
      value:
        kind === "share" || change !== null
          ? `${calculation.value}%`
          : statesUnit(winner.cell)
            ? calculation.display
            : winner.cell.text,
      across: kind === "year" ? "years" : "rows",
      isChange: change !== null,
      ...(whole ? { whole: whole.label } : {}),
      column,
      rows: rows.length,
      ...(says ? { says } : {}),
      evidence: hit.id,
      calculation,
    },
  };
}

/** True if the table states a scale, a currency or percent for a number. */
function statesUnit({ unit }: TableCell): boolean {
  return unit !== null && (unit.percent || unit.currency !== null || unit.scale !== null);
}

async function calculated(
  expression: string,
  { reader, signal }: Scope,
): Promise<Calculation | null> {
  const context = { reader, signal, seen: [], calculations: [], budget: { limit: 400 } };
  try {
    return (await calculateTool.run({ expression }, context)).calculation ?? null;
  } catch (error) {
    // A number that the calculator cannot trace to a cell is not used.
    signal.throwIfAborted();
    if (error instanceof Error) return null;
    throw error;
  }
}
