import { untilAborted } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";

/** Milliseconds that the engine is given. */
export interface OcrLimits {
  /** To be loaded, which may mean to be downloaded. */
  readonly load: number;
  /** To recognise one image. */
  readonly image: number;
  /** Kept after its last image, for the next one. */
  readonly idle: number;
}

const usualLimits: OcrLimits = { load: 120_000, image: 60_000, idle: 20_000 };

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
   * else with a `PagehoundError` when the engine cannot be loaded, fails or takes too long; what
   * was running is ended then.
   */
  async recognise(image: Blob, signal: AbortSignal): Promise<readonly SeenLine[]> {
    if (this.#unavailable) throw this.#unavailable;
    clearTimeout(this.#idle);
    const engine = this.#engine ?? (await this.#load(signal));
    const { limit, clear } = this.#within(this.#limits.image, signal);
    try {
      const lines = await untilAborted(engine.recognise(image), limit);
      this.#idle = setTimeout(() => this.end(), this.#limits.idle);
      return lines;
    } catch (error) {
      this.end();
      signal.throwIfAborted();
      throw recognitionError(error);
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
    const { limit, clear } = this.#within(this.#limits.load, signal);
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

  #within(milliseconds: number, signal: AbortSignal): { limit: AbortSignal; clear: () => void } {
    const late = new AbortController();
    const timer = setTimeout(() => {
      const seconds = Math.round(milliseconds / 1000);
      late.abort(new Error(`it took more than ${seconds} seconds`));
    }, milliseconds);
    return {
      limit: AbortSignal.any([signal, late.signal]),
      clear: () => clearTimeout(timer),
    };
  }
}

function recognitionError(cause: unknown): PagehoundError {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new PagehoundError(
    "worker-failed",
    `The text of this page could not be recognised (${detail}).`,
    { cause },
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
  /** The lines of an image in reading order. Rejects when the engine fails. */
  recognise(image: Blob): Promise<readonly SeenLine[]>;
  /** Ends it at once; a running `recognise` may then never settle. */
  end(): void;
}

/** Loads an engine. Nothing of it is left running when the signal aborts, or when it rejects. */
export type StartEngine = (signal: AbortSignal) => Promise<OcrEngine>;
