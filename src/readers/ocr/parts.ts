import type { PixelBox, SeenLine } from "./recogniser.js";

/** Recognises a part of an image, and tells the share of it that is done. */
export type ReadPart = (
  part: Blob,
  onShare: (share: number) => void,
) => Promise<readonly SeenLine[]>;

/** Cuts a strip out of an image, across its whole width: pixels from the top, the last one not included. */
export type CutImage = (image: Blob, top: number, bottom: number) => Promise<Blob>;

/** Into so many strips an image is cut. */
const count = 4;
/** By this share of the image's height a strip reaches into its neighbours, so that no line is cut through. */
const overlap = 0.04;

/**
 * Recognises an image strip by strip, which takes a fraction of the memory that the whole does. A line
 * belongs to the strip that the middle of its baseline lies in.
 */
export async function readInParts(
  image: Blob,
  height: number,
  read: ReadPart,
  onShare: (share: number) => void,
  cut: CutImage,
): Promise<readonly SeenLine[]> {
  const seen: SeenLine[] = [];
  for (let part = 0; part < count; part++) {
    const [from, to] = [(part * height) / count, ((part + 1) * height) / count];
    const top = Math.max(0, Math.floor(from - overlap * height));
    const bottom = Math.min(height, Math.ceil(to + overlap * height));
    const strip = await cut(image, top, bottom);
    const lines = await read(strip, (share) => onShare((part + share) / count));
    for (const line of lines) {
      const moved = movedDown(line, top);
      const middle = (moved.baseline.y0 + moved.baseline.y1) / 2;
      const isFirst = part === 0 || middle >= from;
      const isLast = part === count - 1 || middle < to;
      if (isFirst && isLast) seen.push(moved);
    }
    onShare((part + 1) / count);
  }
  return seen;
}

function movedDown(line: SeenLine, by: number): SeenLine {
  const move = (box: PixelBox): PixelBox => ({ ...box, y0: box.y0 + by, y1: box.y1 + by });
  return {
    ...line,
    baseline: move(line.baseline),
    words: line.words.map((word) => ({ ...word, box: move(word.box) })),
  };
}

/** Cuts with the browser's own decoder. */
export const cutImage: CutImage = async (image, top, bottom) => {
  const whole = await createImageBitmap(image);
  const canvas = new OffscreenCanvas(whole.width, bottom - top);
  try {
    canvas.getContext("2d")?.drawImage(whole, 0, -top);
    return await canvas.convertToBlob({ type: "image/png" });
  } finally {
    whole.close();
    // A canvas keeps its pixels until it is collected; a size of zero frees them at once.
    canvas.width = 0;
    canvas.height = 0;
  }
};
