import type { PrintedAmount, Scale, Unit } from "./amount.js";

/** A figure from a gold table, with its surroundings. */
export interface FigureCell {
  /** The context or filing, which determines the half it belongs to. */
  readonly context: string;
  readonly document: string;
  /** Numbered from 1; null if the document has no pages of its own. */
  readonly page: number | null;
  /** Texts of the row's cells in order, as cited. */
  readonly row: readonly string[];
  readonly company: string | null;
  readonly label: string;
  readonly period: string;
  readonly amount: PrintedAmount;
  readonly scale: Scale | null;
  readonly unit: Unit;
  /** The same row in other periods; `period` is null if unknown. */
  readonly others: readonly { readonly period: string | null; readonly amount: PrintedAmount }[];
  /** Nearby rows in the same period and unit. */
  readonly neighbours: readonly { readonly label: string; readonly amount: PrintedAmount }[];
  /** The digits of all nearby amounts. */
  readonly around: ReadonlySet<string>;
}

/** Labels of rows that are not in the scale and currency of their table. */
const uncounted =
  /\bper\b|(?:selling|target|exercise|share|unit|market|purchase|closing|strike) prices?\b|average|\(rounded\)|shares?\b|units?\b|number|count|employees|headcount|people|stores?\b|restaurants|opened|closed|subscri|members|customers|options|awards|weighted|ratio|rate\b|margin|percent|%|days|months|years|tonnes|ounces|barrels|square|vessels|granted|vested|forfeited|exercis|outstanding at|dividend yield|volatility|\bEPS\b|earnings per|\bgpv\b/i;

/** True if a row is in its table's scale and currency, going by its label and its group. */
export function isMoney(...labels: readonly string[]): boolean {
  return !labels.some((label) => uncounted.test(label));
}

/** Labels that mean nothing on their own. */
const generic =
  /^(?:(?:grand |sub)?totals?|others?|other,? net|basic|diluted|net|gross|current|non-?current|domestic|foreign|international|federal|state|low|high|average|balance.*|beginning.*|ending.*|end of.*|opening.*|closing.*|as reported|actual|increase|decrease|change.*|additions?|adjustments?|amount|year|note.*|thereof.*|of which.*|including.*|less.*|plus.*|from .*|to .*|in .*|not .*|as (?:a )?percent.*|at .*|up to .*|within .*|over .*|under .*|after .*|between .*|more than .*|later than .*|no later .*|due .*|(?:one|two|three|four|five) .*|fair value|cost|level \d|(?:first|second|third|fourth) quarter|q[1-4].*)$/i;

/** Footnote marks: "(1)", "(a)", "(Note 3)", "(Note (a))". */
const notes =
  /\s*(?:\(\s*(?:see )?(?:notes? )?\(?(?:\d{1,2}[a-z]?|[a-z])\)?(?:(?:,| and) ?(?:\d{1,2}|[a-z]))*\s*\)|[®*†‡¹²³]|\[\w\])+/gi;

/** A label without its footnote marks; null if a sentence cannot identify its figure by it. */
export function plainLabel(text: string): string | null {
  const label = text
    .replace(/\s+/g, " ")
    .replace(notes, "")
    .replace(/[\s:;,.—–-]+$/, "")
    .trim();
  if (label.length < 5 || label.length > 90 || generic.test(label)) return null;
  if (/(?:19|20)\d\d|[|\t]|^[^\p{L}]|[?!]|\d$/u.test(label)) return null;
  // Remarks about the table's unit are not labels.
  if (/\bin (?:thousands|millions|billions|percent)\b/i.test(label)) return null;
  return label;
}

/** Payments, losses and deductions, which sentences state without a sign. */
const outgoing =
  /loss|cost|expens|marketing|selling|administrative|research|development|compensation|charge|tax|provision|depreciat|amorti[sz]|impair|write|paid|payment|purchas|repurchas|dividend|repay|used in|outflow|deficit|decreas|reduc|acquisition|expenditure|allowance|deduct|interest|benefit|lease|disposal|repurchase|treasury|settlement|contribution|distribution|accumulated|eliminat|adjust|deferred|liabilit|withheld|issuance|unrecogni|hedg|derivative|currency|exchange|amounts?\b|other|net of|unearned/i;
/** Amounts that are positive unless their sign says otherwise. */
const signed =
  /income|profit|earnings|cash flow|net cash|revenue|sales|assets|equity|margin|ebit|gain|change in|increase|growth/i;

/** Results that may be negative, so that a minus sign matters. */
const results = /income|profit|earnings|cash flow|net cash|margin|ebit|gain|change in|growth/i;

/** The role of a row's sign: it matters, it is omitted, or it is unknown. */
export function signOf(label: string, negative: boolean): "matters" | "outgoing" | "unknown" {
  const words = label
    .replace(/\([^()]*\)/g, " ")
    .replace(/before (?:income )?tax(?:es|ation)?/gi, "");
  if (outgoing.test(words)) return "outgoing";
  return (negative ? results : signed).test(words) ? "matters" : "unknown";
}

/** True if the rows below such a line are changes, which their labels do not say. */
export function isOfChanges(section: string): boolean {
  return /\bchanges?\b|adjustments to/i.test(section);
}
