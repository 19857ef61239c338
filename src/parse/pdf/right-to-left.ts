import type { PDFPageProxy, PdfjsTextItem } from "./pdfjs.js";

/** Ligatures of Hebrew and Arabic that stand for more than one letter. */
const ligature =
  /[\ufb1d-\ufb4f\ufbea-\ufbf9\ufbfc-\ufc5d\ufc64-\ufcf1\ufcf5-\ufd3d\ufd50-\ufdfb]/g;

/**
 * The items of a page with the letters of ligatures in the order in which they are written. pdf.js
 * takes a ligature apart before it puts the text into reading order, which turns those letters
 * around; taken apart afterwards they are right. Numbers and lengths of the items stay as they are.
 */
export async function withLigaturesInOrder(
  items: readonly PdfjsTextItem[],
  page: PDFPageProxy,
): Promise<readonly PdfjsTextItem[]> {
  if (!items.some(({ dir }) => dir === "rtl")) return items;
  const content = await page.getTextContent({ disableNormalization: true });
  const whole = content.items.filter((item) => "str" in item);
  if (whole.length !== items.length) return items;
  return items.map((item, index) => {
    const found = whole[index]?.str ?? "";
    if (item.dir !== "rtl" || found === item.str) return item;
    const str = found.replace(ligature, (character) => character.normalize("NFKC"));
    return str.length === item.str.length && letters(str) === letters(item.str)
      ? { ...item, str }
      : item;
  });
}

function letters(text: string): string {
  return [...text.normalize("NFKC")].sort().join("");
}
