import type { Box, CallOptions, Page, Span } from "../../core/index.js";

/** A file to be opened. */
export interface DrawRequest {
  readonly file: Blob;
  readonly password?: string | undefined;
  /** Absolute URL of the folder with what PDFs need. */
  readonly assetsBase: string;
}

/** The result of opening a file. */
export type OpenOutcome =
  | {
      readonly opened: true;
      readonly pages: number;
      /** What is printed on the pages, where that is not their numbers. */
      readonly labels: readonly (string | null)[] | null;
    }
  | {
      readonly opened: false;
      readonly reason: "password-needed" | "password-wrong" | "damaged";
    };

/** A page's paper, in points; never larger than the largest that PDF allows. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Points for one unit of the page's own coordinates. */
  readonly userUnit: number;
  /** As it is shown: 0, 90, 180 or 270. */
  readonly rotation: number;
  /** The page in its own coordinates. */
  readonly rawDims: {
    readonly pageWidth: number;
    readonly pageHeight: number;
    readonly pageX: number;
    readonly pageY: number;
  };
  /** From the page's own coordinates to its paper, as PDF writes a matrix. */
  readonly transform: readonly number[];
}

/** A piece of text as pdf.js returns it. */
export interface TextPiece {
  readonly str: string;
  readonly dir: string;
  readonly width: number;
  readonly height: number;
  readonly transform: readonly number[];
  readonly fontName: string;
  readonly hasEOL: boolean;
}

/** A page's text as far as it is shown. */
export interface SheetText {
  readonly items: readonly TextPiece[];
  readonly styles: Readonly<
    Record<
      string,
      {
        readonly ascent: number;
        readonly descent: number;
        readonly vertical: boolean;
        readonly fontFamily: string;
      }
    >
  >;
  readonly lang: string | null;
  /** Whether that is all of it: of a page with more text than a person can use, the first part is shown. */
  readonly whole: boolean;
}

/** A page as a person has turned it. */
export interface TurnedPage {
  /** Counting from 1. */
  readonly page: number;
  /** Degrees clockwise, beyond the page's own rotation: 0, 90, 180 or 270. */
  readonly turn: number;
}

/** How a page is to be drawn. */
export interface PictureRequest extends TurnedPage {
  /** Pixels per point that are wanted; very large pages are drawn coarser. */
  readonly scale: number;
  /** Milliseconds after which what is drawn by then has to do. */
  readonly patience: number;
}

/** A page as it looks. Whoever gets it has to close the image. */
export interface Picture {
  readonly image: ImageBitmap;
  /** Whether everything on the page is drawn: it is not where that would have taken too long. */
  readonly whole: boolean;
}

/** An entry of the file's bookmarks. */
export interface DrawOutlineEntry {
  readonly text: string;
  /** 0 is the highest level. */
  readonly depth: number;
  /** The page that it leads to; null when it leads nowhere. */
  readonly page: number | null;
  /** How far up the page it leads, in the page's own coordinates, where it says so. */
  readonly top: number | null;
}

/** A place that the file itself leads to. */
export interface DestinationPlace {
  readonly page: number;
  /** How far up the page it is, in the page's own coordinates, where the file says so. */
  readonly top: number | null;
}

/** A link on a page, to a page of the document or an address; never both. */
export interface SheetLink {
  /** In shares of the paper's width and height. */
  readonly box: Box;
  /** `http`, `https` or `mailto`. */
  readonly address: string | null;
  readonly page: number | null;
  /** The share of that page's height above the place that is meant. */
  readonly below: number;
}

/** A highlight for a copy of the open file. */
export interface HighlightToWrite {
  /** The page as it was stored when the document was read. */
  readonly page: Pick<Page, "number" | "text" | "geometry" | "width" | "height" | "recognised">;
  /** The passage, in the page's text; null for the page as a whole, which gets a mark in its corner. */
  readonly span: Span | null;
  /** The note on it; may be empty. */
  readonly contents: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** A copy of the open file with highlights. */
export interface AnnotatedCopy {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many of the highlights are in it; the others could not be placed exactly. */
  readonly written: number;
}

/** What draws PDFs, one at a time. Text and pictures of a size that does no harm are all that comes from it. */
export interface DrawApi {
  /** To be called first, once, with a port to the worker that reads files. */
  join(request: { readonly port: MessagePort }): Promise<void>;
  open(request: DrawRequest): Promise<OpenOutcome>;
  sheet(page: TurnedPage): Promise<Sheet>;
  text(page: number): Promise<SheetText>;
  /** Tells of pictures of what is drawn so far, when it takes long. Rejects when it is aborted. */
  picture(request: PictureRequest, options?: CallOptions<Picture>): Promise<Picture>;
  /** The file's bookmarks in their order; of very many the first. */
  outline(): Promise<readonly DrawOutlineEntry[]>;
  /** Writes highlights into a copy of the open PDF, whose own bytes stay as they are at its beginning. */
  annotate(request: {
    readonly highlights: readonly HighlightToWrite[];
    /** The name that readers show; may be empty. */
    readonly author: string;
  }): Promise<AnnotatedCopy>;
  /** The links of a page; of very many the first. */
  links(page: TurnedPage): Promise<readonly SheetLink[]>;
  /** Answers as soon as nothing else holds it up. */
  answer(): Promise<void>;
  /** Frees what is kept of a page. */
  release(page: number): Promise<void>;
  /** Frees the document. */
  close(): Promise<void>;
}
