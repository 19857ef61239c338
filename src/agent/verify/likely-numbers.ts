import {
  decimalSignOf,
  type NumberInText,
  type NumberOptions,
  numbersIn,
} from "../../core/numbers.js";

/** "1,577" by itself. */
const commaThousand = /(?<![\d.,])[1-9]\d{0,2},\d{3}(?!\d|[.,]\d)/;

/**
 * The sign that parts decimals in a text, or null. Where nothing else shows it, "1,577" is taken for
 * a thousand: three decimals after a comma are rare, and a claim must not be backed by a rare reading.
 */
export function likelyDecimalSign(text: string): "." | "," | null {
  return decimalSignOf(text) ?? (commaThousand.test(text) ? "." : null);
}

/** The numbers of a text, read by the likely sign; "1.577" keeps both readings where there is none. */
export function likelyNumbers(
  text: string,
  decimalSign: "." | "," | null = likelyDecimalSign(text),
  options: Pick<NumberOptions, "partAtSpaces"> = {},
): readonly NumberInText[] {
  return numbersIn(text, { ...options, decimalSign: decimalSign ?? undefined });
}
