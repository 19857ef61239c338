import {
  getDocument,
  PasswordResponses,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  VerbosityLevel,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import { WorkerMessageHandler } from "pdfjs-dist/legacy/build/pdf.worker.mjs";
import { NoFilters, WorkerCanvasFactory } from "../core/off-page-canvas.js";
import type { OpenRequest } from "./api.js";

export type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
export { PasswordResponses };

type OpenOptions = Exclude<
  Parameters<typeof getDocument>[0],
  string | URL | ArrayBuffer | undefined
>;

/** Opens a PDF with both halves of pdf.js on this thread, which is a worker that may be ended. */
export function openDocument({ file, password, assetsBase }: OpenRequest): PDFDocumentLoadingTask {
  // Where pdf.js looks for its worker half before it starts a worker of its own.
  Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } });
  return getDocument({
    range: new BlobTransport(file),
    rangeChunkSize: 2 ** 18,
    disableAutoFetch: true,
    disableStream: true,
    ...(password === undefined ? {} : { password }),
    cMapUrl: `${assetsBase}cmaps/`,
    standardFontDataUrl: `${assetsBase}standard_fonts/`,
    wasmUrl: `${assetsBase}wasm/`,
    iccUrl: `${assetsBase}iccs/`,
    // In a worker pdf.js cannot tell by itself that it may fetch.
    useWorkerFetch: true,
    // A worker has fonts of its own, which is all that pdf.js asks of a document here.
    ownerDocument: globalThis as unknown as NonNullable<OpenOptions["ownerDocument"]>,
    CanvasFactory: WorkerCanvasFactory,
    FilterFactory: NoFilters,
    verbosity: VerbosityLevel.ERRORS,
  });
}

/** Reads the file piece by piece, so that a large one is never in memory as a whole. */
class BlobTransport extends PDFDataRangeTransport {
  readonly #file: Blob;

  constructor(file: Blob) {
    super(file.size, null);
    this.#file = file;
  }

  override requestDataRange(begin: number, end: number): void {
    this.#file
      .slice(begin, end)
      .arrayBuffer()
      .then(
        (buffer) => this.onDataRange(begin, new Uint8Array(buffer)),
        // The file is gone; pdf.js takes an empty answer for a failed range.
        () => this.onDataRange(begin, new Uint8Array(0)),
      );
  }
}
