import { looksLikeText } from "../decode-text.js";
import type { Format } from "../format.js";
import { formatVersions } from "../format-versions.js";
import { openPdf } from "./parser.js";

/**
 * PDF, recognised by its header. Readers look for that in the whole first kilobyte; under another
 * name than `.pdf`, text that mentions the header further down is just text.
 */
export const pdfFormat: Format = {
  id: "pdf",
  version: formatVersions.pdf,
  pageUnit: "page",
  label: "PDF",
  extensions: ["pdf"],
  sniff: (head, extension) => {
    const start = String.fromCharCode(...head.subarray(0, 1024));
    if (/^\s*%PDF[-. ]?\d/.test(start)) return true;
    return start.includes("%PDF-") && (extension === "pdf" || !looksLikeText(head));
  },
  open: openPdf,
};
