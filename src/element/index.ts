// Public entry `pagehound/widget`: the element's class, registered under no name yet, and its events.

export { PageHoundElement } from "./element.js";
export type { Theme } from "./element-properties.js";
export {
  PageHoundAddedEvent,
  PageHoundAnswerEvent,
  PageHoundErrorEvent,
  type PageHoundEventMap,
  PageHoundOpenEvent,
  PageHoundReadyEvent,
  PageHoundToggleEvent,
} from "./events.js";
export type { StringTable } from "./i18n/english.js";
export { languages } from "./i18n/i18n.js";
export type { OfferOptions, OfferOutcome, View, WidgetMode } from "./shell/setup.js";
