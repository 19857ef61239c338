/**
 * The names of the twelve months and their short forms, in English, German, French, Spanish,
 * Italian and Portuguese, as regular expression sources. A full stop may follow a short form.
 */
const months: readonly string[] = [
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

/** The name of any month, as a regular expression source with the flags `iu`. */
export const monthName: string = months.join("|");

const eachMonth = months.map((names) => new RegExp(`^(?:${names})$`, "iu"));

/** The number of the month with this name, from 1 to 12; null if there is none. */
export function monthOf(name: string): number | null {
  const index = eachMonth.findIndex((form) => form.test(name));
  return index < 0 ? null : index + 1;
}

const monthWord = new RegExp(`(?<![a-zß-ɏḀ-ỿ])(${monthName})(?![a-zß-ɏḀ-ỿ])`, "iu");

/** The month that a text names, from 1 to 12; null if it names none. */
export function monthIn(text: string): number | null {
  // "May" is also a verb.
  const name = monthWord.exec(text.replace(/(?<!\p{Alpha})may(?!\p{Alpha})/gu, " "))?.[1];
  return name === undefined ? null : monthOf(name);
}
