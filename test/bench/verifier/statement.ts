import type { Scale, Unit } from "./amount.js";

/** What a statement says; a change affects exactly one of these. */
export interface Claim {
  /** The company the figure belongs to; null if it is not stated. */
  readonly company: string | null;
  readonly label: string;
  /** As printed: "2019", "December 31, 2019", "Fiscal 2019". */
  readonly period: string;
  readonly negative: boolean;
  readonly digits: string;
  readonly scale: Scale | null;
  readonly unit: Unit;
}

/** How a statement is phrased, which changes do not affect. */
export interface Wording {
  /** Index into the sentence templates. */
  readonly sentence: number;
  /** Negative amounts in accounting brackets rather than with a minus sign. */
  readonly brackets: boolean;
  /** Currencies by name rather than by sign. */
  readonly named: boolean;
}

const sentences: readonly ((subject: string, period: string, amount: string) => string)[] = [
  (subject, period, amount) => `${upper(subject)} ${period} was ${amount}.`,
  (subject, period, amount) => `${upper(period)}, ${lower(subject)} amounted to ${amount}.`,
  (subject, period, amount) => `${upper(subject)} came to ${amount} ${period}.`,
  (subject, period, amount) => `${upper(subject)} ${period}: ${amount}.`,
  (subject, period, amount) => `The filing reports ${lower(subject)} of ${amount} ${period}.`,
];

/** The number of sentence templates. */
export const sentenceCount: number = sentences.length;

export function statementText(claim: Claim, wording: Wording): string {
  const say = sentences[wording.sentence % sentences.length] ?? sentences[0];
  return say?.(subjectOf(claim), within(claim.period), amountText(claim, wording)) ?? "";
}

/** The question that a claim answers. */
export function questionText(claim: Claim): string {
  return `What was ${claim.company === null ? "the " : ""}${lower(subjectOf(claim))} ${within(claim.period)}?`;
}

function subjectOf({ company, label }: Claim): string {
  return company === null ? label : `${company}'s ${lower(label)}`;
}

function within(period: string): string {
  if (/^(?:19|20)\d\d$/.test(period)) return `in ${period}`;
  if (/^F(?:iscal|Y| ?\d)/.test(period)) return `in ${period.replace(/^F(?=iscal)/, "f")}`;
  // The column heading does not say whether the figure is for the day or the period up to it.
  return `as reported for ${period}`;
}

const names = { $: "dollars", "€": "euros", "£": "pounds" } as const;

function amountText({ negative, digits, scale, unit }: Claim, wording: Wording): string {
  const scaled = scale === null ? "" : ` ${scale}`;
  if (unit === "%" || unit === null) {
    const percent = unit ?? "";
    if (!negative) return `${digits}${percent}${scaled}`;
    return wording.brackets ? `(${digits})${percent}${scaled}` : `-${digits}${percent}${scaled}`;
  }
  if (wording.named) {
    const sign = negative ? "-" : "";
    return `${sign}${digits}${scaled} ${names[unit]}`;
  }
  if (!negative) return `${unit}${digits}${scaled}`;
  return wording.brackets ? `${unit}(${digits})${scaled}` : `-${unit}${digits}${scaled}`;
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lower-cases a label's first letter, unless it is or may be a name. */
function lower(text: string): string {
  const [first = "", ...rest] = text.split(/\s+/);
  const isPlain = /^\p{Lu}\p{Ll}+,?$/u.test(first) && rest.length > 0;
  if (!isPlain || rest.some((word) => /\p{Lu}/u.test(word))) return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}
