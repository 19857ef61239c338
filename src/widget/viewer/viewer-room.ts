import type { ViewedDocument } from "./opened-document.js";
import type { PageScroller } from "./page-scroller.js";
import type { ViewerStrings } from "./strings.js";

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
