import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { exactRanges, type ItemRange, isSeen, seenBoxes } from "../../core/index.js";
import type { AnnotatedCopy, HighlightToWrite, SheetText, TextPiece } from "./api.js";

/** Left, top; right, top; left, bottom; right, bottom of a stretch of text, as writers of PDFs order them. */
type Quad = readonly [number, number, number, number, number, number, number, number];

/** The colour of highlights, as the viewer draws them. */
const color = [186, 233, 178];
/** pdf.js's number for highlights among what its own editor makes. */
const highlightType = 9;
/** Names of what pdf.js's editor has made begin like this. */
const editorPrefix = "pdfjs_internal_editor_";
/** Share of a font's size above and below the line, where the font does not say. */
const [usualAscent, usualDescent] = [0.8, -0.2];
/** Points of the mark of a page as a whole, and from the page's corner to it. */
const [cornerSize, cornerGap] = [14, 12];

/** A copy of a PDF with highlights, made by pdf.js's own writer: what is new is appended to the file. */
export async function annotatedCopy(
  document: PDFDocumentProxy,
  textOf: (page: PDFPageProxy) => Promise<SheetText>,
  { highlights, author }: { highlights: readonly HighlightToWrite[]; author: string },
): Promise<AnnotatedCopy> {
  const { annotationStorage } = document;
  const names: string[] = [];
  try {
    for (const highlight of highlights) {
      const page = await document.getPage(highlight.page.number);
      const quads = await quadsOf(highlight, page, textOf);
      if (quads.length === 0) continue;
      const name = `${editorPrefix}${names.length}`;
      names.push(name);
      annotationStorage.setValue(name, {
        annotationType: highlightType,
        pageIndex: highlight.page.number - 1,
        color,
        opacity: 1,
        rotation: 0,
        rect: boundsOf(quads),
        quadPoints: quads.flat(),
        // Around each, for its looks.
        outlines: quads.map(([a, b, c, d, e, f, g, h]) => [a, b, c, d, g, h, e, f]),
        date: new Date(highlight.changedAt),
        ...(author === "" ? {} : { user: author }),
        ...(highlight.contents === "" ? {} : { popup: { contents: highlight.contents } }),
      });
    }
    const bytes = await document.saveDocument();
    return { bytes: bytes as Uint8Array<ArrayBuffer>, written: names.length };
  } finally {
    for (const name of names) annotationStorage.remove(name);
  }
}

/** The stretches of a page that show a passage; none if they are not known exactly. */
async function quadsOf(
  { page: stored, span }: HighlightToWrite,
  page: PDFPageProxy,
  textOf: (page: PDFPageProxy) => Promise<SheetText>,
): Promise<Quad[]> {
  const view = page.getViewport({ scale: 1 });
  const point = (x: number, y: number): [number, number] => {
    const [a = 0, b = 0] = view.convertToPdfPoint(x, y) as number[];
    return [a, b];
  };
  const box = (left: number, top: number, right: number, bottom: number): Quad => [
    ...point(left, top),
    ...point(right, top),
    ...point(left, bottom),
    ...point(right, bottom),
  ];
  if (!span) return [box(cornerGap, cornerGap, cornerGap + cornerSize, cornerGap + cornerSize)];
  const { text, geometry, width, height } = stored;
  if (stored.recognised) {
    if (!geometry || width <= 0 || height <= 0 || !isSeen({ text, geometry }, span)) return [];
    const [across, down] = [view.width / width, view.height / height];
    return seenBoxes({ text, geometry }, span).map(({ left, top, right, bottom }) =>
      box(left * across, top * down, right * across, bottom * down),
    );
  }
  const { items, styles } = await textOf(page);
  const ranges = exactRanges(
    stored,
    span,
    items.map(({ str }) => str),
  );
  const measure = widthMeasure();
  return (ranges ?? []).flatMap((range) => {
    const item = items[range.item];
    return item && item.str.slice(range.start, range.end).trim() !== ""
      ? [quadOf(item, range, styles[item.fontName], measure)]
      : [];
  });
}

/** The share of a text's width that its beginning takes. */
type ShareOfWidth = (text: string, length: number, family: string) => number;

/**
 * Measures with a font of the same family: the file's own is not at hand, and only the proportions of its
 * letters count, since the width of the whole is known.
 */
function widthMeasure(): ShareOfWidth {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  return (text, length, family) => {
    if (length <= 0) return 0;
    if (length >= text.length) return 1;
    if (!context) return length / text.length;
    context.font = `100px ${family}`;
    const whole = context.measureText(text).width;
    return whole > 0
      ? context.measureText(text.slice(0, length)).width / whole
      : length / text.length;
  };
}

function quadOf(
  { str, dir, transform, width, height }: TextPiece,
  { start, end }: ItemRange,
  style: SheetText["styles"][string] | undefined,
  shareOf: ShareOfWidth,
): Quad {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
  const family = style?.fontFamily ?? "sans-serif";
  let [from, to] = [shareOf(str, start, family), shareOf(str, end, family)];
  if (style?.vertical) {
    // Its letters are centred below its origin.
    const half = Math.hypot(a, b) / 2;
    const [top, bottom] = [y - height * from, y - height * to];
    return [x - half, top, x + half, top, x - half, bottom, x + half, bottom];
  }
  if (dir === "rtl") [from, to] = [1 - to, 1 - from];
  const angle = Math.atan2(b, a);
  const [alongX, alongY] = [Math.cos(angle), Math.sin(angle)];
  const size = Math.hypot(c, d);
  const ascent = (style?.ascent || usualAscent) * size;
  const descent = (style?.descent || usualDescent) * size;
  const at = (along: number, up: number): [number, number] => [
    x + alongX * along - alongY * up,
    y + alongY * along + alongX * up,
  ];
  return [
    ...at(width * from, ascent),
    ...at(width * to, ascent),
    ...at(width * from, descent),
    ...at(width * to, descent),
  ];
}

/** Left, bottom, right and top of all of them. */
function boundsOf(quads: readonly Quad[]): [number, number, number, number] {
  const all = quads.flat();
  const across = all.filter((_, index) => index % 2 === 0);
  const down = all.filter((_, index) => index % 2 === 1);
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
}
