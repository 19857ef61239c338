import { looksLikeText } from "../decode-text.js";
import type { Format } from "../format.js";
import { formatVersions } from "../format-versions.js";

const extensions = ["csv", "tsv", "tab"];

/** Tables as text, one record a line. Known by the extension: any text could be a table of one column. */
export const csvFormat: Format = {
  id: "csv",
  version: formatVersions.csv,
  pageUnit: "part",
  label: "CSV",
  extensions,
  sniff: (head, extension) => extensions.includes(extension) && looksLikeText(head),
  open: async (source) => (await import("./parser.js")).openCsv(source),
};
