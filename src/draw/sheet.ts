import { paperScale } from "../core/page-geometry.js";
import type { Sheet } from "./api.js";
import type { PDFPageProxy } from "./pdfjs.js";

/** A page's paper. One that is larger than there can be is shown as large as that. */
export function sheetOf(page: PDFPageProxy): Sheet {
  const scale = paperScale(page.getViewport({ scale: 1 }));
  const { width, height, userUnit, rotation, rawDims, transform } = page.getViewport({ scale });
  return {
    width,
    height,
    userUnit: userUnit * scale,
    rotation,
    rawDims: rawDims as Sheet["rawDims"],
    transform,
  };
}
