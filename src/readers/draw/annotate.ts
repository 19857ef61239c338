import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import {
  type CallOptions,
  exactRanges,
  type ItemRange,
  isSeen,
  type NoteColor,
  seenBoxes,
  usualNoteColor,
} from "../../core/index.js";
import type { AnnotatedCopy, HighlightToWrite, SheetText, TextPiece } from "./api.js";

/** The corners of a run of text in PDF order: top left, top right, bottom left, bottom right. */
type Quad = readonly [number, number, number, number, number, number, number, number];

/** The colours of highlights, as the viewer draws them. */
const colors: Readonly<Record<NoteColor, readonly number[]>> = {
  yellow: [243, 234, 112],
  green: [186, 233, 178],
  blue: [166, 212, 245],
  pink: [255, 196, 222],
};
/** pdf.js's number for a highlight made by its own editor. */
const highlightType = 9;
/** The prefix that pdf.js's editor gives to the names of its annotations. */
const editorPrefix = "pdfjs_internal_editor_";
/** Ascent and descent as shares of the font size, for fonts that do not state them. */
const [usualAscent, usualDescent] = [0.8, -0.2];
/** Size of the mark for a whole page, and its distance from the page's corner, in points. */
const [cornerSize, cornerGap] = [14, 12];

/** A copy of a PDF with highlights. pdf.js's own writer appends them to the file. */
export async function annotatedCopy(
  document: PDFDocumentProxy,
  textOf: (page: PDFPageProxy) => Promise<SheetText>,
  { highlights, author }: { highlights: readonly HighlightToWrite[]; author: string },
  { signal, onProgress }: CallOptions<number> = {},
): Promise<AnnotatedCopy> {
  const { annotationStorage } = document;
  const names: string[] = [];
  try {
    for (const [done, highlight] of highlights.entries()) {
      signal?.throwIfAborted();
      onProgress?.(done);
      const page = await document.getPage(highlight.page.number);
      const quads = await quadsOf(highlight, page, textOf);
      if (quads.length === 0) continue;
      const name = `${editorPrefix}${names.length}`;
      names.push(name);
      annotationStorage.setValue(name, {
        annotationType: highlightType,
        pageIndex: highlight.page.number - 1,
        color: [...colors[highlight.color ?? usualNoteColor]],
        opacity: 1,
        rotation: 0,
        rect: boundsOf(quads),
        quadPoints: quads.flat(),
        // The outline of each, in drawing order.
        outlines: quads.map(([a, b, c, d, e, f, g, h]) => [a, b, c, d, g, h, e, f]),
        date: new Date(highlight.changedAt),
        ...(author === "" ? {} : { user: author }),
        ...(highlight.contents === "" ? {} : { popup: { contents: highlight.contents } }),
      });
    }
    signal?.throwIfAborted();
    onProgress?.(highlights.length);
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

/** The share of a text's width taken by its first characters. */
type ShareOfWidth = (text: string, length: number, family: string) => number;

/**
 * Measures with a font of the same family, since the file's own is unavailable. Only the
 * proportions of its letters matter, because the width of the whole text is known.
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
    // Vertical letters are centred below their origin.
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

/** Left, bottom, right and top of all the quads together. */
function boundsOf(quads: readonly Quad[]): [number, number, number, number] {
  const all = quads.flat();
  const across = all.filter((_, index) => index % 2 === 0);
  const down = all.filter((_, index) => index % 2 === 1);
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
}
