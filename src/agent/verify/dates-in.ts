/** A day of a year as it is written in a text. */
export interface DateInText {
  readonly text: string;
  /** Place of `text`, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Month and day, "3-14"; two where "3/4" may be either. */
  readonly days: readonly string[];
}

/** The names of the twelve months, in the languages whose dates are read. */
const months = [
  "jan(?:uary|uar|vier)?|janeiro|enero|gennaio",
  "feb(?:ruary|ruar|rero|braio)?|février|fevereiro",
  "mar(?:ch|s|zo)?|märz|março",
  "apr(?:il|ile)?|avril|abril",
  "ma[iy]|mayo|maio|maggio",
  "june?|juni|juin|junio|junho|giugno",
  "july?|juli|juillet|julio|julho|luglio",
  "aug(?:ust)?|août|agosto",
  "sept?(?:ember|embre|iembre)?|setembro|settembre",
  "o[ck]t(?:ober|obre|ubre)?|outubro|ottobre",
  "nov(?:ember|embre|iembre)?|novembro",
  "de[cz](?:ember|embro)?|décembre|diciembre|dicembre",
];
const eachMonth = months.map((names) => new RegExp(`^(?:${names})$`, "iu"));
const month = `(?<!\\p{L})(${months.join("|")})(?!\\p{L})\\.?`;
const day = "(\\d{1,2})(?!\\d|\\.\\d|,\\d{3}(?!\\d))";
const dates = new RegExp(
  [
    `${month}[ \\t\\n\\u00a0]${day}(?:st|nd|rd|th)?(?:[ \\u00a0]?(?:-|–|and|to)[ \\u00a0]?${day})?`,
    `(?<![\\d.,])(\\d{1,2})\\.?(?:st|nd|rd|th|er)?[ \\t\\n\\u00a0](?:of |de )?${month}`,
    "(?<![\\d.,/:-])(?:(?:19|20)\\d\\d)([-/.])(\\d{1,2})\\6(\\d{1,2})(?!\\d)",
    "(?<![\\d.,/:-])(\\d{1,2})([-/.])(\\d{1,2})\\10(?:(?:19|20)\\d\\d|\\d\\d)(?!\\d)",
  ].join("|"),
  "giu",
);

/** Dates with a month and a day, in words or digits. */
export function datesIn(text: string): readonly DateInText[] {
  return [...text.matchAll(dates)].flatMap((match): readonly DateInText[] => {
    const [whole, first, one, two, other, second, , isoMonth, isoDay, a, , b] = match;
    const named = monthOf(first ?? second ?? "");
    const days = named
      ? [one, two, other].flatMap((each) => dayOf(named, Number(each)))
      : [
          ...dayOf(Number(isoMonth), Number(isoDay)),
          ...dayOf(Number(a), Number(b)),
          ...dayOf(Number(b), Number(a)),
        ];
    const place = { start: match.index, end: match.index + whole.length };
    return days.length > 0 ? [{ text: whole, ...place, days }] : [];
  });
}

function monthOf(name: string): number | null {
  const index = eachMonth.findIndex((form) => form.test(name));
  return index < 0 ? null : index + 1;
}

function dayOf(one: number, other: number): readonly string[] {
  return one >= 1 && one <= 12 && other >= 1 && other <= 31 ? [`${one}-${other}`] : [];
}
