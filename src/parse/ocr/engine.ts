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
