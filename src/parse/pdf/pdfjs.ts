import {
  AnnotationMode,
  AnnotationType,
  getDocument,
  OPS,
  PasswordResponses,
  type PDFDocumentLoadingTask,
  Util,
  VerbosityLevel,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import { WorkerMessageHandler } from "pdfjs-dist/legacy/build/pdf.worker.mjs";

export type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
export { AnnotationMode, AnnotationType, OPS, PasswordResponses, Util, VerbosityLevel };

/** A text item as pdf.js gives it. */
export type PdfjsTextItem = Extract<
  Awaited<ReturnType<PdfjsPage["getTextContent"]>>["items"][number],
  { str: string }
>;
type PdfjsPage = import("pdfjs-dist/legacy/build/pdf.mjs").PDFPageProxy;

/** Opens a PDF with both halves of pdf.js on this thread, which is a parse worker. */
export function openDocument(options: Parameters<typeof getDocument>[0]): PDFDocumentLoadingTask {
  // Where pdf.js looks for its worker half before it starts a worker of its own.
  Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } });
  return getDocument(options);
}
