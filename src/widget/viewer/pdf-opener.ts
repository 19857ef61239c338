import { PagehoundError } from "../../core/errors.js";
import type { OpenOutcome } from "../../draw/api.js";
import { OpenError } from "./open-error.js";
import { PdfFile, type PdfPatience } from "./pdf-file.js";
import { type PdfThread, startPdfThread, within } from "./pdf-thread.js";

const usualPatience: PdfPatience = { drawing: 60_000, grace: 30_000, opening: 60_000 };

/** Opens PDFs, each in a worker that is kept for the next one if it answers when it is put away. */
export class PdfOpener {
  readonly #assetsBase: string;
  readonly #assetMissing: (url: string) => void;
  readonly #patience: PdfPatience;
  #idle: PdfThread | null = null;
  readonly #threads = new Set<PdfThread>();

  /** @param assetMissing called when a file of `assetsBase` that the open document needs is not there */
  constructor(
    assetsBase: string | URL | undefined,
    assetMissing: (url: string) => void,
    patience: PdfPatience = usualPatience,
  ) {
    this.#assetMissing = assetMissing;
    this.#patience = patience;
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
    const request = { file, password, assetsBase: this.#assetsBase };
    const started = async (): Promise<{ thread: PdfThread; outcome: OpenOutcome }> => {
      const thread = this.#take();
      try {
        const opening = thread.remote.open(request);
        const outcome = await within(opening, this.#patience.opening, signal);
        if (!outcome) throw new OpenError("damaged");
        return { thread, outcome };
      } catch (error) {
        this.#end(thread);
        signal.throwIfAborted();
        throw error instanceof OpenError ? error : new OpenError("worker-failed", error);
      }
    };
    const { thread, outcome } = await started();
    if (!outcome.opened) {
      this.#putBack(thread);
      throw new OpenError(outcome.reason);
    }
    return new PdfFile(outcome, thread, this.#patience, {
      again: async () => (await started()).thread,
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
    if (idle) return idle;
    const thread = startPdfThread(this.#assetMissing);
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
