import { PagehoundError } from "../core/errors.js";
import { mergeRanges, type PageRange } from "../core/page-range.js";

/**
 * Reads a list of pages such as "2-3,5" or "10-", as ranges in ascending order that do not overlap.
 * Throws `invalid-argument`.
 */
export function parsePageList(list: string): PageRange[] {
  return mergeRanges(list.split(",").map((piece) => parseRange(piece.trim(), list)));
}

function parseRange(piece: string, list: string): PageRange {
  const [, first, hyphen, last] = /^([1-9]\d{0,8})?\s*([-–]?)\s*([1-9]\d{0,8})?$/.exec(piece) ?? [];
  const from = Number(first ?? 1);
  const to = hyphen ? Number(last ?? greatestPage) : from;
  const stated = first !== undefined || last !== undefined;
  if (stated && (hyphen !== "" || last === undefined) && from <= to) return { from, to };
  throw new PagehoundError(
    "invalid-argument",
    `"${list}" is no list of pages. Write pages and ranges counting from 1, such as "2-3,5" or "10-".`,
    { data: { pages: list } },
  );
}

const greatestPage = 999_999_999;
