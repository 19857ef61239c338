import { ask } from "./arabic/ask.js";
import { common } from "./arabic/common.js";
import { documents } from "./arabic/documents.js";
import { errors } from "./arabic/errors.js";
import { frame } from "./arabic/frame.js";
import { models } from "./arabic/models.js";
import { privacy } from "./arabic/privacy.js";
import { published } from "./arabic/published.js";
import { search } from "./arabic/search.js";
import { viewer } from "./arabic/viewer.js";
import { widget } from "./arabic/widget.js";
import type { StringTable } from "./words.js";

/** Every word of the interface in Arabic. */
export const arabic: StringTable = {
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
