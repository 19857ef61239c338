import {
  type CallOptions,
  NoFilters,
  type Page,
  PagehoundError,
  untilAborted,
  WorkerCanvasFactory,
} from "../../core/index.js";
import type { PageProgress } from "../format.js";
import { layOut } from "../pdf/layout.js";
import {
  AnnotationMode,
  LongDocument,
  MissingAssets,
  openDocument,
  type PDFPageProxy,
  type PdfAssets,
} from "../pdf/pdfjs.js";
import type { Rotation, TextItem } from "../pdf/text-item.js";
import {
  isOfImage,
  type PixelBox,
  type Recogniser,
  type SeenLine,
  type SeenWord,
} from "./recogniser.js";

/** What recognition makes of a scanned page. */
export type ScanOutcome =
  /** Text was seen in its images. */
  | Pick<Page, "state" | "text" | "lines" | "geometry" | "recognised">
  /** None was, or the reason why none could be looked for. */
  | ({ readonly state: "scanned" } & Pick<Page, "problem" | "missing">);

/** Two letters or digits side by side at least, or there is nothing to find. */
const worthFinding = /[\p{L}\p{N}]{2}/u;

/** What the layout is told beside the words: they are no specks on an image. */
const imageOnly = { boldFonts: new Set<string>(), hasImages: false };

/** Milliseconds in which a page has to be drawn. */
const drawingLimit = 180_000;

/** What shows the recogniser the pages of a file, one call at a time. */
export interface PageDrawer {
  /**
   * Draws a page, counting from 1. Rejects with the signal's reason when it aborts, and with
   * `MissingAssets` when images of it could not be decoded.
   */
  draw(number: number, options: DrawOptions, signal: AbortSignal): Promise<PageImage>;
  close(): Promise<void>;
}

/** Milliseconds between two signs of life. */
const pulse = 1000;

/** Reads pages that are images. */
export class ScannedPages {
  readonly #images: PageDrawer;
  readonly #recogniser: Pick<Recogniser, "recognise">;
  readonly #careful: boolean;
  readonly #cut: CutImage;
  readonly #closed = new AbortController();

  /** @param careful see `ParseSource.careful` */
  constructor(
    images: PageDrawer,
    recogniser: Pick<Recogniser, "recognise">,
    careful = false,
    cut: CutImage = cutImage,
  ) {
    this.#images = images;
    this.#recogniser = recogniser;
    this.#careful = careful;
    this.#cut = cut;
  }

