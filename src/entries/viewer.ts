// Public entry `pagehound/viewer`: pages of a document with what is marked in them, for a site of one's own.
export { itemRanges, spanBoxes } from "../core/page.js";
export {
  DocumentViewer,
  type ViewerOptions,
  type ViewerOutcome,
  type ViewerPlace,
  type ViewerSource,
  type ViewerStrings,
  type ViewerTarget,
  type ViewerTheme,
} from "../element/viewer/index.js";
