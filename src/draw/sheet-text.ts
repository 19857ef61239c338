import type { SheetText, TextPiece } from "./api.js";
import type { PDFPageProxy } from "./pdfjs.js";

/** Pieces of text that are put over a page; a page set in the smallest type has some thousands. */
const mostPieces = 15_000;
/** Characters of them; a page set in the smallest type has some ten thousand. */
const mostCharacters = 100_000;

/**
 * The text of a page, in the pieces that it was stored in: with the default options, as when it was
 * read. Of a page with more than anybody reads it is the first part.
 */
export async function sheetText(page: PDFPageProxy): Promise<SheetText> {
  const items: TextPiece[] = [];
  const styles: Record<string, SheetText["styles"][string]> = {};
  let lang: string | null = null;
  let characters = 0;
  const reader = (page.streamTextContent() as ReadableStream<SheetText>).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    lang ??= next.value.lang;
    Object.assign(styles, next.value.styles);
    for (const item of next.value.items) {
      if (!("str" in item)) continue;
      characters += item.str.length;
      if (items.length >= mostPieces || characters > mostCharacters) {
        // Not waited for: pdf.js never answers when all of the text was on its way already.
        reader.cancel(new Error("there is more text than is shown")).catch(() => {});
        return { items, styles, lang, whole: false };
      }
      items.push(item);
    }
  }
  return { items, styles, lang, whole: true };
}
