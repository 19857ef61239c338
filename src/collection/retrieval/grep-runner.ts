import {
  type CallOptions,
  type Connection,
  connect,
  type DocumentId,
  PagehoundError,
  type PageSequence,
} from "../../core/index.js";
import {
  type GrepApi,
  type GrepOptions,
  type GrepPage,
  type GrepProgress,
  type GrepQuestion,
  type GrepScope,
  readGrepOptions,
} from "../../search/index.js";
import type { GrepResponse, HostApi } from "../api.js";
import { type GrepDocument, GrepOutcome } from "./grep-outcome.js";

/** What a grep needs of the collection. */
export interface GrepSource {
  /** The documents asked for, or all, in the order they were added. Throws `not-found`. */
  documents(ids: readonly DocumentId[] | null): readonly GrepDocument[];
  /** All pages of a document, in order. */
  pages(ordinal: number): PageSequence;
  /**
   * The pages of a document that hold all of these words, each as a whole word in any case, if an
   * index can tell; pages too many do no harm, pages too few lose matches. Null when it cannot tell.
   */
  candidates?(words: readonly string[], ordinal: number): ReadonlySet<number> | null;
}

/** A grep's call, with somebody to report to in any case. */
interface Call {
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (progress: GrepProgress) => void;
}

/** The documents that are looked at, a worker that holds their text, and those whose text is not there. */
interface Texts {
  readonly worker: GrepWorker;
  readonly documents: readonly GrepDocument[];
  readonly unread: readonly GrepDocument[];
}

/** Progress is reported this often; every message costs the page time. */
const progressMilliseconds = 100;

/** Documents are asked for so often at most while they come and go, or while their text is not there. */
const maxRounds = 10;

/** Text that is handed over at once. */
const charactersAtOnce = 4_000_000;

/** A worker that nobody asks is ended after this long: all text takes a lot of memory. */
const idleMilliseconds = 60_000;

/**
 * Runs greps in a worker, one after the other. The worker keeps the text it was given; before each
 * grep it is brought in step with the collection. One that hangs in a pattern is replaced.
 */
