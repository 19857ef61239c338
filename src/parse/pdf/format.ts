import { looksLikeText } from "../decode-text.js";
import type { Format } from "../format.js";
import { formatVersions } from "../format-versions.js";
import { openPdf } from "./parser.js";

/**
 * PDF, recognised by its header. Readers look for that in the whole first kilobyte; under another
 * name than `.pdf`, text that mentions the header further down is just text. Under that name, a
 * file that has lost its header is recognised by its first object.
 */
export const pdfFormat: Format = {
  id: "pdf",
  version: formatVersions.pdf,
  pageUnit: "page",
  label: "PDF",
  extensions: ["pdf"],
  sniff: (head, extension) => {
    const start = String.fromCharCode(...head);
    if (/^\s*%PDF[-. ]?\d/.test(start)) return true;
    if (extension === "pdf") return /%PDF-|(?:^|\s)\d+ \d+ obj\b/.test(start);
    return start.slice(0, 1024).includes("%PDF-") && !looksLikeText(head);
  },
  open: openPdf,
};
