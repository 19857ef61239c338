import { looksLikeText } from "../decode-text.js";
import type { Format } from "../format.js";
import { formatVersions } from "../format-versions.js";

/** Plain text: whatever is text and of no other format. Belongs last in the registry. */
export const textFormat: Format = {
  id: "text",
  version: formatVersions.text,
  pageUnit: "part",
  label: "plain text",
  extensions: ["txt", "text", "log"],
  sniff: (head) => looksLikeText(head),
  open: async (source) => (await import("./parser.js")).openText(source),
};
