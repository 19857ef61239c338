import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { parseUrl } from "../../core/index.js";
import type { DestinationPlace, SheetLink } from "./api.js";

/** Maximum number of links of a page; nobody follows more. */
const maxLinks = 500;
/** Maximum number of characters in an address. */
const longestAddress = 2_000;

/** The links of a page that lead to a place in the document or to a web or mail address. */
export async function linksOf(
  page: PDFPageProxy,
  turn: number,
  document: PDFDocumentProxy,
  placeOf: (document: PDFDocumentProxy, dest: never) => Promise<DestinationPlace | null>,
): Promise<SheetLink[]> {
  const view = page.getViewport({ scale: 1, rotation: page.rotate + turn });
  const annotations = await page.getAnnotations({ intent: "display" });
  const links: SheetLink[] = [];
  for (const { subtype, rect, url, dest } of annotations) {
    if (subtype !== "Link" || !Array.isArray(rect) || links.length >= maxLinks) continue;
    const [x1 = 0, y1 = 0] = view.convertToViewportPoint(rect[0], rect[1]) as number[];
    const [x2 = 0, y2 = 0] = view.convertToViewportPoint(rect[2], rect[3]) as number[];
    const box = {
      left: Math.min(x1, x2) / view.width,
      top: Math.min(y1, y2) / view.height,
      right: Math.max(x1, x2) / view.width,
      bottom: Math.max(y1, y2) / view.height,
    };
    const address = addressOf(url);
    if (address !== null) links.push({ box, address, page: null, below: 0 });
    if (address !== null || !dest) continue;
    const place = await placeOf(document, dest as never).catch(() => null);
    if (place)
      links.push({ box, address: null, page: place.page, below: await belowTop(document, place) });
  }
  return links;
}

/** An address that is safe to open: a web page or a mail recipient. */
function addressOf(url: unknown): string | null {
  if (typeof url !== "string" || url.length > longestAddress) return null;
  const address = parseUrl(url);
  return address && /^(?:https?|mailto):$/.test(address.protocol) ? address.href : null;
}

/** The share of a page's height above a destination on it. */
async function belowTop(
  document: PDFDocumentProxy,
  { page: number, top }: DestinationPlace,
): Promise<number> {
  if (top === null) return 0;
  const view = (await document.getPage(number)).getViewport({ scale: 1 });
  const [, y = 0] = view.convertToViewportPoint(0, top) as number[];
  return Math.min(1, Math.max(0, y / view.height));
}
