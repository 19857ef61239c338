import { LazyPart } from "./lazy-part.js";
import type { OpenedDocument } from "./opened-document.js";
import type { PageScroller } from "./page-scroller.js";
import type { ViewerStrings } from "./strings.js";
import type { Toolbar } from "./toolbar.js";
import type { FindBar } from "./viewer-find.js";
import type { ViewerFrame } from "./viewer-frame.js";
import type { SidePanel } from "./viewer-panel.js";
import type { ViewerRoom } from "./viewer-room.js";

/** The parts of the viewer that are loaded when they are first opened. */
export class ViewerParts {
  /** The search inside the document. */
  readonly find: LazyPart<FindBar>;
  /** Outline and thumbnails. */
  readonly panel: LazyPart<SidePanel>;

  constructor(
    frame: ViewerFrame,
    toolbar: Toolbar,
    scroller: PageScroller,
    strings: ViewerStrings,
    onFailure: () => void,
  ) {
    const room: ViewerRoom = {
      strings,
      scroller,
      addStyles: (css) => frame.addStyles(css),
      announce: (message) => frame.announce(message),
    };
    this.find = new LazyPart({
      load: async () => {
        const { FindBar } = await import("./viewer-find.js");
        return new FindBar(room, () => this.find.close());
      },
      place: frame.findPlace,
      button: toolbar.findButton,
      onFailure,
    });
    this.panel = new LazyPart({
      load: async () => {
        const { SidePanel } = await import("./viewer-panel.js");
        return new SidePanel(room, () => this.panel.close());
      },
      place: frame.panelPlace,
      button: toolbar.panelButton,
      onFailure,
    });
  }

  /** Goes to the next match (1) or the one before (-1); opens the search when it is closed. */
  stepMatch(by: number): void {
    const { current } = this.find;
    if (current) current.step(by);
    else void this.find.open();
  }

  /** Closes what is open on top, the search first; false when nothing is. */
  closeOne(): boolean {
    return this.find.close() || this.panel.close();
  }

  /** Tells which document is open. */
  show(opened: OpenedDocument | null): void {
    this.find.show(opened);
    this.panel.show(opened);
  }

  /** Tells which page the reader is at. */
  atPage(page: number): void {
    this.find.atPage(page);
    this.panel.atPage(page);
  }
}
