import type { frame as english } from "../english/frame.js";
import type { Translation } from "../message.js";

/** The element around the interface: its button, its dialog, how it opens, in Spanish. */
export const frame: Translation<typeof english> = {
  "frame.button": "Preguntar a sus documentos",
  "frame.close": "Cerrar",
  "frame.dialog": "Sus documentos",
};
