import { untilAborted } from "../../core/until-aborted.js";
import type {
  DrawApi,
  OpenOutcome,
  OutlineEntry,
  Picture,
  Sheet,
  SheetText,
} from "../../draw/api.js";
import { succeedsWithin } from "../../rpc/succeeds-within.js";
import { type PdfThread, within } from "./pdf-thread.js";

/** Milliseconds that each step of showing a document may take. */
export interface PdfPatience {
  /** Until a page is shown as far as it is drawn. */
  readonly drawing: number;
  /** How much later a worker that has not answered is ended, and how long after its page was left. */
  readonly grace: number;
  /** Until a document has to be open. */
  readonly opening: number;
}

/** Said of a page whose drawing held its worker up until it was ended. */
export class TooSlowError extends Error {}

interface PdfThreads {
  /** Opens the same file in another worker. */
  readonly again: () => Promise<PdfThread>;
  readonly end: (thread: PdfThread) => void;
  readonly putBack: (thread: PdfThread) => void;
}

/** An open PDF. What is asked of a page, counting from 1, rejects when it cannot be had, or is aborted. */
export class PdfFile {
  readonly pages: number;
  /** What is printed on the pages, where that is not their numbers. */
  readonly labels: readonly (string | null)[] | null;
  readonly #patience: PdfPatience;
  readonly #threads: PdfThreads;
  #thread: Promise<PdfThread>;
  /** The worker that is not yet given up. */
  #current: PdfThread | null;
  #closed = false;

  constructor(
    { pages, labels }: OpenOutcome & { opened: true },
    thread: PdfThread,
    patience: PdfPatience,
    threads: PdfThreads,
  ) {
    this.pages = pages;
    this.labels = labels;
    this.#thread = Promise.resolve(thread);
    this.#current = thread;
    this.#patience = patience;
    this.#threads = threads;
  }

  sheet(page: number, signal: AbortSignal): Promise<Sheet> {
    return this.#ask(({ sheet }) => sheet(page), signal);
  }

  text(page: number, signal: AbortSignal): Promise<SheetText> {
    return this.#ask(({ text }) => text(page), signal);
  }

  outline(signal: AbortSignal): Promise<readonly OutlineEntry[]> {
    return this.#ask(({ outline }) => outline(), signal);
  }

  /**
   * Draws a page with so many pixels per point. Rejects with a `TooSlowError` when nothing comes of
   * it in time; whatever else is asked meanwhile is then answered by another worker.
   */
  async picture(
    page: number,
    scale: number,
    signal: AbortSignal,
    onProgress?: (glimpse: Picture) => void,
  ): Promise<Picture> {
    const { drawing, grace } = this.#patience;
    let thread = await this.#thread;
    const leave = (): void => void this.#replaceStuck(thread);
    signal.addEventListener("abort", leave, { once: true });
    try {
      const picture = await this.#ask(async (remote) => {
        thread = await this.#thread;
        const request = { page, scale, patience: drawing };
        return within(remote.picture(request, { signal, onProgress }), drawing + grace, signal);
      }, signal);
      if (picture) return picture;
    } finally {
      signal.removeEventListener("abort", leave);
    }
    this.#replace(thread);
    throw new TooSlowError();
  }

  /** Frees what is kept of a page. */
  release(page: number): void {
    this.#thread.then(({ remote }) => remote.release(page)).catch(() => undefined);
  }

  /** Frees the document. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#current) this.#threads.putBack(this.#current);
  }

  /** Asks once more where the worker was ended because of another page. */
  async #ask<Answer>(
    question: (remote: DrawApi) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    const asked = this.#thread;
    try {
      return await untilAborted(question((await asked).remote), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (asked === this.#thread) throw error;
      return untilAborted(question((await this.#thread).remote), signal);
    }
  }

  /** A page that was left may hold the worker up all the same; then the others get a new one. */
  async #replaceStuck(thread: PdfThread): Promise<void> {
    const answers = await succeedsWithin(thread.remote.answer(), this.#patience.grace);
    if (!answers && !this.#closed) this.#replace(thread);
  }

  #replace(thread: PdfThread): void {
    if (this.#current !== thread) return;
    this.#current = null;
    const next = this.#closed ? Promise.reject(new Error("closed")) : this.#threads.again();
    next.then(
      (started) => {
        this.#current = started;
        if (this.#closed) this.#threads.putBack(started);
      },
      () => undefined,
    );
    this.#thread = next;
    this.#threads.end(thread);
  }
}
