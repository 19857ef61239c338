import { untilAborted } from "../../core/call-options.js";
import type { AssetReport } from "../../core/fetch-asset.js";
import type {
  DrawApi,
  DrawOutlineEntry,
  OpenOutcome,
  Picture,
  Sheet,
  SheetText,
} from "../../draw/api.js";
import { connect, transfer } from "../../rpc/remote.js";
import {
  type ConnectedWorker,
  type HostedWorker,
  hostWorker,
  loadWorker,
  succeedsWithin,
} from "../../rpc/worker-host.js";

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
  /** Opens the same file in another worker. Rejects where that does not work, or is aborted. */
  readonly again: (signal: AbortSignal) => Promise<PdfThread>;
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
export function startPdfThread(
  assetMissing: (url: string) => void,
  workerBase: string | null,
): PdfThread {
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
  const drawer = besides(reader, () => hostWorker(startDrawing, "viewer", null));
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
function besides(first: HostedWorker, start: () => HostedWorker): HostedWorker {
  try {
    return start();
  } catch (error) {
    first.end();
    throw error;
  }
}

/** What comes within so many milliseconds; null when nothing does. Rejects with the work, or when it is aborted. */
export async function within<Result extends object | boolean>(
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
