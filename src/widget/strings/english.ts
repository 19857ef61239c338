import { ask } from "./english/ask.js";
import { common } from "./english/common.js";
import { documents } from "./english/documents.js";
import { errors } from "./english/errors.js";
import { frame } from "./english/frame.js";
import { models } from "./english/models.js";
import { privacy } from "./english/privacy.js";
import { published } from "./english/published.js";
import { search } from "./english/search.js";
import { viewer } from "./english/viewer.js";
import { widget } from "./english/widget.js";

/** The English messages as they are written, from which the names to fill in are known. */
export type English = typeof ask &
  typeof common &
  typeof documents &
  typeof errors &
  typeof frame &
  typeof models &
  typeof privacy &
  typeof published &
  typeof search &
  typeof viewer &
  typeof widget;

/** Names a message. */
export type StringKey = keyof English;

/** Every word of the interface in English; the other languages have the same keys. */
export const english: English = {
  ...ask,
  ...common,
  ...documents,
  ...errors,
  ...frame,
  ...models,
  ...privacy,
  ...published,
  ...search,
  ...viewer,
  ...widget,
};
