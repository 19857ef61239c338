import type { frame as english } from "../english/frame.js";
import type { Translation } from "../message.js";

/** The element around the interface: its button, its dialog, how it opens, in German. */
export const frame: Translation<typeof english> = {
  "frame.button": "Dokumente fragen",
  "frame.close": "Schließen",
  "frame.dialog": "Ihre Dokumente",
};
