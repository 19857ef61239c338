export { DocumentViewer } from "./document-viewer.js";
export type { FindCoverage, ViewerStrings } from "./strings.js";
export type { ViewerOutcome, ViewerPlace, ViewerSource, ViewerTarget } from "./target.js";
export type { ViewerTheme } from "./viewer-frame.js";
export type { ViewerOptions } from "./viewer-options.js";
