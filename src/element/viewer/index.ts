export { DocumentViewer } from "./document-viewer.js";
export type { ViewerSource, ViewerTarget } from "./marks.js";
export type { ViewerNote } from "./note-pins.js";
export type { ViewerOptions, ViewerPanels, ViewerTheme } from "./viewer-frame.js";
