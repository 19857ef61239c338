import type { Operand } from "../core/calculation.js";
import type { Evaluation } from "./evaluate-expression.js";
import type { ExpressionText } from "./expression-text.js";
import type { Literal } from "./expression-tokens.js";
import { decimal } from "./mathematics.js";
import { writeNumber } from "./number-display.js";
import { seenNumbers } from "./number-sources.js";
import type { ToolContext } from "./tool.js";

/** Parts of formulas: shares, weeks, months, days, and what scales. */
const constants = new Set([
  "0",
  "1",
  "2",
  "4",
  "10",
  "12",
  "52",
  "100",
  "365",
  "1000",
  "1000000",
  "1000000000",
]);

/**
 * The numbers that are written in an expression, and where each comes from: a formula, or a passage
 * seen so far.
 */
export async function literalOperands(
  { literals }: ExpressionText,
  { formula }: Evaluation,
  context: Pick<ToolContext, "reader" | "seen" | "signal">,
): Promise<Operand[]> {
  const constant = literals.map((literal, index) => isConstant(literal, formula[index] ?? false));
  const sought = literals.filter((literal, index) => !constant[index] && tellsEnough(literal));
  const citations = await seenNumbers(sought, context);
  const found = new Map(sought.map((literal, index) => [literal, citations[index] ?? null]));
  return literals.map((literal, index) => {
    const { text, digits, power } = literal;
    const value = writeNumber(decimal(digits).times(`1e${power}`));
    if (constant[index]) return { text, value, citation: null, origin: "constant" };
    const citation = found.get(literal) ?? null;
    return { text, value, citation, origin: citation ? "document" : "unknown" };
  });
}

function isConstant({ text, digits, power, currency }: Literal, formula: boolean): boolean {
  if (currency) return false;
  const value = decimal(digits).times(`1e${power}`);
  if (constants.has(value.toString())) return true;
  return formula && !text.includes(",") && value.isInteger() && value.lessThanOrEqualTo(2100);
}

/** A single digit stands on nearly every page; where it was read must be said. */
function tellsEnough({ digits }: Literal): boolean {
  return digits.replace(/\D|^0+/g, "").length >= 2;
}
