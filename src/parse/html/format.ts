import { asciiHead, looksLikeText } from "../decode-text.js";
import type { Format } from "../format.js";
import { formatVersions } from "../format-versions.js";

const extensions = ["html", "htm", "xhtml"];

/** What may stand before the first mark: an XML declaration, comments and space. */
const preamble = /^(?:\s|<\?xml[^>]*>|<!--[\s\S]*?-->)*/i;
const mark = /^<(?:!doctype\s+html|html|head|body|title|meta)[\s>]/i;
const anyTag = /<\/?[a-z][a-z0-9]*[\s/>]/i;

/** Web pages, known by their first tag; fragments without one only under an extension of HTML. */
export const htmlFormat: Format = {
  id: "html",
  version: formatVersions.html,
  pageUnit: "part",
  label: "HTML",
  extensions,
  sniff: (head, extension) => {
    if (!looksLikeText(head)) return false;
    const start = asciiHead(head).replace(/^(?:\ufeff|\xef\xbb\xbf)/, "");
    if (extensions.includes(extension)) return anyTag.test(start);
    // Markdown may begin with HTML; there the extension decides.
    return !/^(?:md|markdown|mdown|mkd)$/.test(extension) && mark.test(start.replace(preamble, ""));
  },
  open: async (source) => (await import("./parser.js")).openHtml(source),
};
