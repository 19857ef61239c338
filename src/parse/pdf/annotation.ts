import type { PDFPageProxy } from "./pdfjs.js";

/** What is used here of an annotation as pdf.js gives it. */
export interface Annotation {
  readonly id?: string;
  readonly subtype?: string;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[];
  /** Of a choice: whether it is folded until it is opened. */
  readonly combo?: boolean;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly exportValue?: string;
  readonly buttonValue?: string | null;
  readonly password?: boolean;
  readonly annotationFlags?: number;
  /** In the page's own coordinates: left, bottom, right, top. */
  readonly rect?: readonly number[];
  readonly defaultAppearanceData?: { readonly fontSize?: number };
  /** Whether it brings its own drawing. */
  readonly hasAppearance?: boolean;
  /** What somebody wrote into it. */
  readonly contentsObj?: { readonly str?: string };
  /** What its drawing shows, line by line; of some kinds only. */
  readonly textContent?: readonly string[];
}

/** Hidden and NoView (ISO 32000-1, 12.5.3). */
const invisible = 2 | 32;

/** The annotations that are shown on a page. */
export async function visibleAnnotations(page: PDFPageProxy): Promise<Annotation[]> {
  const annotations = (await page.getAnnotations().catch(() => [])) as Annotation[];
  return annotations.filter(({ annotationFlags = 0 }) => (annotationFlags & invisible) === 0);
}
