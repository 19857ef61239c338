import { ask } from "./german/ask.js";
import { common } from "./german/common.js";
import { documents } from "./german/documents.js";
import { errors } from "./german/errors.js";
import { frame } from "./german/frame.js";
import { models } from "./german/models.js";
import { privacy } from "./german/privacy.js";
import { published } from "./german/published.js";
import { search } from "./german/search.js";
import { viewer } from "./german/viewer.js";
import { widget } from "./german/widget.js";
import type { StringTable } from "./words.js";

/** Every word of the interface in German. */
export const german: StringTable = {
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
