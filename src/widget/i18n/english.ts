import { askMessages } from "./english/ask.js";
import { documentsMessages } from "./english/documents.js";
import { models, published } from "./english/models.js";
import { searchMessages, viewer } from "./english/search.js";
import { common, errors, frame, privacy, widget } from "./english/shell.js";

import type { Message } from "./message.js";

/** The English messages as they are written, from which the names to fill in are known. */
export type English = typeof askMessages &
  typeof common &
  typeof documentsMessages &
  typeof errors &
  typeof frame &
  typeof models &
  typeof privacy &
  typeof published &
  typeof searchMessages &
  typeof viewer &
  typeof widget;

/** Names a message. */
export type StringKey = keyof English;

/** All messages in one language. */
export type StringTable = { readonly [Key in StringKey]: Message };

/** Every word of the interface in English; the other languages have the same keys. */
export const english: English = {
  ...askMessages,
  ...common,
  ...documentsMessages,
  ...errors,
  ...frame,
  ...models,
  ...privacy,
  ...published,
  ...searchMessages,
  ...viewer,
  ...widget,
};
