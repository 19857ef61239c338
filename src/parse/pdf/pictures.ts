import { OPS, type PDFPageProxy } from "./pdfjs.js";

/** Fewer paths than these are rules and frames; more are a drawing. */
const fewestPaths = 24;
/** Square points of the smallest image that counts. */
const smallestImage = 100;

/**
 * Whether a page shows images or drawings. Images are left out of operator lists here (see
 * `maxImageSize` in `parser.ts`), because decoding a scanned page takes up to seconds. What
 * remains of one is the coordinate system it was drawn in: images fill the unit square, so it is
 * blown up to the image's size, as for nothing else.
 */
export async function showsPictures(page: PDFPageProxy): Promise<boolean> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const saved: number[] = [];
  /** Area of the unit square at this point. */
  let area = 1;
  let paths = 0;
  for (const [index, operator] of fnArray.entries()) {
    const args: unknown = argsArray[index];
    switch (operator) {
      case OPS.save:
        saved.push(area);
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        area = saved.pop() ?? 1;
        break;
      case OPS.paintFormXObjectBegin:
        saved.push(area);
        area *= areaOf(Array.isArray(args) ? args[0] : null);
        break;
      case OPS.transform:
        area *= areaOf(args);
        if (area >= smallestImage) return true;
        break;
      case OPS.constructPath:
        paths++;
        break;
      case OPS.shadingFill:
      case OPS.paintSolidColorImageMask:
        return true;
    }
  }
  return paths >= fewestPaths;
}

function areaOf(matrix: unknown): number {
  if (!Array.isArray(matrix) && !ArrayBuffer.isView(matrix)) return 1;
  const [a = 1, b = 0, c = 0, d = 1] = matrix as unknown as ArrayLike<number> & Iterable<number>;
  return Math.abs(a * d - b * c);
}
