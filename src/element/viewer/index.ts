export { DocumentViewer } from "./document-viewer.js";
export type { ViewerOutcome, ViewerPlace, ViewerSource, ViewerTarget } from "./marks.js";
export type { ViewerStrings } from "./strings.js";
export type { ViewerOptions, ViewerTheme } from "./viewer-frame.js";
