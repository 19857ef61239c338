import { type DocumentSummary, parseUrl } from "../../core/index.js";
import type { DrawOutlineEntry, Picture, Sheet } from "../../readers/index.js";
import type { ViewerTarget } from "./marks.js";
import type { PageScroller } from "./page-scroller.js";
import type { PageSlot } from "./page-slot.js";
import type { ViewerStrings } from "./strings.js";

/** What is open: a document, and the pages made for it. */
export interface ViewedDocument {
  readonly target: ViewerTarget;
  readonly slots: readonly PageSlot[];
  /** Null for text, and for a PDF whose file is not there. */
  readonly file: ViewedFile | null;
  /** Size of a page in points, where there is a file. */
  readonly pageSize: { readonly width: number; readonly height: number } | null;
  /** What is printed on the pages, where that is not their numbers. */
  readonly labels: readonly (string | null)[] | null;
  /** Whether the stored text stands in for the file. */
  readonly textOnly: boolean;
}

/** What is asked of the file that is open, a PDF; pages count from 1. */
export interface ViewedFile {
  sheet(page: number, signal: AbortSignal): Promise<Sheet>;
  picture(page: number, scale: number, signal: AbortSignal): Promise<Picture>;
  outline(signal: AbortSignal): Promise<readonly DrawOutlineEntry[]>;
  close(): void;
}

/**
 * Whether what is shown is text that came ready made with a collection. A published one is named
 * wherever its documents are, so that this is told only where its text stands in for a file.
 */
export function isNotRead({ target: { document }, file, textOnly }: ViewedDocument): boolean {
  return file === null && !document.readHere && (textOnly || document.source === null);
}

/**
 * Where people find the document's file, if whoever keeps the document has named an address of the web:
 * of a PDF, at a page.
 */
export function originalLink(
  { originalUrl, format }: Pick<DocumentSummary, "originalUrl" | "format">,
  page: number,
): string | null {
  const address = parseUrl(originalUrl ?? "");
  if (!address || !/^https?:$/.test(address.protocol)) return null;
  if (format === "pdf") address.hash = `page=${page}`;
  return address.href;
}

/**
 * Why a document could not be opened: it needs a password, it is damaged, drawing could not start,
 * or the part of the viewer that it needs could not be loaded.
 */
export class OpenError extends Error {
  readonly reason:
    | "password-needed"
    | "password-wrong"
    | "damaged"
    | "worker-failed"
    | "not-loaded";

  constructor(reason: OpenError["reason"], cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** What those parts of the viewer see of it that are loaded when they are first needed. */
export interface ViewerRoom {
  readonly strings: ViewerStrings;
  readonly scroller: PageScroller;
  /** Adds a part's own styles to the viewer's. */
  readonly addStyles: (css: string) => void;
  /** Says something to those who do not see the screen. */
  readonly announce: (message: string) => void;
}

/** Such a part: it stands in the viewer from when it is made. */
export interface ViewerPart {
  readonly element: HTMLElement;
  /** Takes another document, or none. */
  show(opened: ViewedDocument | null): void;
  /** Tells that the reader is at another page. */
  atPage(page: number): void;
  /** Moves the focus into the part. */
  focus(): void;
  /** Stops what it is doing, when it is put away. */
  rest(): void;
}
