import type { frame as english } from "../english/frame.js";
import type { Translation } from "../message.js";

/** The element around the interface, in Arabic. */
export const frame: Translation<typeof english> = {
  "frame.button": "سؤال عن مستنداتك",
  "frame.close": "إغلاق",
  "frame.dialog": "مستنداتك",
};
