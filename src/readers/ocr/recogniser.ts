import { PagehoundError, trustedScriptUrl, untilAborted } from "../../core/index.js";

/** Milliseconds that the engine is given. */
export interface OcrLimits {
  /** To be loaded, which may mean to be downloaded. */
  readonly load: number;
  /** Between two signs of progress with an image. However long all of it takes, it goes on. */
  readonly silence: number;
  /** Kept after its last image, for the next one. */
  readonly idle: number;
}

const usualLimits: OcrLimits = { load: 120_000, silence: 180_000, idle: 20_000 };

/**
 * Recognises text in images with one engine, which is loaded for the first image and ended when no
 * other has come for a while. One image at a time.
 */
export class Recogniser {
  readonly #start: StartEngine;
  readonly #limits: OcrLimits;
  #engine: OcrEngine | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;
  /** Why the engine could not be loaded; it is not tried again for each page. */
  #unavailable: Error | null = null;

  constructor(start: StartEngine, limits: OcrLimits = usualLimits) {
    this.#start = start;
    this.#limits = limits;
  }

  /**
   * The lines of an image in reading order. Rejects with the signal's reason as soon as it aborts,
   * else with a `PagehoundError` when the engine cannot be loaded, fails or makes no progress any
   * more; what was running is ended then.
   *
   * @param onShare called with the share of the image that is done, from 0 to 1
   */
  async recognise(
    image: Blob,
    signal: AbortSignal,
    onShare: (share: number) => void = () => {},
  ): Promise<readonly SeenLine[]> {
    if (this.#unavailable) throw this.#unavailable;
    clearTimeout(this.#idle);
    const engine = this.#engine ?? (await this.#load(signal));
    const { limit, clear, extend } = this.#within(this.#limits.silence, signal, noProgress);
    let done = -1;
    const progress = (share: number): void => {
      if (share <= done) return;
      done = share;
      extend();
      onShare(share);
    };
    try {
      const lines = await untilAborted(engine.recognise(image, progress), limit);
      this.#idle = setTimeout(() => this.end(), this.#limits.idle);
      return lines;
    } catch (error) {
      this.end();
      signal.throwIfAborted();
      throw recognitionError(error, { ofImage: true });
    } finally {
      clear();
    }
  }

  /** Lets an engine that could not be loaded be tried again. */
  tryAgain(): void {
    this.#unavailable = null;
  }

  /** Ends the engine, if one is loaded; the next image loads it again. */
  end(): void {
    clearTimeout(this.#idle);
    this.#engine?.end();
    this.#engine = null;
  }

  async #load(signal: AbortSignal): Promise<OcrEngine> {
    const { limit, clear } = this.#within(this.#limits.load, signal, tooLong);
    try {
      this.#engine = await this.#start(limit);
      return this.#engine;
    } catch (error) {
      signal.throwIfAborted();
      this.#unavailable = PagehoundError.isInstance(error) ? error : recognitionError(error);
      throw this.#unavailable;
    } finally {
      clear();
    }
  }

  #within(milliseconds: number, signal: AbortSignal, reason: (seconds: number) => string): Limit {
    const late = new AbortController();
    const start = () =>
      setTimeout(
        () => late.abort(new Error(reason(Math.round(milliseconds / 1000)))),
        milliseconds,
      );
    let timer = start();
    return {
      limit: AbortSignal.any([signal, late.signal]),
      clear: () => clearTimeout(timer),
      extend: () => {
        clearTimeout(timer);
        timer = start();
      },
    };
  }
}

/** A time that something has. */
interface Limit {
  /** Aborts when it is over, and with the signal that was handed in. */
  readonly limit: AbortSignal;
  readonly clear: () => void;
  /** Lets it begin again. */
  readonly extend: () => void;
}

const tooLong = (seconds: number): string => `it took more than ${seconds} seconds`;
const noProgress = (seconds: number): string => `it made no progress for ${seconds} seconds`;

/** Whether recognition failed over an image, so that another one of the page may fare better. */
export function isOfImage(error: unknown): boolean {
  return PagehoundError.isInstance(error) && error.data.ofImage === true;
}

function recognitionError(cause: unknown, data: { ofImage?: true } = {}): PagehoundError {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new PagehoundError(
    "worker-failed",
    `The text of this page could not be recognised (${detail}).`,
    { data, cause },
  );
}

/** A rectangle in pixels of the image. */
export interface PixelBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A word as it was seen in an image. */
export interface SeenWord {
  readonly text: string;
  /** How sure the engine is, from 0 to 100. */
  readonly confidence: number;
  readonly box: PixelBox;
}

/** A line of words as it was seen in an image. */
export interface SeenLine {
  readonly words: readonly SeenWord[];
  /** Where the line begins and ends on its baseline. */
  readonly baseline: PixelBox;
  /** From the top of its tallest letters to the bottom of those that hang lowest; 0 where unknown. */
  readonly height: number;
  readonly rightToLeft: boolean;
}

/** What recognises text in images, loaded and ready. One image at a time. */
export interface OcrEngine {
  /** The lines of an image in reading order. Rejects when the engine fails. Tells the share that is done, from 0 to 1. */
  recognise(image: Blob, onShare: (share: number) => void): Promise<readonly SeenLine[]>;
  /** Ends it at once; a running `recognise` may then never settle. */
  end(): void;
}

/** Loads an engine. Nothing of it is left running when the signal aborts, or when it rejects. */
export type StartEngine = (signal: AbortSignal) => Promise<OcrEngine>;

/** Where what recognises text is found, and which languages it is told to expect. */
export interface OcrSetup {
  /**
   * Absolute URL, ending in `/`, of a folder of the site's own origin with `tesseract.esm.min.js` and
   * `worker.min.js` of tesseract.js, the `tesseract-core-*lstm.wasm.js` of tesseract.js-core, and a
   * `*.traineddata.gz` for each language. Nothing is fetched from elsewhere.
   */
  readonly base: string;
  /**
   * Codes as in the names of the files: `eng`, `deu`. The first counts most. With none, text is
   * recognised only in files for which that is asked.
   */
  readonly languages: readonly string[];
}

/** The part of tesseract.js that is used here. It is loaded from the site, never built in. */
interface Tesseract {
  createWorker(
    languages: readonly string[],
    engine: number,
    options: Readonly<Record<string, unknown>>,
  ): Promise<TesseractWorker>;
}

/** What it tells while it works; of each of its steps, the share that is done, from 0 to 1. */
interface TesseractProgress {
  readonly status: string;
  readonly progress: number;
}

interface TesseractWorker {
  setParameters(parameters: Readonly<Record<string, string>>): Promise<unknown>;
  recognize(
    image: Blob,
    options: object,
    output: { readonly text: false; readonly blocks: true },
  ): Promise<{ readonly data: { readonly blocks: readonly TesseractBlock[] | null } }>;
}

interface TesseractBlock {
  readonly paragraphs: readonly {
    readonly is_ltr: boolean;
    readonly lines: readonly TesseractLine[];
  }[];
}

interface TesseractLine {
  readonly baseline: PixelBox;
  readonly rowAttributes?: { readonly rowHeight?: number };
  readonly words: readonly {
    readonly text: string;
    readonly confidence: number;
    readonly bbox: PixelBox;
  }[];
}

/** The neural engine alone; the older one needs other files. */
const neuralEngine = 1;

const parameters = {
  // The whole page is looked at and cut into blocks; what is taken for granted otherwise is one block.
  tessedit_pageseg_mode: "3",
  // Pages are drawn at about this many dots an inch; a guess would be told on the console.
  user_defined_dpi: "300",
};

/**
 * Loads tesseract.js from the folder that the site provides. All three addresses it knows otherwise
 * are those of a public server, so all three are set, and nothing is kept in the browser's database.
 */
export function startTesseract({ base, languages }: OcrSetup): StartEngine {
  return async (signal) => {
    const started: Worker[] = [];
    const end = () => {
      for (const worker of started) worker.terminate();
    };
    let fail: (error: Error) => void = () => {};
    const failed = new Promise<never>((_, reject) => {
      fail = reject;
    });
    failed.catch(() => {});
    let tell: (share: number) => void = () => {};
    try {
      const address = `${base}tesseract.esm.min.js`;
      const loading = import(/* @vite-ignore */ address) as Promise<{ default: Tesseract }>;
      const { default: tesseract } = await untilAborted(loading, signal);
      const creating = catchingWorkers(started, () =>
        tesseract.createWorker(languages, neuralEngine, {
          workerPath: `${base}worker.min.js`,
          workerBlobURL: false,
          corePath: base,
          langPath: base,
          gzip: true,
          cacheMethod: "none",
          logger: ({ status, progress }: TesseractProgress) => {
            if (status === "recognizing text") tell(progress);
          },
          // Some failures are told here alone.
          errorHandler: (error: unknown) => fail(new Error(String(error))),
        }),
      );
      for (const worker of started) {
        worker.addEventListener("error", ({ message }) =>
          fail(new Error(message || "its worker could not be started")),
        );
      }
      const worker = await untilAborted(Promise.race([creating, failed]), signal);
      await untilAborted(Promise.race([worker.setParameters(parameters), failed]), signal);
      const recognise = recognition(worker, failed);
      return {
        recognise: (image, onShare) => {
          tell = onShare;
          return recognise(image);
        },
        end,
      };
    } catch (error) {
      end();
      signal.throwIfAborted();
      throw loadingError(base, error);
    }
  };
}

/**
 * Keeps hold of the workers that are started meanwhile: tesseract.js gives its own away only when
 * everything was loaded, and leaves it running when something was not.
 */
function catchingWorkers<T>(started: Worker[], run: () => T): T {
  const { Worker: Original } = globalThis;
  globalThis.Worker = class extends Original {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(trustedScriptUrl(url), options);
      started.push(this);
    }
  };
  try {
    return run();
  } finally {
    globalThis.Worker = Original;
  }
}

function recognition(
  worker: TesseractWorker,
  failed: Promise<never>,
): (image: Blob) => Promise<readonly SeenLine[]> {
  return async (image) => {
    const recognising = worker.recognize(image, {}, { text: false, blocks: true });
    const { data } = await Promise.race([recognising, failed]);
    return (data.blocks ?? []).flatMap(({ paragraphs }) =>
      paragraphs.flatMap(({ is_ltr, lines }) => lines.map((line) => toLine(line, !is_ltr))),
    );
  };
}

function toLine({ words, baseline, rowAttributes }: TesseractLine, rightToLeft: boolean): SeenLine {
  return {
    words: words.map(({ text, confidence, bbox }) => ({ text, confidence, box: bbox })),
    baseline,
    height: rowAttributes?.rowHeight ?? 0,
    rightToLeft,
  };
}

function loadingError(base: string, cause: unknown): PagehoundError {
  const detail = cause instanceof Error && cause.message ? ` (${cause.message})` : "";
  return new PagehoundError(
    "worker-failed",
    `What recognises text in scanned pages could not be loaded${detail}. Its files have to be in the folder ${base}.`,
    { data: { base }, cause },
  );
}
