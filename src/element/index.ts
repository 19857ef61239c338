// The only entry point to this room: the element, its events and the viewer.

export { PageHoundElement } from "./element.js";
export type { Theme } from "./element-properties.js";
export type { PageHoundEventMap } from "./events.js";
export {
  PageHoundAddedEvent,
  PageHoundAnswerEvent,
  PageHoundErrorEvent,
  PageHoundOpenEvent,
  PageHoundReadyEvent,
  PageHoundToggleEvent,
} from "./events.js";
export type { StringTable } from "./i18n/english.js";
export { languages } from "./i18n/languages.js";
export type { OfferOptions, OfferOutcome, View, WidgetMode } from "./shell/setup.js";
export { DocumentViewer } from "./viewer/document-viewer.js";
export type { ViewerOutcome, ViewerPlace, ViewerSource, ViewerTarget } from "./viewer/marks.js";
export type { OpenNote, ViewerNote } from "./viewer/note-pins.js";
export type { PlaceOnPage } from "./viewer/selected-places.js";
export type { FindCoverage, ViewerStrings } from "./viewer/strings.js";
export type { ViewerOptions, ViewerPanels, ViewerTheme } from "./viewer/viewer-frame.js";
