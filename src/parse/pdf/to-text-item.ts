import type { PdfjsTextItem } from "./pdfjs.js";
import type { TextItem, Turn } from "./text-item.js";

/**
 * Places a text item of pdf.js on the page as displayed.
 *
 * @param vertical whether its font is written from top to bottom
 * @param viewport the page's transformation, six numbers as in PDF
 */
export function toTextItem(
  item: PdfjsTextItem,
  vertical: boolean,
  viewport: readonly number[],
): TextItem {
  const [va = 1, vb = 0, vc = 0, vd = -1, ve = 0, vf = 0] = viewport;
  const [ta = 0, tb = 0, tc = 0, td = 0, te = 0, tf = 0] = item.transform as number[];
  // The viewport's transformation after the item's.
  const a = va * ta + vc * tb;
  const b = vb * ta + vd * tb;
  const c = va * tc + vc * td;
  const d = vb * tc + vd * td;
  const x = va * te + vc * tf + ve;
  const y = vb * te + vd * tf + vf;
  const size = Math.hypot(c, d);
  const along = Math.hypot(a, b) || 1;
  // Unit vectors along the line and up from it.
  let lineX = a / along;
  let lineY = b / along;
  let upX = size === 0 ? 0 : c / size;
  let upY = size === 0 ? -1 : d / size;
  // Share of the size that stands above and below the item's point.
  let above = 0.8;
  let below = 0.2;
  let length = item.width;
  if (vertical) {
    // Its glyphs hang below the point, centred on it: what is up becomes the line's end.
    [lineX, lineY, upX, upY] = [-upX, -upY, lineX, lineY];
    [above, below] = [0.5, 0.5];
    length = item.height;
  }
  // Lengths are in user space, which the page may scale.
  length *= Math.hypot(va, vb);
  const turn = turnOf(lineX, lineY, upY);
  const endX = lineX * length;
  const endY = lineY * length;
  const topX = upX * above * size;
  const topY = upY * above * size;
  const bottomX = -upX * below * size;
  const bottomY = -upY * below * size;
  return {
    text: item.str,
    left: x + Math.min(0, endX) + Math.min(topX, bottomX),
    top: y + Math.min(0, endY) + Math.min(topY, bottomY),
    right: x + Math.max(0, endX) + Math.max(topX, bottomX),
    bottom: y + Math.max(0, endY) + Math.max(topY, bottomY),
    baseline: (turn === 1 || turn === 3 ? x : y) - (vertical ? 0.3 * size : 0),
    // To a tenth of a point, so that sizes can be compared.
    size: Math.round(size * 10) / 10,
    font: item.fontName,
    turn,
    rightToLeft: item.dir === "rtl",
  };
}

/** Text may lean by some degrees, as on a page that was scanned askew. */
const leaning = 0.1;

function turnOf(lineX: number, lineY: number, upY: number): Turn {
  // Mirrored text runs to the left but stands upright.
  if (Math.abs(lineY) <= leaning) return lineX > 0 || upY < 0 ? 0 : 2;
  if (Math.abs(lineX) <= leaning) return lineY > 0 ? 1 : 3;
  return null;
}
