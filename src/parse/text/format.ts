import { looksLikeText } from "../decode-text.js";
import type { Format } from "../format.js";

/** Plain text: whatever is text and of no other format. Belongs last in the registry. */
export const textFormat: Format = {
  id: "text",
  version: 1,
  pageUnit: "part",
  label: "plain text",
  extensions: ["txt", "text", "log"],
  sniff: (head) => looksLikeText(head),
  open: async (source) => (await import("./parser.js")).openText(source),
};
