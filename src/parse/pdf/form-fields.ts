import type { PDFDocumentProxy, PDFPageProxy } from "./pdfjs.js";
import type { TextItem } from "./text-item.js";

/** What is used here of an annotation as pdf.js gives it. */
interface Annotation {
  readonly subtype?: string;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[];
  readonly password?: boolean;
  readonly annotationFlags?: number;
  /** In the page's own coordinates: left, bottom, right, top. */
  readonly rect?: readonly number[];
  readonly defaultAppearanceData?: { readonly fontSize?: number };
}

/** Hidden and NoView (ISO 32000-1, 12.5.3). */
const invisible = 2 | 32;
const leading = 1.2;

/** Whether the document has form fields. Cheap for one without a form. */
export async function hasFormFields(document: PDFDocumentProxy): Promise<boolean> {
  const fields = await document.getFieldObjects().catch(() => null);
  return fields !== null && fields.size > 0;
}

/** What is filled in or chosen in the fields of a page, a line at a time, where the fields stand. */
export async function readFields(page: PDFPageProxy): Promise<TextItem[]> {
  const annotations = (await page.getAnnotations().catch(() => [])) as Annotation[];
  const viewport = page.getViewport({ scale: 1 });
  return annotations.flatMap((annotation) => {
    const text = filledIn(annotation);
    const [a = 0, b = 0, c = 0, d = 0] = annotation.rect ?? [];
    const [x1, y1] = viewport.convertToViewportPoint(a, b) as [number, number];
    const [x2, y2] = viewport.convertToViewportPoint(c, d) as [number, number];
    const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
    const left = Math.min(x1, x2);
    const top = Math.min(y1, y2);
    const height = Math.abs(y2 - y1);
    const size = annotation.defaultAppearanceData?.fontSize || Math.min(10, height * 0.7);
    const free = lines.length === 1 ? Math.max(0, height - size) / 2 : 0;
    return lines.map((line, index) => {
      const baseline = top + free + size * (0.8 + leading * index);
      return {
        text: line,
        left,
        top: baseline - size * 0.8,
        // As wide as the text may be: what is printed beside the field is no part of it.
        right: Math.min(Math.max(x1, x2), left + line.length * size * 0.5),
        bottom: baseline + size * 0.2,
        baseline,
        size,
        font: "",
        turn: 0 as const,
        rightToLeft: false,
      };
    });
  });
}

function filledIn(annotation: Annotation): string {
  const { subtype, fieldType, fieldValue, options, password, annotationFlags = 0 } = annotation;
  if (subtype !== "Widget" || password || (annotationFlags & invisible) !== 0) return "";
  if (fieldType !== "Tx" && fieldType !== "Ch") return "";
  const values: unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values
    .filter((value) => typeof value === "string")
    .map((value) => options?.find((option) => option.exportValue === value)?.displayValue ?? value)
    .join("\n");
}
