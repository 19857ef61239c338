import type { DocumentSummary, IngestEvent, InputFile, Pagehound } from "pagehound";
import { PagehoundError } from "pagehound";

/** A file that is on its way into the collection. */
export interface IngestRow {
  readonly path: string;
  readonly size: number;
  state: "waiting" | "reading" | "indexing";
  done: number;
  total: number;
  startedAt: number;
}

/** A file that was refused, kept with its bytes so that nothing is lost. */
export interface Refusal {
  readonly input: InputFile;
  readonly code: PagehoundError["code"];
  readonly message: string;
}

/** How a run of adding ended. */
export interface IngestReport {
  readonly ready: number;
  readonly unchanged: number;
  readonly refused: readonly Refusal[];
  /** Files that were not dealt with because the run was stopped or failed. */
  readonly left: readonly InputFile[];
  /** Why the run failed as a whole, or null. */
  readonly failure: string | null;
}

/** What an ingest tells the page. */
export interface IngestListener {
  readonly changed: () => void;
  readonly progressed: () => void;
  readonly ready: (document: DocumentSummary, replaced: string | null, input: InputFile) => void;
  readonly finished: (report: IngestReport) => void;
}

/** Adds files, one batch after another, and keeps account of how far each file is. */
export class Ingest {
  readonly rows: Map<string, IngestRow> = new Map();
  readonly #library: Pagehound;
  readonly #listener: IngestListener;
  readonly #queue: InputFile[] = [];
  #abort: AbortController | null = null;
  #startedAt = 0;
  #finishedBytes = 0;
  #allBytes = 0;
  #finishedFiles = 0;
  #allFiles = 0;

  constructor(library: Pagehound, listener: IngestListener) {
    this.#library = library;
    this.#listener = listener;
  }

  /** Whether files are being added. */
  get running(): boolean {
    return this.#abort !== null;
  }

  /** Files dealt with, and all of them, since the work began. */
  get files(): { readonly done: number; readonly total: number } {
    return { done: this.#finishedFiles, total: this.#allFiles };
  }

  /** How much of the work is done, from 0 to 1, measured in bytes. */
  get share(): number {
    let done = this.#finishedBytes;
    for (const row of this.rows.values()) {
      if (row.total > 0) done += (row.size * row.done) / row.total;
    }
    return this.#allBytes === 0 ? 0 : Math.min(1, done / this.#allBytes);
  }

  /** Milliseconds the work will probably still take, or null while it is too early to say. */
  get remaining(): number | null {
    const elapsed = performance.now() - this.#startedAt;
    const { share } = this;
    if (elapsed < 3000 || share < 0.02) return null;
    return (elapsed * (1 - share)) / share;
  }

  /** Adds files after those that wait already. */
  add(inputs: readonly InputFile[]): void {
    for (const input of inputs) {
      const { path, file } = input;
      if (this.rows.has(path)) continue;
      this.#queue.push(input);
      this.#allBytes += file.size;
      this.#allFiles++;
      this.rows.set(path, {
        path,
        size: file.size,
        state: "waiting",
        done: 0,
        total: 0,
        startedAt: 0,
      });
    }
    this.#listener.changed();
    if (!this.#abort && this.#queue.length > 0) void this.#run();
  }

  /** Stops the work; documents that are ready stay. */
  stop(): void {
    this.#abort?.abort();
  }

  async #run(): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#startedAt = performance.now();
    const left = new Map<string, InputFile>();
    const refused: Refusal[] = [];
    const tally = { ready: 0, unchanged: 0 };
    let failure: string | null = null;
    try {
      while (this.#queue.length > 0) {
        const batch = this.#queue.splice(0);
        for (const input of batch) left.set(input.path, input);
        for await (const event of this.#library.add(batch, { signal: abort.signal })) {
          this.#take(event, left, refused, tally);
        }
      }
    } catch (error) {
      if (!abort.signal.aborted) {
        failure = PagehoundError.isInstance(error)
          ? error.message
          : "The files could not be added.";
      }
    }
    for (const input of this.#queue.splice(0)) left.set(input.path, input);
    this.rows.clear();
    this.#abort = null;
    this.#allBytes = this.#finishedBytes = this.#allFiles = this.#finishedFiles = 0;
    this.#listener.finished({ ...tally, refused, left: [...left.values()], failure });
  }

  #take(
    event: IngestEvent,
    left: Map<string, InputFile>,
    refused: Refusal[],
    tally: { ready: number; unchanged: number },
  ): void {
    const row = this.rows.get(event.path);
    const input = left.get(event.path);
    switch (event.type) {
      case "document-started":
        if (row)
          Object.assign(row, {
            state: "reading",
            total: event.pages,
            startedAt: performance.now(),
          });
        this.#listener.progressed();
        return;
      case "document-progress":
        if (row) Object.assign(row, { done: event.done, total: event.total });
        this.#listener.progressed();
        return;
      case "document-indexing":
        if (row) Object.assign(row, { state: "indexing", done: row.total });
        this.#listener.progressed();
        return;
      case "document-ready":
        tally.ready++;
        if (input) this.#listener.ready(event.document, event.replaced, input);
        break;
      case "document-unchanged":
        tally.unchanged++;
        break;
      case "document-refused":
        if (input) refused.push({ input, code: event.code, message: event.message });
        break;
    }
    left.delete(event.path);
    this.rows.delete(event.path);
    this.#finishedBytes += row?.size ?? 0;
    this.#finishedFiles++;
    this.#listener.progressed();
  }
}
