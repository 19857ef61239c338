export { DocumentViewer, type ViewerOptions } from "./document-viewer.js";
export type { ViewerStrings } from "./strings.js";
export type { ViewerOutcome, ViewerSource, ViewerTarget } from "./target.js";
