import type { Format } from "../format.js";
import { openPdf } from "./parser.js";

/** PDF, recognised by the header that readers look for in the first kilobyte. */
export const pdfFormat: Format = {
  id: "pdf",
  version: 1,
  pageUnit: "page",
  label: "PDF",
  extensions: ["pdf"],
  sniff: (head) => {
    const start = String.fromCharCode(...head.subarray(0, 1024));
    return start.includes("%PDF-");
  },
  open: openPdf,
};