export class GrepRunner {
  readonly #host: HostApi;
  readonly #source: GrepSource;
  #worker: GrepWorker | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HostApi, source: GrepSource) {
    this.#host = host;
    this.#source = source;
  }

  /** See `Pagehound.grep`. */
  async run(
    patterns: string | readonly string[],
    options: GrepOptions,
    { signal, onProgress = () => {} }: CallOptions<GrepProgress> = {},
  ): Promise<GrepResponse> {
    const question = readGrepOptions(patterns, options);
    const run = async () => {
      signal?.throwIfAborted();
      clearTimeout(this.#idleTimer);
      try {
        return await this.#match(question, { signal, onProgress: throttled(onProgress) });
      } finally {
        this.#idleTimer = setTimeout(() => this.#end(stopped), idleMilliseconds);
      }
    };
    const turn = this.#turn.then(run);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Rejects the calls of a worker that died; the next grep starts another one. */
  failed(worker: number, message: string): void {
    if (this.#worker?.id === worker) this.#end(new PagehoundError("worker-failed", message));
  }

  #end(error: PagehoundError): void {
    this.#worker?.end(error);
    this.#worker = null;
  }

  async #match(question: GrepQuestion, { signal, onProgress }: Call): Promise<GrepResponse> {
    const { worker, documents, unread } = await this.#inStep(question, { signal, onProgress });
    const outcome = new GrepOutcome(question, documents, unread);
    const deadline = AbortSignal.timeout(question.deadline);
    const stop = signal ? AbortSignal.any([signal, deadline]) : deadline;
    const { foldDiacritics, before, after, offset, limit } = question;
    const request = {
      patterns: question.readings.map(({ compiled }) => compiled),
      documents: documents.map((document) => this.#scope(document, question)),
      ...{ foldDiacritics, before, after, offset, limit },
    };
    try {
      await worker.remote.grep(request, {
        signal: stop,
        onProgress: (step) => {
          outcome.take(step);
          onProgress({ phase: "matching", done: step.done, total: documents.length });
        },
      });
    } catch (error) {
      if (stop.aborted && !(await worker.answers())) this.#end(stopped);
      if (!deadline.aborted || error !== deadline.reason) throw error;
    }
    return outcome.response();
  }

  /**
   * The documents to look at, and a worker that holds the text of all of them, and of none that the
   * collection no longer has. Documents come and go while text is loaded, so that they are asked
   * for again until nothing is missing. Those whose text cannot be had are left out, and `unread`.
   */
  async #inStep({ documents: asked, includes }: GrepQuestion, call: Call): Promise<Texts> {
    this.#worker ??= await GrepWorker.start(this.#host);
    const worker = this.#worker;
    for (let round = 1; ; round++) {
      await this.#unloadGone(worker);
      const documents = this.#source
        .documents(asked)
        .filter(({ document }) => includes(document.path));
      const missing = documents.filter(({ document }) => !worker.loaded.has(document.ordinal));
      if (missing.length === 0 || round > maxRounds) {
        const read = documents.filter((document) => !missing.includes(document));
        return { worker, documents: read, unread: missing };
      }
      await this.#load(worker, missing, call);
    }
  }

  async #unloadGone({ loaded, remote }: GrepWorker): Promise<void> {
    const present = new Set(this.#source.documents(null).map(({ document }) => document.ordinal));
    const gone = [...loaded].filter((ordinal) => !present.has(ordinal));
    if (gone.length > 0) await remote.unload({ documents: gone });
    for (const ordinal of gone) loaded.delete(ordinal);
  }

  async #load(
    worker: GrepWorker,
    documents: readonly GrepDocument[],
    { signal, onProgress }: Call,
  ): Promise<void> {
    const total = documents.length;
    for (const [done, { document }] of documents.entries()) {
      signal?.throwIfAborted();
      onProgress({ phase: "loading", done, total });
      const { ordinal, pages } = document;
      const loaded = await this.#loadPages(worker, ordinal, signal);
      // One that was deleted meanwhile has no pages any more, or only some.
      if (loaded === pages.total) worker.loaded.add(ordinal);
      else await worker.remote.unload({ documents: [ordinal] });
    }
    onProgress({ phase: "loading", done: total, total });
  }

  /** Hands a document's pages over, of a large one some at a time. Returns how many. */
  async #loadPages(
    { remote }: GrepWorker,
    document: number,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    let pages: GrepPage[] = [];
    let [after, characters] = [0, 0];
    for await (const page of this.#source.pages(document)) {
      const { label, text, height, lines, cells, recognised } = page;
      const isNamed = label !== null && height === 0;
      const place = { height, lines, ...(cells ? { cells } : {}) };
      pages.push({
        label,
        text,
        ...(recognised ? { recognised: true } : {}),
        ...(isNamed ? { place } : {}),
      });
      characters += text.length;
      if (characters < charactersAtOnce) continue;
      signal?.throwIfAborted();
      await remote.load({ document, pages, after });
      after += pages.length;
      [pages, characters] = [[], 0];
    }
    if (pages.length > 0) await remote.load({ document, pages, after });
    return after + pages.length;
  }

  #scope({ document }: GrepDocument, { within, readings }: GrepQuestion): GrepScope {
    return {
      document: document.ordinal,
      within,
      candidates: this.#candidates(document.ordinal, readings),
    };
  }

  /** The pages that can match at least one of the patterns, where that is known. */
  #candidates(ordinal: number, readings: GrepQuestion["readings"]): ReadonlySet<number> | null {
    const union = new Set<number>();
    for (const { words } of readings) {
      const pages = words.length > 0 ? this.#source.candidates?.(words, ordinal) : null;
      if (!pages) return null;
      for (const page of pages) union.add(page);
    }
    return union;
  }
}

const stopped = new PagehoundError("closed", "The grep was stopped.");

/** Passes progress on ten times a second, and the first and the last of each phase always. */
function throttled(report: Call["onProgress"]): Call["onProgress"] {
  let last: { phase: GrepProgress["phase"] | null; time: number } = { phase: null, time: 0 };
  return (progress) => {
    const { phase, done, total } = progress;
    const time = performance.now();
    if (phase === last.phase && done < total && time < last.time + progressMilliseconds) return;
    last = { phase, time };
    report(progress);
  };
}

/** How long a worker that was told to stop may take to answer before it is taken to hang. */
const graceMilliseconds = 200;

/** A grep worker and what is loaded into it. */
export class GrepWorker {
  readonly id: number;
  readonly remote: GrepApi;
  /** Ordinals of the documents whose text it holds. */
  readonly loaded: Set<number> = new Set();
  readonly #connection: Connection<GrepApi>;
  readonly #host: HostApi;

  private constructor(id: number, port: MessagePort, host: HostApi) {
    this.id = id;
    this.#connection = connect<GrepApi>(port);
    this.remote = this.#connection.remote;
    this.#host = host;
  }

  static async start(host: HostApi): Promise<GrepWorker> {
    const { worker, port } = await host.startWorker({ kind: "grep" });
    return new GrepWorker(worker, port, host);
  }

  /** Whether it still answers. A regular expression that runs cannot be interrupted, only ended. */
  async answers(): Promise<boolean> {
    const grace = new Promise<boolean>((resolve) => {
      setTimeout(resolve, graceMilliseconds, false);
    });
    const answer = this.remote.unload({ documents: [] }).then(
      () => true,
      () => false,
    );
    return Promise.race([answer, grace]);
  }

  /** Ends it at once; calls that wait reject with `error`. */
  end(error: Error): void {
    this.#connection.close(error);
    void this.#host.endWorker({ worker: this.id }).catch(() => {});
  }
}
