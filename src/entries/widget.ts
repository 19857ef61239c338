// Public entry `pagehound/widget`: the element's class, registered by `define`, and its events.
export type {
  OfferOptions,
  OfferOutcome,
  PageHoundEventMap,
  StringTable,
  Theme,
  View,
  WidgetMode,
} from "../element/index.js";
export {
  languages,
  PageHoundAddedEvent,
  PageHoundAnswerEvent,
  PageHoundElement,
  PageHoundErrorEvent,
  PageHoundOpenEvent,
  PageHoundReadyEvent,
  PageHoundToggleEvent,
} from "../element/index.js";
