import type { BigNumber } from "mathjs";
import type { Operand } from "../core/calculation.js";
import { type Evaluation, evaluateExpression } from "./evaluate-expression.js";
import { decimal } from "./mathematics.js";
import { writeNumber } from "./number-display.js";

/** An expression that was computed, and its numbers. */
interface Computed {
  readonly source: string;
  /** Named values and earlier results. */
  readonly values: ReadonlyMap<string, BigNumber>;
  /** The numbers that are written in it, in order. */
  readonly literals: readonly Operand[];
}

/** By what a number is multiplied to see whether it matters; more than one, for max, min and round. */
const factors = ["2", "0.5", "1000", "-1000"];

/**
 * Whether a result changes when a named value, an earlier result or a number read in a document does.
 * In `a * 0 + 12` it does not: nothing of 12 was read.
 */
export function dependsOnAll(computed: Computed, { value, unit }: Evaluation): boolean {
  const result = `${writeNumber(value)} ${unit}`;
  const changes = (
    values: Computed["values"],
    literals: ReadonlyMap<number, BigNumber>,
  ): boolean => {
    try {
      const other = evaluateExpression(computed.source, values, literals);
      return `${writeNumber(other.value)} ${other.unit}` !== result;
    } catch {
      // Not every number can be computed with; another one may be.
      return false;
    }
  };
  return (
    [...computed.values].every(([name, given]) =>
      others(given).some((other) => changes(new Map(computed.values).set(name, other), new Map())),
    ) &&
    computed.literals.every(
      ({ origin, value: given }, index) =>
        origin !== "document" ||
        others(decimal(given)).some((other) => changes(computed.values, new Map([[index, other]]))),
    )
  );
}

function others(given: BigNumber): readonly BigNumber[] {
  return given.isZero() ? [given.plus(1), given.minus(1)] : factors.map((by) => given.times(by));
}
