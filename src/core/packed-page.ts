import type { Line, LineKind, Page } from "./page.js";

/** A page as it travels and is stored: its lines as numbers, which are copied many times faster than objects. */
export interface PackedPage extends Omit<Page, "lines"> {
  /** Nine numbers a line; see `packPage`. */
  readonly lines: Float64Array;
}

const fields = 9;
const kinds: readonly LineKind[] = ["text", "row", "list-item", "heading"];

/** Packs a page's lines. */
export function packPage(page: Page): PackedPage {
  const lines = new Float64Array(page.lines.length * fields);
  page.lines.forEach(({ start, end, block, kind, level, size, bold, top, bottom }, index) => {
    const numbers = [
      start,
      end,
      block,
      kinds.indexOf(kind),
      level,
      size,
      bold ? 1 : 0,
      top,
      bottom,
    ];
    lines.set(numbers, index * fields);
  });
  return { ...page, lines };
}

/** The inverse of `packPage`. */
export function unpackPage(page: PackedPage): Page {
  const { lines } = page;
  const unpacked: Line[] = [];
  for (let index = 0; index < lines.length; index += fields) {
    const [
      start = 0,
      end = 0,
      block = 0,
      kind = 0,
      level = 0,
      size = 0,
      bold = 0,
      top = 0,
      bottom = 0,
    ] = lines.subarray(index, index + fields);
    const known = kinds[kind] ?? "text";
    unpacked.push({ start, end, block, kind: known, level, size, bold: bold === 1, top, bottom });
  }
  return { ...page, lines: unpacked };
}
