const percent =
  /[ \t\u00a0\u2009\u202f]?(?:[%％٪]|(?:percent(?:age)?|per cent|pct|prozent|pour cent|por ciento|por cento|per cento)(?![\p{L}\p{N}]))/iuy;

/** Length of the percent sign or word at a place, with the space before it; 0 when there is none. */
export function percentSign(text: string, at: number): number {
  percent.lastIndex = at;
  return percent.exec(text)?.[0].length ?? 0;
}

const monthNames =
  "jan(?:uary|uar|vier)?|enero|feb(?:ruary|ruar)?|février|febrero|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|abril|ma[iy]|mayo|june?|juni|juin|junio|july?|juli|juillet|julio|aug(?:ust)?|août|agosto|sept?(?:ember|embre|iembre)?|o[ck]t(?:ober|obre|ubre)?|nov(?:ember|embre|iembre)?|de[cz](?:ember)?|décembre|diciembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|dezembro|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|novembre|dicembre";
const endsWithMonth = new RegExp(`(?<![\\p{L}\\p{N}])(?:${monthNames})\\.?[ \\t\\u00a0\\n]$`, "iu");
const startsWithMonth = new RegExp(
  `^\\.?(?:st|nd|rd|th)?[ \\t\\u00a0\\n](?:of |de )?(?:${monthNames})(?![\\p{L}\\p{N}])`,
  "iu",
);

/** Whether digits after `before` are the day of a month: "December 31", but not "may 12.5". */
export function monthBefore(before: string, after: string): boolean {
  if (!endsWithMonth.test(before)) return false;
  // "may 5 percent": a verb unless a year, a comma or the end follows.
  return !/(?<!\p{L})may\s$/u.test(before) || /^(?:,? \d{4}|[,.;)]|$)/.test(after);
}

/** Whether digits before `after` are the day of a month: "31 December", "31. Dezember". */
export function monthAfter(after: string): boolean {
  return startsWithMonth.test(after);
}

/** Dates and times of day in digits. */
const numericDates =
  /(?<![\d.,/:-])(?:(?:19|20)\d\d([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:(?:19|20)\d\d|\d\d)|(?:19|20)\d\d[-–/]\d\d|\d{1,2}:\d\d(?::\d\d)?|\d{1,2}\/(?:19|20)\d\d)(?![\d/:]|[.,-]\d)/g;

/** Whether the digits at a place are a part of a date or time written in digits. */
export function isDateDay(text: string, start: number, end: number): boolean {
  if (!/[-–/.:\d]/.test(text.charAt(start - 1) + text.charAt(end)) && end - start < 6) return false;
  const from = Math.max(0, start - 10);
  for (const match of text.slice(from, end + 10).matchAll(numericDates)) {
    const at = from + match.index;
    if (at <= start && at + match[0].length >= end) return true;
  }
  return false;
}

/** Whether digits before `after` count an order: "3rd". */
export function ordinalSuffix(after: string): boolean {
  return /^(?:st|nd|rd|th|ème|er|º|ª)(?![\p{L}\p{N}])/u.test(after);
}

const spacedLetter = "(?:\\p{Script=Latin}|\\p{Script=Greek}|\\p{Script=Cyrillic})";
const letterBefore = new RegExp(`${spacedLetter}$`, "u");
const nameBefore = new RegExp(`(?:${spacedLetter}[-‐‑–]|[_#])$`, "u");
const apostropheBefore = /(?:^|[\s(])['’]$/;
const nameAfter = /^[-‐‑–]\p{Lu}(?![\p{L}\p{N}])/u;

/** Whether digits are a part of a name: "Q4", "COVID-19", "10-K", "'19". `year`: whether "FY2019" and "mid-2019" are not. */
export function glued(before: string, after: string, year: boolean): boolean {
  if (year) return letterBefore.test(before) && !/(?:FY|CY|fy|cy)$/.test(before);
  return (
    letterBefore.test(before) ||
    nameBefore.test(before) ||
    apostropheBefore.test(before) ||
    nameAfter.test(after)
  );
}

const references =
  /(?<![\p{L}\p{N}])(?:pages?|pp?\.|note|item|section|table|figure|chapter|exhibit|appendix|part|no\.|nos\.|nr\.|seiten?|kapitel|abschnitt|tabelle|página|nº|n°|§)[ \u00a0]?$/iu;

/** Whether `before` says that digits name a place or a thing: "page ", "Note ". */
export function referenceBefore(before: string): boolean {
  return references.test(before);
}
