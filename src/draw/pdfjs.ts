import {
  getDocument,
  PasswordResponses,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  VerbosityLevel,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import { NoFilters, WorkerCanvasFactory } from "../core/off-page-canvas.js";
import { plainLabel } from "../core/one-line.js";
import type { DrawOutlineEntry, DrawRequest, OpenOutcome } from "./api.js";

export type { PDFDocumentProxy, PDFPageProxy, PDFWorker };

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
function openDocument(
  { file, password, assetsBase }: DrawRequest,
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

/** An open PDF, or why there is none. */
export interface OpenedPdf {
  readonly outcome: OpenOutcome;
  readonly document: PDFDocumentProxy | null;
  close(): Promise<void>;
}

/** Opens a PDF. Never rejects. */
export async function openForDrawing(request: DrawRequest, reader: PDFWorker): Promise<OpenedPdf> {
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

type Bookmark = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>[number];

/** Nobody goes through more entries than these. */
const maxEntries = 5_000;
/** Characters of an entry that are shown at most. */
const longestText = 300;
/** Bookmarks whose pages are looked up at once. */
const batch = 32;

/** The file's bookmarks in their order, at most 5,000. */
export async function readOutline(document: PDFDocumentProxy): Promise<DrawOutlineEntry[]> {
  const flat: { bookmark: Bookmark; depth: number }[] = [];
  // Not by calling itself: a file may nest its bookmarks as deep as it likes.
  const bookmarks = (await document.getOutline()) ?? [];
  const left = bookmarks.map((bookmark) => ({ bookmark, depth: 0 })).reverse();
  for (let next = left.pop(); next && flat.length < maxEntries; next = left.pop()) {
    flat.push(next);
    const depth = next.depth + 1;
    for (const bookmark of next.bookmark.items.toReversed()) left.push({ bookmark, depth });
  }
  const entries: DrawOutlineEntry[] = [];
  for (let first = 0; first < flat.length; first += batch) {
    const looking = flat.slice(first, first + batch).map(async ({ bookmark, depth }) => {
      const place = await placeOf(document, bookmark.dest).catch(() => null);
      const text = bookmark.title.slice(0, longestText).replace(/\s+/g, " ").trim();
      return { text, depth, page: place?.page ?? null, top: place?.top ?? null };
    });
    entries.push(...(await Promise.all(looking)));
  }
  return entries;
}

async function placeOf(
  document: PDFDocumentProxy,
  dest: Bookmark["dest"],
): Promise<{ readonly page: number; readonly top: number | null } | null> {
  const explicit: unknown = typeof dest === "string" ? await document.getDestination(dest) : dest;
  if (!Array.isArray(explicit)) return null;
  const [target, kind, ...values]: unknown[] = explicit;
  const index = typeof target === "number" ? target : await pageIndex(document, target);
  if (index === null || index < 0 || index >= document.numPages) return null;
  const positions: Record<string, number> = { XYZ: 1, FitH: 0, FitBH: 0, FitR: 3 };
  const name = typeof kind === "object" && kind && "name" in kind ? String(kind.name) : "";
  const top = values[positions[name] ?? -1];
  return { page: index + 1, top: typeof top === "number" ? top : null };
}

async function pageIndex(document: PDFDocumentProxy, target: unknown): Promise<number | null> {
  if (typeof target !== "object" || target === null) return null;
  const { num, gen } = target as { num?: unknown; gen?: unknown };
  if (typeof num !== "number" || typeof gen !== "number") return null;
  return document.getPageIndex({ num, gen });
}
