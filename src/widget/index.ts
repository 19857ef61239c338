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
export type { View } from "./state/app.js";
export type { OfferOptions, OfferOutcome } from "./state/offers.js";
export type { WidgetMode } from "./state/setup.js";
export { languages } from "./strings/languages.js";
export type { StringTable } from "./strings/words.js";
