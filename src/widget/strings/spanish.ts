import { ask } from "./spanish/ask.js";
import { common } from "./spanish/common.js";
import { documents } from "./spanish/documents.js";
import { errors } from "./spanish/errors.js";
import { frame } from "./spanish/frame.js";
import { models } from "./spanish/models.js";
import { privacy } from "./spanish/privacy.js";
import { published } from "./spanish/published.js";
import { search } from "./spanish/search.js";
import { viewer } from "./spanish/viewer.js";
import { widget } from "./spanish/widget.js";
import type { StringTable } from "./words.js";

/** Every word of the interface in Spanish. */
export const spanish: StringTable = {
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
