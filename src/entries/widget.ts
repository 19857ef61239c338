// Public entry `pagehound/widget`: the element's class, registered once `define` is called, and its events.
export { PageHoundElement } from "../element/element.js";
export type { Theme } from "../element/element-properties.js";
export {
  PageHoundAddedEvent,
  PageHoundAnswerEvent,
  PageHoundErrorEvent,
  type PageHoundEventMap,
  PageHoundOpenEvent,
  PageHoundReadyEvent,
  PageHoundToggleEvent,
} from "../element/events.js";
export type { StringTable } from "../element/i18n/english.js";
export { languages } from "../element/i18n/i18n.js";
export type { OfferOptions, OfferOutcome, View, WidgetMode } from "../element/shell/setup.js";
