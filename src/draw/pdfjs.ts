import {
  getDocument,
  PasswordResponses,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  PDFWorker,
  VerbosityLevel,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import { NoFilters, WorkerCanvasFactory } from "../core/off-page-canvas.js";
import type { OpenRequest } from "./api.js";

export type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
export type { PDFWorker };
export { PasswordResponses };

type OpenOptions = Exclude<
  Parameters<typeof getDocument>[0],
  string | URL | ArrayBuffer | undefined
>;

/** Takes pdf.js's other half, which reads files, at the other end of a port. */
export function readingHalf(port: MessagePort): PDFWorker {
  const verbosity = VerbosityLevel.ERRORS;
  const worker = PDFWorker.create({ port: port as unknown as Worker, verbosity });
  port.start();
  return worker;
}

/** Opens a PDF on this thread, which is a worker that may be ended. */
export function openDocument(
  { file, password, assetsBase }: OpenRequest,
  worker: PDFWorker,
): PDFDocumentLoadingTask {
  return getDocument({
    worker,
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
