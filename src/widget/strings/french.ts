import { ask } from "./french/ask.js";
import { common } from "./french/common.js";
import { documents } from "./french/documents.js";
import { errors } from "./french/errors.js";
import { frame } from "./french/frame.js";
import { models } from "./french/models.js";
import { privacy } from "./french/privacy.js";
import { published } from "./french/published.js";
import { search } from "./french/search.js";
import { viewer } from "./french/viewer.js";
import { widget } from "./french/widget.js";
import type { StringTable } from "./words.js";

/** Every word of the interface in French. */
export const french: StringTable = {
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
