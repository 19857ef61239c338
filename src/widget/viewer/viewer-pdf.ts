import type { OpenedDocument } from "./opened-document.js";
import type { PdfFile } from "./pdf-file.js";
import { PdfPage, type PdfPageContext } from "./pdf-page.js";
import type { ViewerTarget } from "./target.js";

export { PdfOpener } from "./pdf-opener.js";

/** The pages of an open PDF, each an empty sheet of the size of the one to be shown first. */
export async function pdfPages(
  target: ViewerTarget,
  file: PdfFile,
  context: Omit<PdfPageContext, "file">,
  signal: AbortSignal,
): Promise<OpenedDocument> {
  const { pages, labels } = file;
  const pageSize = await file.sheet(Math.min(Math.max(1, target.page), pages), signal);
  const page = { ...context, file };
  const slots = Array.from({ length: pages }, (_, index) => new PdfPage(index + 1, pageSize, page));
  return { target, slots, file, pageSize, labels, textOnly: false };
}
