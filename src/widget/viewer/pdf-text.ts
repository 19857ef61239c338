import { slicer } from "../../core/yield-to-messages.js";
import type { Sheet, SheetText } from "../../draw/api.js";
import { element } from "./dom.js";
import type { DisplayedText } from "./mark-layer.js";

/** A page's selectable text as it stands on its sheet. */
export interface PdfText {
  readonly shown: DisplayedText;
  /** Takes it off the sheet. */
  remove(): void;
}

/** Pieces of text that are put on the sheet before anything else may happen. */
const piecesAtOnce = 50;

/** Puts a page's text on its sheet, see-through, each word over the one that is drawn. */
export async function showText(
  text: SheetText,
  { rotation, rawDims }: Sheet,
  sheet: HTMLElement,
  scale: number,
  signal: AbortSignal,
): Promise<PdfText> {
  const { TextLayer } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  signal.throwIfAborted();
  const container = element("div", { class: "text" });
  container.style.inlineSize = `calc(var(--total-scale-factor) * ${rawDims.pageWidth}px)`;
  container.style.blockSize = `calc(var(--total-scale-factor) * ${rawDims.pageHeight}px)`;
  type LayerOptions = ConstructorParameters<typeof TextLayer>[0];
  const layer = new TextLayer({
    textContentSource: piecemeal(text, signal),
    container,
    // pdf.js asks for no more of a viewport than this.
    viewport: { scale, rotation, rawDims } as unknown as LayerOptions["viewport"],
  });
  sheet.append(container);
  try {
    await layer.render();
    signal.throwIfAborted();
  } catch (error) {
    container.remove();
    throw error;
  }
  const { textContentItemsStr: strings, textDivs: elements } = layer;
  return {
    shown: { strings, elements, vertical: verticalItems(text) },
    remove: () => {
      layer.cancel();
      container.remove();
    },
  };
}

/** The text a little at a time, with pauses in which the page stays usable. */
function piecemeal(text: SheetText, signal: AbortSignal): ReadableStream<SheetText> {
  const pause = slicer(signal);
  let next = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        await pause();
        const items = text.items.slice(next, next + piecesAtOnce);
        next += piecesAtOnce;
        if (items.length > 0) controller.enqueue({ ...text, items });
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The text items in vertical writing, counted as the text layer counts them. */
function verticalItems({ items, styles }: SheetText): Set<number> {
  return new Set(
    items.flatMap(({ fontName }, index) => (styles[fontName]?.vertical ? [index] : [])),
  );
}
