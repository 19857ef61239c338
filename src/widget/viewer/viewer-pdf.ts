import { PagehoundError } from "../../core/errors.js";
import { assetsBeside } from "../../core/paths.js";
import type { OpenOutcome } from "../../draw/api.js";
import { workerFolder } from "../../rpc/worker-host.js";
import type { ViewerTarget } from "./marks.js";
import { OpenError, type ViewedDocument } from "./opened-document.js";
import { PdfFile, type PdfPatience, type PdfThread, startPdfThread, within } from "./pdf-file.js";
import { PdfPage, type PdfPageContext } from "./pdf-page.js";

/** The pages of an open PDF, each an empty sheet of the size of the one to be shown first. */
export async function pdfPages(
  target: ViewerTarget,
  file: PdfFile,
  context: Omit<PdfPageContext, "file">,
  signal: AbortSignal,
): Promise<ViewedDocument> {
  const { pages, labels } = file;
  const pageSize = await file.sheet(Math.min(Math.max(1, target.page), pages), signal);
  const page = { ...context, file };
  const slots = Array.from({ length: pages }, (_, index) => new PdfPage(index + 1, pageSize, page));
  return { target, slots, file, pageSize, labels, textOnly: false };
}

const usualPatience: PdfPatience = { drawing: 60_000, grace: 30_000, opening: 60_000 };

/** Opens PDFs, each in a worker that is kept for the next one if it answers when it is put away. */
export class PdfOpener {
  readonly #assetsBase: string;
  readonly #assetMissing: (url: string) => void;
  readonly #patience: PdfPatience;
  readonly #workerBase: string | null;
  #idle: PdfThread | null = null;
  readonly #threads = new Set<PdfThread>();

  /** @param assetMissing called when a file of `assetsBase` that the open document needs is not there */
  constructor(
    assetsBase: string | URL | undefined,
    assetMissing: (url: string) => void,
    options: {
      readonly patience?: PdfPatience;
      readonly workerBase?: string | URL | undefined;
    } = {},
  ) {
    this.#assetMissing = assetMissing;
    this.#patience = options.patience ?? usualPatience;
    this.#workerBase = workerFolder(options.workerBase);
    const { href } =
      assetsBase === undefined
        ? assetsBeside(import.meta.url)
        : new URL(assetsBase, document.baseURI);
    this.#assetsBase = href.endsWith("/") ? href : `${href}/`;
  }

  /** Opens a file. Rejects with a `OpenError`, or with the signal's reason. */
  async open(file: Blob, password: string | undefined, signal: AbortSignal): Promise<PdfFile> {
    const request = { file, password, assetsBase: this.#assetsBase };
    const started = async (
      signal: AbortSignal,
    ): Promise<{ thread: PdfThread; outcome: OpenOutcome & { opened: true } }> => {
      const thread = this.#take();
      let outcome: OpenOutcome | null;
      try {
        const opening = thread.remote.open(request);
        outcome = await within(opening, this.#patience.opening, signal);
        if (!outcome) throw new OpenError("damaged");
      } catch (error) {
        this.#end(thread);
        signal.throwIfAborted();
        throw error instanceof OpenError ? error : new OpenError("worker-failed", error);
      }
      if (outcome.opened) return { thread, outcome };
      this.#putBack(thread);
      throw new OpenError(outcome.reason);
    };
    const { thread, outcome } = await started(signal);
    return new PdfFile(outcome, thread, this.#patience, {
      // The file may be asked long after its opening was aborted by that of another of its pages.
      again: async (later) => (await started(later)).thread,
      end: (each) => this.#end(each),
      putBack: (each) => this.#putBack(each),
    });
  }

  /** Ends the workers; documents that are open stop working. */
  destroy(): void {
    for (const thread of this.#threads) this.#end(thread);
  }

  #take(): PdfThread {
    const idle = this.#idle;
    this.#idle = null;
    if (idle && !idle.failed) return idle;
    if (idle) this.#end(idle);
    const thread = startPdfThread(this.#assetMissing, this.#workerBase);
    this.#threads.add(thread);
    return thread;
  }

  /** Keeps a worker for the next document, unless it is still busy with its last one. */
  #putBack(thread: PdfThread): void {
    // The file may be there by the next document, and is to be missed anew where it is not.
    if (thread.lacking) {
      this.#end(thread);
      return;
    }
    within(
      thread.remote.close().then(() => true),
      1_000,
      new AbortController().signal,
    ).then(
      (closed) => {
        if (closed && !this.#idle && this.#threads.has(thread)) this.#idle = thread;
        else this.#end(thread);
      },
      () => this.#end(thread),
    );
  }

  #end(thread: PdfThread): void {
    if (this.#idle === thread) this.#idle = null;
    this.#threads.delete(thread);
    thread.end(new PagehoundError("closed", "The document was closed."));
  }
}
