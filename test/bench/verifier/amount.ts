/** Powers of ten as words. */
export const scales = ["thousand", "million", "billion", "trillion"] as const;
export type Scale = (typeof scales)[number];

export type Unit = "$" | "€" | "£" | "%" | null;

/** An amount as printed in a cell. */
export interface PrintedAmount {
  readonly negative: boolean;
  /** Keeps the commas and decimals of the cell: "1,452.4". */
  readonly digits: string;
  readonly percent: boolean;
}

const number = "(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?";
const cell = new RegExp(
  `^(-|–|\\()?\\s*(?:US)?[$€£]?\\s*([-–(])?\\s*(${number})\\s*(%)?\\s*\\)?\\s*(%)?\\s*\\)?$`,
);

/**
 * Parses a cell that is a single amount of two or more digits and not a year; null for any other.
 */
export function printedAmount(text: string): PrintedAmount | null {
  const match = cell.exec(text.trim());
  const digits = match?.[3];
  if (!match || digits === undefined) return null;
  if (/^(?:19|20)\d\d$/.test(digits) || !/[1-9]/.test(digits)) return null;
  if (digits.replace(/\D/g, "").length < 2) return null;
  const negative = match[1] !== undefined || match[2] !== undefined;
  return { negative, digits, percent: match[4] !== undefined || match[5] !== undefined };
}

/** How an amount is written: as printed, in the next scale, written out, or without its scale. */
export type Form = "printed" | "rounded" | "full" | "bare";

export interface SaidAmount {
  readonly digits: string;
  readonly scale: Scale | null;
}

/** Writes a cell's digits in a form; null if that form is unsuitable. */
export function amountIn(digits: string, scale: Scale | null, form: Form): SaidAmount | null {
  if (form === "bare" || scale === null) return { digits, scale: null };
  if (form === "printed") return { digits, scale };
  const plain = digits.replaceAll(",", "");
  if (form === "full") return { digits: writtenOut(plain, scale), scale: null };
  const next = scales[scales.indexOf(scale) + 1];
  const value = Number(plain) / 1000;
  if (next === undefined || value < 1 || value >= 1000) return null;
  return { digits: value.toFixed(value < 10 ? 2 : 1), scale: next };
}

function writtenOut(plain: string, scale: Scale): string {
  const power = 3 * (scales.indexOf(scale) + 1);
  const [whole = "", decimals = ""] = plain.split(".");
  const digits = whole + decimals.padEnd(power, "0").slice(0, power);
  return inGroups(digits.replace(/^0+(?=\d)/, ""));
}

/** Adds commas between thousands. */
function inGroups(whole: string): string {
  return whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
}
