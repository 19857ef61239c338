import type { Calculation, Operand } from "../../core/calculation.js";
import type { Citation } from "../../core/citation.js";
import { scalesOf } from "../../core/number-setting.js";
import { numbersIn } from "../../core/numbers.js";
import { droppedScale } from "../../tools/operand-scale.js";
import type { EvidenceBook } from "./evidence-book.js";
import { labelOf } from "./near-words.js";

/** A calculation of which every number was read in a document in scope, where code found it again. */
export interface SourcedCalculation {
  readonly calculation: Calculation;
  readonly citations: readonly Citation[];
  /** Powers of ten by which its result may be multiplied, since its operands are given in them. */
  readonly scales: readonly number[];
  /** What stands before its operands. */
  readonly label: string;
}

/** Calculations that say they have sources, and whose sources are there. */
export async function sourcedCalculations(
  calculations: readonly Calculation[],
  book: EvidenceBook,
): Promise<readonly SourcedCalculation[]> {
  const sourced: SourcedCalculation[] = [];
  for (const calculation of calculations) {
    const sources = calculation.sourced ? sourcesOf(calculation, calculations) : null;
    // Constants alone prove nothing.
    if (!sources || sources.length === 0) continue;
    const checked = await Promise.all(
      sources.map(async (source) => await checkSource(source, book)),
    );
    const found = checked.filter((source) => source !== null);
    if (found.length < sources.length) continue;
    sourced.push({
      calculation,
      citations: found.map(({ citation }) => citation),
      // A number whose scale was applied leaves nothing to multiply by.
      scales: found.some(({ scales }) => scales === null)
        ? []
        : [...new Set(found.flatMap(({ scales }) => scales ?? []))],
      label: found.map(({ label }) => label).join("\n"),
    });
  }
  return sourced;
}

type Source = Operand & { readonly citation: Citation };

/** Where the numbers of a calculation were read, through the results it was made of; null when one of these is not there. */
function sourcesOf(
  calculation: Calculation,
  all: readonly Calculation[],
): readonly Source[] | null {
  const open = [calculation];
  const known = new Set(open);
  const sources: Source[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const operand of next.operands) {
      const { citation } = operand;
      if (citation) sources.push({ ...operand, citation });
      if (operand.origin !== "result") continue;
      const from = all.find(({ id }) => operand.text === id);
      if (!from?.sourced) return null;
      if (known.has(from)) continue;
      known.add(from);
      open.push(from);
    }
  }
  return sources;
}

interface CheckedSource {
  readonly citation: Citation;
  /** Null when the operand is given with its scale. */
  readonly scales: readonly number[] | null;
  readonly label: string;
}

/** An operand's citation, when the page's text there is what it says. */
async function checkSource(
  { citation: source, value }: Source,
  book: EvidenceBook,
): Promise<CheckedSource | null> {
  const passage = await book.passage(source.evidence);
  if (!passage || source.quote === "") return null;
  const start = source.span.start - passage.span.start;
  const end = source.span.end - passage.span.start;
  if (start < 0 || passage.text.slice(start, end) !== source.quote) return null;
  const citation = await book.cite(passage, { start, end });
  if (!citation) return null;
  const label = labelOf(passage.text, { start, end });
  const [number] = numbersIn(source.quote);
  if (!number) return { citation, scales: [], label };
  const dropped = droppedScale({ value, quote: source.quote });
  if (dropped !== null) return { citation, scales: dropped > 0 ? [dropped] : null, label };
  const stated = await book.scales(source.evidence);
  const scales = scalesOf({ ...number, span: { start, end } }, passage.text, stated);
  const isApplied = scales.length > 0 && !isAsWritten(value, number.readings);
  return { citation, scales: isApplied ? null : scales, label };
}

function isAsWritten(value: string, readings: readonly { readonly value: string }[]): boolean {
  const plain = value.replace(/^-/, "");
  return readings.some((reading) => reading.value.replace(/^-/, "") === plain);
}
