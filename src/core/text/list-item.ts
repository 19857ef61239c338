/** The signs before the items of lists in documents, as a regular expression class without brackets. */
export const bulletSigns = "•▪◦‣●○■□–—*·➢❖►▸✓✔☐☑☒\uf0b7\uf0a7";

const listItem = /^\s*(?:[-–—•*▪◦·]\s|\[[ x]\]\s|\(?(?:\d{1,3}|[a-z]|[ivx]{2,4})[.)]\s)/;

/** Whether a line or a sentence begins with a list item's bullet, check box, number or letter. */
export function isListItem(text: string): boolean {
  return listItem.test(text);
}

/** The number of a section or clause; two numbers without a full stop only before a capital. */
const sectionNumber =
  /^\s*\d{1,3}(?:(?:\.\d{1,3}){1,4}\.\s|(?:\.\d{1,3}){2,4}\s|\.\d{1,3}\s(?=\s*[“"'(]?\p{Uppercase}))/u;

/** The mark and space that begin a list item or clause: "• ", "(2) ", "2.10 "; else empty. */
export function itemMark(text: string): string {
  return (listItem.exec(text) ?? sectionNumber.exec(text))?.[0] ?? "";
}

/** The text without the mark of a list item, section or clause. */
export function withoutItemMark(text: string): string {
  return text.slice(itemMark(text).length).trimStart();
}

/** The number before a clause: `[2, 10]` for "2.10". */
export type ClauseNumber = readonly number[];

/** The number that begins a line, if a capital letter follows it. */
export function clauseNumber(line: string): ClauseNumber | undefined {
  const [, digits] = /^\s*(\d{1,3}(?:\.\d{1,3}){0,4})\.?\s+[“"'(]?\p{Uppercase}/u.exec(line) ?? [];
  return digits?.split(".").map(Number);
}

/** True if a line begins with the number of a clause below another one: "2.10 “Chair” means". */
export function isClause(line: string): boolean {
  return (clauseNumber(line)?.length ?? 0) > 1;
}

const columns = /^\s*[^\s.!?]{1,12} {2,}\S|[^\s.!?] {3,}\S/u;

/** True if a line has columns that are aligned with spaces: "D1   Kick-off note   13 May". */
export function hasColumns(line: string): boolean {
  return columns.test(line);
}
