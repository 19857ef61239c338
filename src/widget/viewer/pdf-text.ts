import type { PDFPageProxy } from "pdfjs-dist";
import { element } from "./dom.js";
import type { DisplayedText } from "./mark-layer.js";
import type { PdfFile } from "./pdf-file.js";

/** A page's selectable text as it stands on its sheet. */
export interface PdfText {
  readonly shown: DisplayedText;
  /** Takes it off the sheet. */
  remove(): void;
}

/** Puts a page's text on its sheet, see-through, each word over the one that is drawn. */
export async function showText(
  { library }: PdfFile,
  page: PDFPageProxy,
  sheet: HTMLElement,
  scale: number,
  signal: AbortSignal,
): Promise<PdfText> {
  // The default options, as when the text was stored: the items must be the same ones.
  const content = await page.getTextContent();
  signal.throwIfAborted();
  const container = element("div", { class: "text" });
  const viewport = page.getViewport({ scale });
  const text = new library.TextLayer({ textContentSource: content, container, viewport });
  sheet.append(container);
  await text.render();
  if (signal.aborted) {
    container.remove();
    signal.throwIfAborted();
  }
  const { textContentItemsStr: strings, textDivs: elements } = text;
  return {
    shown: { strings, elements, vertical: verticalItems(content) },
    remove: () => {
      text.cancel();
      container.remove();
    },
  };
}

/** The strings of a page's text items, as its text layer counts them. */
export async function textStrings(page: PDFPageProxy): Promise<string[]> {
  const { items } = await page.getTextContent();
  return items.flatMap((item) => ("str" in item ? [item.str] : []));
}

type TextContent = Awaited<ReturnType<PDFPageProxy["getTextContent"]>>;

/** The text items in vertical writing, counted as the text layer counts them. */
function verticalItems({ items, styles }: TextContent): Set<number> {
  const vertical = new Set<number>();
  let index = 0;
  for (const item of items) {
    if (!("str" in item)) continue;
    if (styles[item.fontName]?.vertical) vertical.add(index);
    index++;
  }
  return vertical;
}
