import type { frame as english } from "../english/frame.js";
import type { Translation } from "../message.js";

/** The element around the interface: its button, its dialog, how it opens, in Japanese. */
export const frame: Translation<typeof english> = {
  "frame.button": "文書に質問",
  "frame.close": "閉じる",
  "frame.dialog": "文書",
};
