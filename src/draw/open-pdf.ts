import { plainLabel } from "../core/page-label.js";
import type { OpenOutcome, OpenRequest } from "./api.js";
import { openDocument, PasswordResponses, type PDFDocumentProxy, type PDFWorker } from "./pdfjs.js";

/** An open PDF, or why there is none. */
export interface OpenedPdf {
  readonly outcome: OpenOutcome;
  readonly document: PDFDocumentProxy | null;
  close(): Promise<void>;
}

/** Opens a PDF. Never rejects. */
export async function openPdf(request: OpenRequest, reader: PDFWorker): Promise<OpenedPdf> {
  const task = openDocument(request, reader);
  const close = (): Promise<void> => task.destroy().catch(() => {});
  const failed = async (
    reason: Extract<OpenOutcome, { opened: false }>["reason"],
  ): Promise<OpenedPdf> => {
    await close();
    return { outcome: { opened: false, reason }, document: null, close: async () => {} };
  };
  const password = new Promise<"password-needed" | "password-wrong">((resolve) => {
    task.onPassword = (_update: unknown, reason: number) => {
      const wrong = reason === PasswordResponses.INCORRECT_PASSWORD;
      resolve(wrong ? "password-wrong" : "password-needed");
    };
  });
  try {
    const document = await Promise.race([task.promise, password]);
    if (typeof document === "string") return failed(document);
    const said = await document.getPageLabels().catch(() => null);
    const labels = said?.map((label) => plainLabel(label)) ?? null;
    const outcome = { opened: true as const, pages: document.numPages, labels };
    return { outcome, document, close };
  } catch {
    return failed("damaged");
  }
}
