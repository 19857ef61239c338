import { ask } from "./japanese/ask.js";
import { common } from "./japanese/common.js";
import { documents } from "./japanese/documents.js";
import { errors } from "./japanese/errors.js";
import { frame } from "./japanese/frame.js";
import { models } from "./japanese/models.js";
import { privacy } from "./japanese/privacy.js";
import { published } from "./japanese/published.js";
import { search } from "./japanese/search.js";
import { viewer } from "./japanese/viewer.js";
import { widget } from "./japanese/widget.js";
import type { StringTable } from "./words.js";

/** Every word of the interface in Japanese. */
export const japanese: StringTable = {
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
