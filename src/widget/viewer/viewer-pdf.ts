import type { OpenedDocument } from "./opened-document.js";
import type { PdfFile } from "./pdf-file.js";
import { PdfPage, type PdfPageContext } from "./pdf-page.js";
import type { ViewerTarget } from "./target.js";

export { PdfOpener } from "./pdf-file.js";

/** The pages of an open PDF, each an empty sheet of the size of the one to be shown first. */
export async function pdfPages(
  target: ViewerTarget,
  file: PdfFile,
  context: Omit<PdfPageContext, "file">,
  signal: AbortSignal,
): Promise<OpenedDocument> {
  const { document } = file;
  const labels = await document.getPageLabels().catch(() => null);
  const first = await document.getPage(Math.min(Math.max(1, target.page), document.numPages));
  const pageSize = first.getViewport({ scale: 1 });
  signal.throwIfAborted();
  const page = { ...context, file };
  const slots = Array.from(
    { length: document.numPages },
    (_, index) => new PdfPage(index + 1, pageSize, page),
  );
  return { target, slots, file, pageSize, labels, textOnly: false };
}
