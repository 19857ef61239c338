import { paperScale } from "../../core/page-geometry.js";
import type { PDFPageProxy } from "./pdfjs.js";

/** How a page is displayed, in points. One that is larger than there can be is as large as that. */
export function viewportOf(page: PDFPageProxy): ReturnType<PDFPageProxy["getViewport"]> {
  const full = page.getViewport({ scale: 1 });
  const scale = paperScale(full);
  return scale < 1 ? page.getViewport({ scale }) : full;
}
