import type { Operand } from "../core/calculation.js";
import { shiftDecimal } from "../core/number-rounding.js";
import { numbersIn } from "../core/numbers.js";

/**
 * The power of ten that an operand leaves out of the number it was read from: 6 for 11588 from
 * "$11,588 million", 0 for 11588000000; null where that number has no scale word, or another value.
 */
export function droppedScale({
  value,
  quote,
}: {
  readonly value: string;
  readonly quote: string;
}): number | null {
  const [number] = numbersIn(quote);
  if (!number || number.power === 0) return null;
  const size = value.replace(/^-/, "");
  for (const reading of number.readings) {
    const whole = reading.value.replace(/^-/, "");
    if (whole === size) return 0;
    if (shiftDecimal(whole, -number.power) === size) return number.power;
  }
  return null;
}

/** Whether operands leave out the same scale: "1.5" for a billion and "340" for millions do not. */
export function agreeInScale(operands: readonly Operand[]): boolean {
  const dropped = operands.flatMap(({ value, citation }) => {
    const power = citation && droppedScale({ value, quote: citation.quote });
    return power === null ? [] : [power];
  });
  return new Set(dropped).size < 2;
}
