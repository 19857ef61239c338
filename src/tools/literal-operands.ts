import type { Operand } from "../core/calculation.js";
import { type Evaluation, isFormulaNumber, type LiteralPlace } from "./evaluate-expression.js";
import type { ExpressionText } from "./expression-text.js";
import type { Literal } from "./expression-tokens.js";
import { decimal } from "./mathematics.js";
import { writeNumber } from "./number-display.js";
import { seenNumbers } from "./number-sources.js";
import type { ToolContext } from "./tool.js";

/**
 * The numbers that are written in an expression, and where each comes from: a formula, or a passage
 * seen so far.
 */
export async function literalOperands(
  { literals }: ExpressionText,
  { places }: Evaluation,
  context: Pick<ToolContext, "reader" | "seen" | "signal">,
): Promise<Operand[]> {
  const constant = literals.map((literal, index) => isConstant(literal, places[index] ?? "other"));
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

/** What a formula may have by itself: 1 + a, a - 100; the other numbers of formulas only multiply. */
const anywhere = new Set(["0", "1", "100"]);

function isConstant({ text, digits, power, currency }: Literal, place: LiteralPlace): boolean {
  if (currency || text.includes("%")) return false;
  const value = decimal(digits).times(`1e${power}`);
  if (anywhere.has(value.toFixed()) || (place === "factor" && isFormulaNumber(value))) return true;
  if (place !== "formula" || text.includes(",")) return false;
  return value.isInteger() && value.lessThanOrEqualTo(2100);
}

/** A single digit stands on nearly every page; where it was read must be said. */
function tellsEnough({ digits }: Literal): boolean {
  return digits.replace(/\D|^0+/g, "").length >= 2;
}
