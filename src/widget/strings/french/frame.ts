import type { frame as english } from "../english/frame.js";
import type { Translation } from "../message.js";

/** The element around the interface: its button, its dialog, how it opens, in French. */
export const frame: Translation<typeof english> = {
  "frame.button": "Interroger vos documents",
  "frame.close": "Fermer",
  "frame.dialog": "Vos documents",
};
