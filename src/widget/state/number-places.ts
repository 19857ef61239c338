import type { Calculation, Span } from "../../index.js";

/** A number of a text that a calculation gave. */
export interface CalculatedPlace extends Span {
  readonly calculation: Calculation;
}

const numbers = /(?<![\p{L}\p{N}.,])\d+(?:[,\u00a0\u202f]\d{3})*(?:\.\d+)?(?![\p{L}\p{N}])/gu;
const scales: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};

/** Where a text states results of calculations, rounded as the text rounds them; the first place of each. */
export function calculatedPlaces(
  text: string,
  calculations: readonly Calculation[],
): CalculatedPlace[] {
  const places: CalculatedPlace[] = [];
  for (const match of text.matchAll(numbers)) {
    const [written] = match;
    const start = match.index;
    const end = start + written.length;
    const calculation = calculations.find(
      (one) =>
        !places.some((place) => place.calculation === one) &&
        states(written, text.slice(end), Number(one.value)),
    );
    if (calculation) places.push({ start, end, calculation });
  }
  return places;
}

function states(written: string, after: string, value: number): boolean {
  const digits = written.replace(/[^\d.]/g, "");
  const decimals = digits.split(".")[1]?.length ?? 0;
  const scale = scales[/^\s(\p{L}+)/u.exec(after)?.[1]?.toLowerCase() ?? ""] ?? 1;
  const stated = Number(digits);
  // A fraction may be stated as a percentage.
  const percent = /^\s?(?:%|percent)/.test(after) ? [1, 0.01] : [1];
  return [scale, 1].some((factor) =>
    percent.some(
      (unit) =>
        Math.abs(value) / factor / unit === stated ||
        (Math.abs(value) / factor / unit).toFixed(decimals) === stated.toFixed(decimals),
    ),
  );
}
