import type { DocumentSummary } from "../../index.js";

const whole = new Intl.NumberFormat();
const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** A whole number in the reader's locale. */
export function count(value: number): string {
  return whole.format(value);
}

/** "1 page", "12 pages". */
export function counted(value: number, one: string, many: string = `${one}s`): string {
  return `${whole.format(value)} ${value === 1 ? one : many}`;
}

/** A size in the unit that suits it. */
export function size(bytes: number): string {
  if (bytes < 1000) return counted(bytes, "byte");
  const units = ["kB", "MB", "GB", "TB"];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 ? decimal.format(value) : whole.format(Math.round(value))} ${units[unit]}`;
}

/** A time still to wait, only as exact as such a guess can be. */
export function timeLeft(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return "a few seconds left";
  if (seconds < 55) return `${count(Math.ceil(seconds / 5) * 5)} seconds left`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${counted(minutes, "minute")} left`;
  return `${counted(Math.ceil(minutes / 60), "hour")} left`;
}

/** How long something took. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 0.1) return `under ${decimal.format(0.1)} s`;
  if (seconds < 60)
    return `${seconds < 10 ? decimal.format(seconds) : count(Math.round(seconds))} s`;
  return `${count(Math.floor(seconds / 60))} min ${count(Math.round(seconds % 60))} s`;
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folders of a path, or an empty text. */
export function folderName(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Whether some of a document's pages have text that cannot be searched. */
export function isPartial({ pages }: DocumentSummary): boolean {
  return pages.scanned + pages.unreadable > 0;
}

/** "412 of 430 searchable". */
export function searchableShare({ pages }: DocumentSummary): string {
  return `${count(pages.text)} of ${count(pages.total)} searchable`;
}

/** "412 of 430 pages searchable; 18 scanned": why a document cannot be searched in full, or null when it can. */
export function partialReason(document: DocumentSummary): string | null {
  if (!isPartial(document)) return null;
  const { total, scanned, unreadable, empty } = document.pages;
  if (scanned === total) {
    return total === 1
      ? "Its only page is a scan; its text cannot be searched."
      : `All ${count(total)} pages are scans; their text cannot be searched.`;
  }
  const reasons = [
    scanned > 0 ? `${count(scanned)} scanned` : "",
    unreadable > 0 ? `${count(unreadable)} could not be read` : "",
    empty > 0 ? `${count(empty)} empty` : "",
  ].filter((reason) => reason !== "");
  const pages = counted(total, document.pageUnit);
  return `${count(document.pages.text)} of ${pages} searchable; ${reasons.join(", ")}.`;
}

/** That text was recognised in images, or null when none was. */
export function recognisedReason({ pages }: DocumentSummary): string | null {
  const { recognised, total } = pages;
  if (recognised === 0) return null;
  const which =
    recognised === total ? "all its pages" : `${count(recognised)} of ${counted(total, "page")}`;
  return `The text of ${which} was recognised in scans; it may have mistakes.`;
}

/** "page 12", "page iv", "part 3": what a reader calls the place. */
export function placeName(unit: "page" | "part", number: number, label: string | null): string {
  if (unit === "part") return `part ${count(number)}`;
  if (label !== null && label !== String(number)) return `page ${label}`;
  return `page ${count(number)}`;
}
