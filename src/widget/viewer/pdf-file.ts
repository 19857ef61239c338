import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFWorker } from "pdfjs-dist";
import type { AssetReport } from "../../core/fetch-asset.js";
import { hearRequests } from "../../requests/log.js";
import { OpenError } from "./open-error.js";

type Library = typeof import("pdfjs-dist/legacy/build/pdf.mjs");

/** An open PDF and the library that opened it. */
export interface PdfFile {
  readonly library: Library;
  readonly document: PDFDocumentProxy;
  /** Frees the document. */
  close(): Promise<void>;
}

/** Opens PDFs with one worker of its own, started with the first document. */
export class PdfOpener {
  readonly #assetsBase: string;
  #started: Promise<{ library: Library; worker: PDFWorker }> | null = null;
  #thread: Worker | null = null;
  #forget: () => void = () => {};
  readonly #assetMissing: (url: string) => void;
  /** Whether the worker has done without a file, which it then does for good. */
  #lacking = false;

  /** @param assetMissing called when a file of `assetsBase` that the open document needs is not there */
  constructor(assetsBase: string | URL | undefined, assetMissing: (url: string) => void) {
    this.#assetMissing = assetMissing;
    // Not in one piece with `new URL`: bundlers would take it for a single file to copy.
    const beside = "assets/";
    const { href } =
      assetsBase === undefined
        ? new URL(beside, import.meta.url)
        : new URL(assetsBase, document.baseURI);
    this.#assetsBase = href.endsWith("/") ? href : `${href}/`;
  }

  /** Opens a file. Rejects with a `OpenError`, or with the signal's reason. */
  async open(file: Blob, password: string | undefined, signal: AbortSignal): Promise<PdfFile> {
    // The file may be there by now, and is to be missed anew where it is not.
    if (this.#lacking) this.destroy();
    this.#started ??= this.#start();
    const { library, worker } = await this.#started;
    signal.throwIfAborted();
    const base = this.#assetsBase;
    const task = library.getDocument({
      range: blobTransport(library, file),
      rangeChunkSize: 2 ** 18,
      disableAutoFetch: true,
      disableStream: true,
      ...(password === undefined ? {} : { password }),
      worker,
      cMapUrl: `${base}cmaps/`,
      standardFontDataUrl: `${base}standard_fonts/`,
      wasmUrl: `${base}wasm/`,
      iccUrl: `${base}iccs/`,
      verbosity: library.VerbosityLevel.ERRORS,
    });
    const abort = (): void => void task.destroy();
    signal.addEventListener("abort", abort, { once: true });
    try {
      const document = await loaded(library, task);
      signal.throwIfAborted();
      return { library, document, close: () => task.destroy() };
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  /** Ends the worker; documents that are open stop working. */
  destroy(): void {
    this.#thread?.terminate();
    this.#forget();
    this.#thread = null;
    this.#started = null;
    this.#lacking = false;
  }

  async #start(): Promise<{ library: Library; worker: PDFWorker }> {
    const library = await import("pdfjs-dist/legacy/build/pdf.mjs");
    // Bundlers recognise a worker only by `new Worker(new URL("…", import.meta.url), …)` in one piece.
    const thread = new Worker(new URL("../../../workers/viewer.worker.ts", import.meta.url), {
      type: "module",
    });
    this.#thread = thread;
    this.#forget = hearRequests(thread, "viewer");
    thread.addEventListener("message", ({ data }: MessageEvent<AssetReport>) => {
      if (data?.pagehound !== "asset-missing" || this.#thread !== thread) return;
      this.#lacking = true;
      this.#assetMissing(data.url);
    });
    const failed = new Promise<never>((_resolve, reject) => {
      thread.addEventListener("error", (event) => {
        this.#started = null;
        reject(new OpenError("worker-failed", event));
      });
    });
    // A document's own `verbosity` does not reach a worker that is handed over, which would warn of
    // every page that is scrolled past while its text is still being read.
    const verbosity = library.VerbosityLevel.ERRORS;
    const worker = library.PDFWorker.create({ port: thread, verbosity });
    await Promise.race([worker.promise, failed]);
    return { library, worker };
  }
}

/** Reads the file piece by piece, so that a large one is never in memory as a whole. */
function blobTransport(
  library: Library,
  file: Blob,
): InstanceType<Library["PDFDataRangeTransport"]> {
  class BlobTransport extends library.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      file
        .slice(begin, end)
        .arrayBuffer()
        .then(
          (buffer) => this.onDataRange(begin, new Uint8Array(buffer)),
          // The file is gone; pdf.js takes an empty answer for a failed range.
          () => this.onDataRange(begin, new Uint8Array(0)),
        );
    }
  }
  return new BlobTransport(file.size, null);
}

async function loaded(library: Library, task: PDFDocumentLoadingTask): Promise<PDFDocumentProxy> {
  const passwordError = new Promise<never>((_resolve, reject) => {
    task.onPassword = (_update: unknown, reason: number) => {
      const wrong = reason === library.PasswordResponses.INCORRECT_PASSWORD;
      reject(new OpenError(wrong ? "password-wrong" : "password-needed"));
    };
  });
  try {
    return await Promise.race([task.promise, passwordError]);
  } catch (error) {
    await task.destroy();
    if (error instanceof OpenError) throw error;
    throw new OpenError("damaged", error);
  }
}
