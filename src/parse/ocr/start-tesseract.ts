import { untilAborted } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import type { OcrSetup } from "../api.js";
import type { OcrEngine, PixelBox, SeenLine, StartEngine } from "./recogniser.js";

/** The part of tesseract.js that is used here. It is loaded from the site, never built in. */
interface Tesseract {
  createWorker(
    languages: readonly string[],
    engine: number,
    options: Readonly<Record<string, unknown>>,
  ): Promise<TesseractWorker>;
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
      return { recognise: recognition(worker, failed), end };
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
      super(url, options);
      started.push(this);
    }
  };
  try {
    return run();
  } finally {
    globalThis.Worker = Original;
  }
}

function recognition(worker: TesseractWorker, failed: Promise<never>): OcrEngine["recognise"] {
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
