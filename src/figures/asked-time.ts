import { monthIn, monthName } from "./months.js";
import { datesIn, monthsIn } from "./periods.js";
import { quantityIn } from "./quantities.js";

/** The time within which a question asks for dates: "in March 2025", "since 2023", "before May 2024". */
export interface AskedTime {
  /** As in the question, with the word in front of it that opens it: "since 2023". */
  readonly text: string;
  /** Days since 1970, both included; null for a month of any year. */
  readonly days: { readonly low: number; readonly high: number } | null;
  /** The month of any year, from 1 to 12; null for certain days. */
  readonly month: number | null;
}

/** Words in front of a month without a year, which may also be a name or a verb. */
const inMonth = new RegExp(
  `(?<![a-zß-ɏḀ-ỿ])(?:in|for|during|of|im|en|de|d['’]|au mois de|durante)\\s?(?:${monthName})(?![a-zß-ɏḀ-ỿ])`,
  "iu",
);
const year = /(?<![\p{N}.,:/-])(?:19|20)\p{N}\p{N}(?![\p{N}%]|[.,:/-]\p{N})/gu;
/** Words right in front of a time that opens or closes the one asked for. */
const opening: readonly (readonly [RegExp, "since" | "until" | "before" | "after"])[] = [
  [/(?<![a-zß-ɏḀ-ỿ])(?:since|seit|depuis|desde)\s+(?:the\s|le\s|el\s)?$/iu, "since"],
  [/(?<![a-zß-ɏḀ-ỿ])(?:until|till|up to|bis|jusqu['’]en|hasta)\s+(?:the\s|le\s|el\s)?$/iu, "until"],
  [/(?<![a-zß-ɏḀ-ỿ])(?:before|vor|avant|antes de)\s+(?:the\s|le\s|el\s)?$/iu, "before"],
  [/(?<![a-zß-ɏḀ-ỿ])(?:after|nach|après|después de)\s+(?:the\s|le\s|el\s)?$/iu, "after"],
];

/** "Between 2015 and March 2018", "from 2015 to 2018". */
const range =
  /(?<![a-zß-ɏḀ-ỿ])(?:between|from|zwischen|von|entre|de|desde) (?<first>[\p{Alpha}\p{N}.,/ -]{4,24}?) (?:and|to|until|till|und|bis|et|à|y|a|hasta) (?<last>[\p{Alpha}\p{N}.,/ -]{0,20}(?:19|20)\p{N}\p{N}(?!\p{N}))/iu;

/** The days between two dates, months or years, both included; null if there are none. */
function rangeIn(question: string): AskedTime | null {
  const { 0: text = "", groups } = range.exec(question) ?? {};
  const [first, last] = [groups?.first, groups?.last].map((one) => one && quantityIn(one));
  if (!first || !last || first.unit !== "date" || last.unit !== "date") return null;
  return { text, days: { low: first.low, high: last.high }, month: null };
}

/** The only time in a question; null if it has none or several. */
export function timeAsked(question: string): AskedTime | null {
  const between = rangeIn(question);
  if (between) return between;
  const dates = datesIn(question);
  const months = monthsIn(question);
  const years = [...question.matchAll(year)].map(({ 0: text, index }) => ({
    start: index,
    end: index + text.length,
  }));
  const spans = [dates, months, years].find((found) => found.length > 0) ?? [];
  const [span, other] = spans;
  if (!span) {
    const text = inMonth.exec(question)?.[0];
    return text === undefined ? null : { text, days: null, month: monthIn(text) };
  }
  // The year may be behind the day: "8 March 2025".
  const end = years.find(({ start }) => start >= span.end && start <= span.end + 2)?.end;
  const written = question.slice(span.start, Math.max(span.end, end ?? 0));
  const isOnly = years.every(({ start }) => start >= span.start && start <= span.end + 2);
  const quantity = quantityIn(written);
  if (other || !isOnly || quantity?.kind !== "date" || quantity.unit !== "date") return null;
  const front = question.slice(0, span.start);
  const [form, side] = opening.find(([words]) => words.test(front)) ?? [];
  const { low, high } = quantity;
  const days = {
    low: side === "after" ? high + 1 : side === "until" || side === "before" ? -Infinity : low,
    high: side === "before" ? low - 1 : side === "since" || side === "after" ? Infinity : high,
  };
  return { text: `${form?.exec(front)?.[0] ?? ""}${written}`, days, month: null };
}

const dayLength = 86_400_000;

/** Whether days since 1970 are in a time; null if only some of them are. */
export function isWithin(
  { days, month }: AskedTime,
  { low, high }: { readonly low: number; readonly high: number },
): boolean | null {
  if (days) {
    if (low >= days.low && high <= days.high) return true;
    return high < days.low || low > days.high ? false : null;
  }
  const [first, last] = [low, high].map((day) => new Date(day * dayLength));
  if (!first || !last) return null;
  const isOneMonth =
    first.getUTCMonth() === last.getUTCMonth() && first.getUTCFullYear() === last.getUTCFullYear();
  return isOneMonth ? first.getUTCMonth() + 1 === month : null;
}
