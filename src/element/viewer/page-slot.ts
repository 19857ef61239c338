import type { Page, Span, Table } from "../../core/index.js";
import { element } from "./dom.js";
import type { Mark, MarkGroup, MarkStrength, PageMatches } from "./marks.js";
import type { ViewerStrings } from "./strings.js";

/** What every page needs, whatever it is made from. */
export interface PageContext {
  readonly strings: ViewerStrings;
  /** Called with a page whose text was recognised in a picture; null where there is none such. */
  readonly tellRecognised: ((page: number) => void) | null;
  /** Runs a change of the sheet's size without moving what the reader looks at. */
  readonly keepPlace: (change: () => void) => void;
  readonly storedPage: (number: number, signal?: AbortSignal) => Promise<Page>;
  /** None where the collection gives none. */
  readonly tables: (number: number) => Promise<readonly Table[]>;
}

/** The stops that could not be marked exactly, of those that were asked for. */
export type UnmarkedStops = ReadonlySet<number>;

/** One page of a document in the scrolled list: an empty sheet of the right size until it is near. */
export interface PageSlot {
  readonly element: HTMLElement;
  /**
   * Draws the page for the present zoom, or draws it again. Rejects only when aborted; what cannot
   * be drawn is said on the sheet itself.
   */
  show(signal: AbortSignal): Promise<void>;
  /** Forgets that the page could not be drawn, which may have had a passing cause; true if so it was. */
  tryAgain(): boolean;
  /** Frees what was drawn; the sheet keeps its size. */
  hide(): void;
  /** Marks each group as a whole or not at all, when the page is next drawn, or at once when it is. */
  mark(groups: readonly MarkGroup[]): Promise<UnmarkedStops>;
  /** Whether marks could be drawn exactly; needs no drawn page. */
  canMark(marks: readonly Mark[], signal: AbortSignal): Promise<boolean>;
  /** The first mark of a stop on the sheet, or its first of one strength, or null. */
  firstMark(stop: number, strength?: MarkStrength): Element | null;
  /** Highlights matches, in place of those before; resolves once they are drawn, or others are asked for. */
  highlight(matches: PageMatches | null): Promise<void>;
  /** The current match on the sheet, or null when it is not drawn or cannot be shown exactly. */
  currentMatch(): Element | null;
  /** How far below the sheet's top a span of its text stands, in pixels; null when that is not known. */
  locate(span: Span, signal: AbortSignal): Promise<number | null>;
}

/** A promise that is settled from outside. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
}

/** Makes a promise that is settled from outside. */
export function deferredValue<Value>(): Deferred<Value> {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A canvas that shows a picture, which it takes for itself. */
export function pictureCanvas(image: ImageBitmap): HTMLCanvasElement {
  const canvas = element("canvas", { role: "presentation" });
  showPicture(canvas, image);
  return canvas;
}

/** Shows another picture of the same on a canvas, which takes it for itself. Nothing is copied. */
export function showPicture(canvas: HTMLCanvasElement, image: ImageBitmap): void {
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(image);
}

/** A canvas keeps its pixels until it is collected; a size of zero frees them at once. */
export function discardCanvas(canvas: HTMLCanvasElement | null): void {
  if (!canvas) return;
  canvas.remove();
  canvas.width = 0;
  canvas.height = 0;
}
