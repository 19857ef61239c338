import { looksLikeText } from "../decode-text.js";
import type { Format } from "../format.js";
import { formatVersions } from "../format-versions.js";

const extensions = ["md", "markdown", "mdown", "mkd"];

/** Markdown as GitHub reads it. Known by the extension: any text is valid Markdown. */
export const markdownFormat: Format = {
  id: "markdown",
  version: formatVersions.markdown,
  pageUnit: "part",
  label: "Markdown",
  extensions,
  sniff: (head, extension) => extensions.includes(extension) && looksLikeText(head),
  open: async (source) => (await import("./parser.js")).openMarkdown(source),
};
