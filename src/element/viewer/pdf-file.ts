import {
  type AssetReport,
  assetsBeside,
  type ConnectedWorker,
  connect,
  type HostedWorker,
  hostWorker,
  loadWorker,
  PagehoundError,
  succeedsWithin,
  transfer,
  untilAborted,
  workerFolder,
} from "../../core/index.js";
import type {
  DrawApi,
  DrawOutlineEntry,
  OpenOutcome,
  Picture,
  Sheet,
  SheetText,
} from "../../readers/index.js";
import { OpenError, type ViewedFile } from "./opened-document.js";

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

interface PdfThreads {
  /** Opens the same file in another worker. Rejects where that does not work, or is aborted. */
  readonly again: (signal: AbortSignal) => Promise<PdfThread>;
  readonly end: (thread: PdfThread) => void;
  readonly putBack: (thread: PdfThread) => void;
}

/** An open PDF. What is asked of a page, counting from 1, rejects when it cannot be had, or is aborted. */
export class PdfFile implements ViewedFile {
  readonly pages: number;
  /** What is printed on the pages, where that is not their numbers. */
  readonly labels: readonly (string | null)[] | null;
  readonly #patience: PdfPatience;
  readonly #threads: PdfThreads;
  #thread: Promise<PdfThread>;
  /** The worker that is not yet given up; null while another one takes its place. */
  #current: PdfThread | null;
  /** Whether no other worker could take the place of the last one; the next question has it tried again. */
  #lost = false;
  readonly #closed: AbortController = new AbortController();

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

  outline(signal: AbortSignal): Promise<readonly DrawOutlineEntry[]> {
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
    let thread: PdfThread | null = null;
    const leave = (): void => {
      if (thread) void this.#replaceStuck(thread);
    };
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
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    if (this.#current) this.#threads.putBack(this.#current);
  }

  /** Asks once more where the worker has failed, or was ended because of another page. */
  async #ask<Answer>(
    question: (remote: DrawApi) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    if (this.#lost) this.#start();
    this.#replaceFailed();
    const asked = this.#thread;
    try {
      return await untilAborted(question((await asked).remote), signal);
    } catch (error) {
      signal.throwIfAborted();
      this.#replaceFailed();
      if (asked === this.#thread) throw error;
      return untilAborted(question((await this.#thread).remote), signal);
    }
  }

  /** A page that was left may hold the worker up all the same; then the others get a new one. */
  async #replaceStuck(thread: PdfThread): Promise<void> {
    const answers = await succeedsWithin(thread.remote.answer(), this.#patience.grace);
    if (!answers && !this.#closed.signal.aborted) this.#replace(thread);
  }

  /** A worker may fail at any time, between two questions, too. */
  #replaceFailed(): void {
    if (this.#current?.failed) this.#replace(this.#current);
  }

  #replace(thread: PdfThread | null): void {
    if (thread === null || this.#current !== thread) return;
    this.#start();
    this.#threads.end(thread);
  }

  #start(): void {
    this.#current = null;
    this.#lost = false;
    const { signal } = this.#closed;
    const next = signal.aborted ? Promise.reject(signal.reason) : this.#threads.again(signal);
    next.then(
      (started) => {
        this.#current = started;
        if (signal.aborted) this.#threads.putBack(started);
      },
      () => {
        this.#lost = true;
      },
    );
    this.#thread = next;
  }
}

/** Two workers that draw PDFs: one reads the file, the other draws what it reads. */
export interface PdfThread extends ConnectedWorker<DrawApi> {
  /** Whether it has done without a file, which it then does for good. */
  readonly lacking: boolean;
  /** Whether one of the two has failed, after which nothing is answered any more. */
  readonly failed: boolean;
}

/**
 * Starts what draws one PDF after the other. Nothing that is large by the file's doing comes to the page.
 *
 * @param assetMissing called when a file of `assetsBase` that a document needs is not there
 */
function startPdfThread(assetMissing: (url: string) => void, workerBase: string | null): PdfThread {
  // Bundlers recognise a worker only by `new Worker(new URL("…", import.meta.url), …)` in one piece.
  const besideReading = () =>
    new Worker(new URL("../../../workers/viewer.worker.ts", import.meta.url), { type: "module" });
  const besideDrawing = () =>
    new Worker(new URL("../../../workers/draw.worker.ts", import.meta.url), { type: "module" });
  const startReading = () => loadWorker("viewer", workerBase, besideReading);
  const startDrawing = () => loadWorker("draw", workerBase, besideDrawing);
  let lacking = false;
  const listening = () => {
    const reading = startReading();
    reading.addEventListener("message", ({ data }: MessageEvent<AssetReport>) => {
      if (data?.pagehound !== "asset-missing") return;
      lacking = true;
      assetMissing(data.url);
    });
    return reading;
  };
  const reader = hostWorker(listening, "viewer", null);
  const drawer = startBeside(reader, () => hostWorker(startDrawing, "viewer", null));
  const { remote, close } = connect<DrawApi>(drawer.port);
  let failed = false;
  const end = (error: Error): void => {
    close(error);
    drawer.end();
    reader.end();
  };
  const fail = (error: Error): void => {
    failed = true;
    end(error);
  };
  reader.onFailure = fail;
  drawer.onFailure = fail;
  const { port } = reader;
  remote.join(transfer({ port }, [port])).catch(() => undefined);
  return {
    remote,
    end,
    get lacking() {
      return lacking;
    },
    get failed() {
      return failed;
    },
  };
}

/** Starts a worker that another one is of no use without: where it does not start, that one is ended. */
function startBeside(first: HostedWorker, start: () => HostedWorker): HostedWorker {
  try {
    return start();
  } catch (error) {
    first.end();
    throw error;
  }
}

/** What comes within so many milliseconds; null when nothing does. Rejects with the work, or when it is aborted. */
async function within<Result extends object | boolean>(
  work: Promise<Result>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<Result | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
  });
  try {
    return await untilAborted(Promise.race([work, late]), signal);
  } finally {
    clearTimeout(timer);
  }
}
