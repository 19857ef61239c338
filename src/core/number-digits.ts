/** One way to understand a number. */
export interface NumberReading {
  /** Its value as a decimal number in text, exact, its sign and scale word applied: "-1577000000". */
  readonly value: string;
  /** Power of ten of the last digit that is shown: -1 for "12.5", 0 for "1,577", 7 for "1.58 billion". */
  readonly lastPlace: number;
}

/**
 * The sign that parts decimals in a text, as far as its numbers show it; null when none does, or
 * both are used.
 */
export function settleDecimalSign(numbers: readonly { digits: string }[]): "." | "," | null {
  let point = false;
  let comma = false;
  for (const { digits } of numbers) {
    if (
      /^\d+(?:[,'’]\d+)*\.(?:\d{1,2}|\d{4,})$|^[\d,]+,\d{3}\.\d+$|,\d{3},|^0?\.\d+$/.test(digits)
    ) {
      point = true;
    } else if (/^\d+(?:[.'’]\d+)*,(?:\d{1,2}|\d{4,})$|^[\d.]+\.\d{3},\d+$|^0?,\d+$/.test(digits)) {
      comma = true;
    }
  }
  return point === comma ? null : point ? "." : ",";
}

/** The values of digits with their separators, the likelier first; `power` is that of a scale word. */
export function readDigits(
  digits: string,
  decimalSign: "." | "," | null,
  power: number,
): readonly NumberReading[] {
  const separators = digits.replace(/\d/g, "");
  const last = separators.at(-1) ?? "";
  const grouped = { whole: digits.replace(/\D/g, ""), decimals: "" };
  if (last === "") return [reading(grouped, power)];
  const at = digits.lastIndexOf(last);
  const parted = {
    whole: digits.slice(0, at).replace(/\D/g, ""),
    decimals: digits.slice(at + 1),
  };
  const canPart =
    (last === "." || last === ",") && separators.indexOf(last) === separators.length - 1;
  if (!canPart) return [reading(grouped, power)];
  const canGroup = separators.length === 1 && /^[1-9]\d{0,2}\D\d{3}$/.test(digits);
  if (!canGroup) return [reading(parted, power)];
  if (decimalSign) return [reading(decimalSign === last ? parted : grouped, power)];
  const both = [reading(parted, power), reading(grouped, power)];
  return last === "." ? both : both.reverse();
}

function reading(
  { whole, decimals }: { whole: string; decimals: string },
  power: number,
): NumberReading {
  const all = whole + decimals.padEnd(power, "0");
  const shift = Math.max(decimals.length - power, 0);
  const integer = all.slice(0, all.length - shift).replace(/^0+(?=\d)/, "") || "0";
  const fraction = shift > 0 ? all.slice(-shift).replace(/0+$/, "") : "";
  return {
    value: fraction === "" ? integer : `${integer}.${fraction}`,
    lastPlace: power - decimals.length,
  };
}