  /**
   * Reads a page, counting from 1. One call at a time. Rejects only when it is aborted, or closed
   * meanwhile.
   *
   * @param fields what the file itself says of its stamps, form fields and notes: it is part of the
   * text, and is not looked for in the image
   * @param onShare called with the share of the page that is recognised, from 0 to 1
   */
  async read(
    number: number,
    fields: readonly TextItem[],
    signal?: AbortSignal,
    onShare: (share: number) => void = () => {},
  ): Promise<ScanOutcome> {
    // Notes are not drawn, and stand in no line.
    const annotations = fields.every(({ turn }) => turn === null);
    const either = signal ? AbortSignal.any([signal, this.#closed.signal]) : this.#closed.signal;
    try {
      // Pages are fed the wrong way round at times, and then read as gibberish.
      for (const upsideDown of [false, true]) {
        const { seen, view } = await this.#see(
          number,
          { upsideDown, annotations },
          either,
          onShare,
        );
        if (seen.length === 0) break;
        if (!isCredible(seen)) continue;
        const items = textItemsOf(seen, view);
        if (!worthFinding.test(items.map(({ text }) => text).join(""))) break;
        const { text, lines, geometry } = layOut({ ...view, items, fields, ...imageOnly });
        return { state: "text", text, lines, geometry, recognised: true };
      }
      return { state: "scanned" };
    } catch (error) {
      either.throwIfAborted();
      const missing = error instanceof MissingAssets ? { missing: error.missing } : {};
      const hint = !this.#careful && mayFareBetter(error) ? ` ${otherWay}` : "";
      return { state: "scanned", problem: `${problemOf(error)}${hint}`, ...missing };
    }
  }

  /** What is seen on a page: as a whole, or carefully in a smaller picture, else one part at a time. */
  async #see(
    number: number,
    how: Omit<DrawOptions, "size">,
    signal: AbortSignal,
    onShare: (share: number) => void,
  ): Promise<{ readonly seen: readonly SeenLine[]; readonly view: ImageView }> {
    if (!this.#careful) {
      const { image, ...view } = await this.#draw(number, { ...how, size: "usual" }, signal);
      return { seen: await this.#recogniser.recognise(image, signal, onShare), view };
    }
    try {
      const { image, ...view } = await this.#draw(number, { ...how, size: "small" }, signal);
      return { seen: await this.#recogniser.recognise(image, signal, onShare), view };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof MissingAssets) throw error;
      const { image, ...view } = await this.#draw(number, { ...how, size: "usual" }, signal);
      const read: ReadPart = (part, onPartShare) =>
        this.#recogniser.recognise(part, signal, onPartShare);
      const height = Math.ceil(view.height * view.scale);
      return { seen: await readInParts(image, height, read, onShare, this.#cut), view };
    }
  }

  #draw(number: number, options: DrawOptions, signal: AbortSignal): Promise<PageImage> {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(drawingLimit)]);
    return this.#images.draw(number, options, inTime);
  }

  /** The same, with signs of life as long as it takes. */
  async recognise(
    number: number,
    fields: readonly TextItem[],
    { signal, onProgress }: CallOptions<PageProgress>,
  ): Promise<ScanOutcome> {
    let share = 0;
    const report = () => onProgress?.({ doing: "recognising", share });
    report();
    const reports = setInterval(report, pulse);
    try {
      return await this.read(number, fields, signal, (done) => {
        share = done;
      });
    } finally {
      clearInterval(reports);
    }
  }

  /** Ends a read that is under way, and frees the document. */
  async close(): Promise<void> {
    this.#closed.abort(new PagehoundError("closed", "The document was closed."));
    await this.#images.close();
  }
}

/** Whether another picture of the page may fare better: the engine failed over this one, or it could not be drawn. */
function mayFareBetter(error: unknown): boolean {
  return isOfImage(error) || !(PagehoundError.isInstance(error) || error instanceof MissingAssets);
}

const otherWay = "Trying again recognises a smaller picture of it, or one part of it at a time.";

function problemOf(error: unknown): string {
  if (PagehoundError.isInstance(error)) return error.message;
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof MissingAssets) {
    return `The text of this page could not be recognised, because ${detail}. It is tried again when that file is there.`;
  }
  return `This page could not be drawn, so its text could not be recognised (${detail}).`;
}

/** Pixels per point: 300 dots an inch, at which text in scans is recognised best. */
const usualScale = 300 / 72;
/** The longer side of a page is drawn with so many pixels at least: some files give scans the size of a stamp … */
const minLength = 2400;
/** … and some that of a poster. */
const maxPixels = 12_000_000;
const maxLength = 16_000;

type PageCanvas = Parameters<PDFPageProxy["render"]>[0]["canvas"];

/** What a document is opened with. */
export interface ImageSource {
  /** pdf.js's options without the bytes. */
  readonly options: object;
  readonly data: Uint8Array;
}

/** How a page is to be drawn. */
export interface DrawOptions {
  readonly upsideDown: boolean;
  /** Whether with its stamps, filled-in fields and other annotations. */
  readonly annotations: boolean;
  /** As text is recognised best, or with half as many pixels along each side. */
  readonly size: "usual" | "small";
}

/** A page as it looks. */
export interface PageImage extends ImageView {
  readonly image: Blob;
}

/**
 * Draws pages of a PDF. The document is opened a second time for it, when the first page is asked
 * for, because it is read without its images.
 */
export class PageImages implements PageDrawer {
  readonly #source: () => Promise<ImageSource>;
  readonly #assets: PdfAssets;
  #document: Promise<LongDocument> | null = null;
  #closed = false;

  /** @param assets what the options have it fetch its decoders with */
  constructor(source: () => Promise<ImageSource>, assets: PdfAssets) {
    this.#source = source;
    this.#assets = assets;
  }

  async draw(
    number: number,
    { upsideDown, annotations, size }: DrawOptions,
    signal: AbortSignal,
  ): Promise<PageImage> {
    this.#document ??= this.#open();
    const long = await untilAborted(this.#document, signal);
    // Not left alone when it is aborted: the next page must find the document open.
    const document = await long.beforePage();
    const page = await untilAborted(document.getPage(number), signal);
    const { width, height } = page.getViewport({ scale: 1 });
    const scale = scaleFor(width, height) / (size === "small" ? 2 : 1);
    const canvas = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
    try {
      const drawing = page.render({
        // pdf.js draws on either kind of canvas, and its types know of one.
        canvas: canvas as unknown as PageCanvas,
        viewport: page.getViewport({ scale, rotation: page.rotate + (upsideDown ? 180 : 0) }),
        annotationMode: annotations ? AnnotationMode.ENABLE : AnnotationMode.DISABLE,
      });
      try {
        await untilAborted(drawing.promise, signal);
      } catch (error) {
        drawing.cancel();
        throw error;
      }
      await this.#requireImages();
      const image = await untilAborted(canvas.convertToBlob({ type: "image/png" }), signal);
      return { image, scale, width, height, upsideDown };
    } finally {
      // A canvas keeps its pixels until it is collected; a size of zero frees them at once.
      canvas.width = 0;
      canvas.height = 0;
      page.cleanup();
    }
  }

  /** Frees the document. */
  async close(): Promise<void> {
    this.#closed = true;
    const document = await this.#document?.catch(() => null);
    await document?.close();
  }

  async #requireImages(): Promise<void> {
    try {
      this.#assets.requireImages();
    } catch (error) {
      // pdf.js would try neither the decoder nor the image again, for no page that follows.
      const long = await this.#document;
      this.#document = null;
      await long?.current.cleanup().catch(() => {});
      await long?.close();
      throw error;
    }
  }

  async #open(): Promise<LongDocument> {
    const { options, data } = await this.#source();
    if (this.#closed) throw new Error("the document was closed");
    return LongDocument.open(
      openDocument,
      { ...options, CanvasFactory: WorkerCanvasFactory, FilterFactory: NoFilters },
      data,
    );
  }
}

function scaleFor(width: number, height: number): number {
  const longer = Math.max(width, height);
  return Math.min(
    Math.max(usualScale, minLength / longer),
    Math.sqrt(maxPixels / (width * height)),
    maxLength / longer,
  );
}

/** Words that the engine is less sure of are left out: most are smudges, rules and bits of pictures. */
const minConfidence = 20;
/**
 * Mean confidence, by characters, that a page has at least. Text that is read properly has 75 and
 * more; text upside down, or in a script the engine does not expect, has 50 and less.
 */
const minMean = 60;
/** Font size as a share of a line's height, which is that of its ink. */
const sizePerHeight = 1.1;
/** Lines whose sizes differ by less than this share are set in one size: heights are as ragged as the ink. */
const sameSize = 0.2;

/** Scripts that are written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u;

/** How an image shows its page. */
export interface ImageView {
  /** Pixels per point. */
  readonly scale: number;
  /** Size of the page as displayed, in points. */
  readonly width: number;
  readonly height: number;
  readonly upsideDown: boolean;
}

/** Whether what was seen on a page is text rather than something else taken for text. */
export function isCredible(lines: readonly SeenLine[]): boolean {
  let characters = 0;
  let sum = 0;
  for (const { text, confidence } of lines.flatMap(({ words }) => words)) {
    characters += text.length;
    sum += text.length * confidence;
  }
  return characters > 0 && sum >= minMean * characters;
}

/**
 * The words seen in an image of a page as items of its text, each where it was seen. Words of a line
 * share its baseline, so that a page that lies a little askew is still read line by line.
 */
export function textItemsOf(lines: readonly SeenLine[], view: ImageView): TextItem[] {
  const kept = lines.flatMap((line) => {
    const words = line.words.filter(
      ({ text, confidence }) => confidence >= minConfidence && text.trim() !== "",
    );
    return words.length > 0 ? [{ ...line, words, size: sizeOf(line, words) / view.scale }] : [];
  });
  const usual = prevailing(kept);
  return kept.flatMap(({ words, baseline, size, rightToLeft }) => {
    const settled = Math.abs(size - usual) < sameSize * usual ? usual : size;
    const turn = turnOf(baseline);
    const { left, top, right, bottom } = onPage(baseline, view);
    const shared = {
      baseline: turn % 2 === 0 ? (top + bottom) / 2 : (left + right) / 2,
      size: Math.max(1, Math.round(settled * 2) / 2),
      font: "recognised",
      turn: (view.upsideDown ? (turn + 2) % 4 : turn) as Rotation,
      rightToLeft,
    };
    return words.map(({ text, box }) => ({
      ...shared,
      ...onPage(box, view),
      text: unspaced.test(text) ? text : `${text} `,
    }));
  });
}

/** A box in points from the top left of the page as displayed. */
function onPage(
  { x0, y0, x1, y1 }: PixelBox,
  { scale, width, height, upsideDown }: ImageView,
): Pick<TextItem, "left" | "top" | "right" | "bottom"> {
  const [left, top, right, bottom] = [x0 / scale, y0 / scale, x1 / scale, y1 / scale];
  return upsideDown
    ? { left: width - right, top: height - bottom, right: width - left, bottom: height - top }
    : { left, top, right, bottom };
}

/** Which way a line runs in the image, in quarter turns. */
function turnOf({ x0, y0, x1, y1 }: PixelBox): 0 | 1 | 2 | 3 {
  const across = x1 - x0;
  const down = y1 - y0;
  if (Math.abs(across) >= Math.abs(down)) return across >= 0 ? 0 : 2;
  return down > 0 ? 1 : 3;
}

function sizeOf({ height, baseline }: SeenLine, words: readonly SeenWord[]): number {
  if (height > 0) return height * sizePerHeight;
  const turned = turnOf(baseline) % 2 === 1;
  return Math.max(...words.map(({ box }) => (turned ? box.x1 - box.x0 : box.y1 - box.y0)));
}

/** The size in which the middle character of a page is set, in order of size. */
function prevailing(lines: readonly { size: number; words: readonly SeenWord[] }[]): number {
  const bySize = lines
    .map(({ size, words }) => ({
      size,
      characters: words.reduce((sum, { text }) => sum + text.length, 0),
    }))
    .sort((a, b) => a.size - b.size);
  let left = bySize.reduce((sum, { characters }) => sum + characters, 0) / 2;
  for (const { size, characters } of bySize) {
    left -= characters;
    if (left <= 0) return size;
  }
  return 0;
}

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
