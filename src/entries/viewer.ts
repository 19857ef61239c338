// Public entry `pagehound/viewer`: pages of a document with marks, for a site of your own.
export { itemRanges, spanBoxes } from "../core/index.js";
export type {
  PlaceOnPage,
  ViewerNote,
  ViewerOptions,
  ViewerOutcome,
  ViewerPanels,
  ViewerPlace,
  ViewerSource,
  ViewerStrings,
  ViewerTarget,
  ViewerTheme,
} from "../element/index.js";
export { DocumentViewer } from "../element/index.js";
