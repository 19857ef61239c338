import type { Pagehound } from "../../client/index.js";
import type { DocumentSummary } from "../../core/index.js";
import { discardCanvas, pictureCanvas } from "../viewer/page-slot.js";
import { PdfOpener } from "../viewer/pdf-file.js";

/** The content of a preview: the drawn first page, or the beginning of the text. */
export type PreviewContent = { readonly drawing: HTMLCanvasElement } | { readonly text: string };

/** How to draw a first page. */
interface PreviewRequest {
  /** The password of a locked file, if the reader has entered it. */
  readonly password: string | undefined;
  /** The largest size, in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Drawn pages to keep: some 20 MB at two device pixels to a CSS pixel. */
const mostDrawn = 16;
/** Milliseconds without a preview until workers and drawn pages are freed. */
const idle = 60_000;
/** Maximum number of lines and characters of a text that are shown. */
const mostLines = 16;
const mostCharacters = 700;

/** A preview waits less time for its page than the viewer does, then shows text instead. */
const patience = { drawing: 10_000, grace: 5_000, opening: 10_000 };

/** Draws first pages in its own workers, and keeps the most recent ones. */
export class PreviewSource {
  readonly #library: Promise<Pagehound>;
  readonly #assetsBase: URL;
  /** Drawn pages, least recently shown first. */
  readonly #drawn = new Map<string, HTMLCanvasElement>();
  #opener: PdfOpener | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(library: Promise<Pagehound>, assetsBase: URL) {
    this.#library = library;
    this.#assetsBase = assetsBase;
  }

  /** Returns the content to show of a document; null if there is nothing. */
  async read(
    document: DocumentSummary,
    request: PreviewRequest,
    signal: AbortSignal,
  ): Promise<PreviewContent | null> {
    clearTimeout(this.#timer);
    const { format, original } = document;
    // Nothing is fetched for a preview.
    if ((format === "pdf" || format === "image") && original === "here") {
      try {
        return { drawing: await this.#drawing(document, request, signal) };
      } catch {
        // The file is locked, damaged or slow, or the browser must ask before reading it.
        signal.throwIfAborted();
      }
    }
    const { text } = await (await this.#library).page(document.id, 1, { signal });
    const beginning = text.trim().slice(0, mostCharacters).split("\n").slice(0, mostLines);
    return text.trim() === "" ? null : { text: beginning.join("\n") };
  }

  /** Frees everything after a while, unless another preview is shown. */
  rest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), idle);
  }

  /** Ends the workers and frees what was drawn; the next preview starts others. */
  end(): void {
    clearTimeout(this.#timer);
    this.#opener?.destroy();
    this.#opener = null;
    for (const canvas of this.#drawn.values()) discardCanvas(canvas);
    this.#drawn.clear();
  }

  async #drawing(
    { id, hash }: DocumentSummary,
    request: PreviewRequest,
    signal: AbortSignal,
  ): Promise<HTMLCanvasElement> {
    const density = window.devicePixelRatio || 1;
    const key = `${id} ${hash} ${density}`;
    const drawn = this.#drawn.get(key) ?? (await this.#draw(id, density, request, signal));
    this.#drawn.delete(key);
    this.#drawn.set(key, drawn);
    const [oldest] = this.#drawn.keys();
    if (this.#drawn.size > mostDrawn && oldest !== undefined) {
      discardCanvas(this.#drawn.get(oldest) ?? null);
      this.#drawn.delete(oldest);
    }
    return drawn;
  }

  async #draw(
    id: DocumentSummary["id"],
    density: number,
    { password, ...most }: PreviewRequest,
    signal: AbortSignal,
  ): Promise<HTMLCanvasElement> {
    const original = await (await this.#library).original(id, { signal });
    this.#opener ??= new PdfOpener(this.#assetsBase, () => undefined, { patience });
    const file = await this.#opener.open(original, password, signal);
    try {
      const { width, height } = await file.sheet(1, signal);
      const scale = Math.min(most.width / width, most.height / height);
      const { image } = await file.picture(1, scale * density, signal);
      const canvas = pictureCanvas(image);
      canvas.role = "img";
      return canvas;
    } finally {
      file.close();
    }
  }
}
