import { oneLine } from "../core/one-line.js";
import { type PageRange, pagesIn } from "../core/page-range.js";

/** "1 page", "1,204 pages". */
export function counted(number: number, thing: string): string {
  return `${grouped(number)} ${thing}${number === 1 ? "" : "s"}`;
}

/** A number with its thousands set apart, the same everywhere. */
export function grouped(number: number): string {
  return number.toLocaleString("en");
}

/** "3-5, 9 and 12 more", naming so many ranges at most. */
export function listedRanges(ranges: readonly PageRange[], most: number): string {
  const named = ranges
    .slice(0, most)
    .map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
  const more = pagesIn(ranges.slice(most));
  return named.join(", ") + (more > 0 ? ` and ${grouped(more)} more` : "");
}

/** "page 3", "parts 3-5". */
export function pagesNamed({ from, to }: PageRange, unit: string): string {
  return from === to ? `${unit} ${from}` : `${unit}s ${from}-${to}`;
}

/** A page with its label, where that says more: `page 4 (labelled iv)`. */
export function pageNamed({
  page,
  pageLabel,
  pageUnit,
}: {
  readonly page: number;
  readonly pageLabel: string | null;
  readonly pageUnit: string;
}): string {
  return `${pageUnit} ${page}${labelled(page, pageLabel)}`;
}

/** A page's label as it is told behind its number, where it says more. */
export function labelled(page: number, pageLabel: string | null): string {
  return pageLabel === null || pageLabel === String(page) ? "" : ` (labelled ${asked(pageLabel)})`;
}

/** Where something stands: `a.pdf, page 4 (labelled iv)`. */
export function placeNamed(
  place: Parameters<typeof pageNamed>[0] & { readonly path: string },
): string {
  return `${pathNamed(place.path)}, ${pageNamed(place)}`;
}

/** A path as it can stand within a line; all but an unusual one stays as it is. */
export function pathNamed(path: string): string {
  return path.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, " ");
}

/** What was asked for, as a head repeats it. */
export function asked(text: string): string {
  return onOneLine(text, 200);
}

/** A text on one line of so many characters at most. */
export function onOneLine(text: string, most: number): string {
  const line = oneLine(text);
  if (line.length <= most) return line;
  return `${line
    .slice(0, most - 1)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()}…`;
}
