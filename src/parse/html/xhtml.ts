/** Whether a page is written as XHTML, by its beginning: it says it is XML, and is in that namespace. */
export function isXhtml(text: string): boolean {
  const start = text.slice(0, headLength);
  const [root = ""] = /<html\b[^>]*>/i.exec(start) ?? [];
  const inNamespace = /\bxmlns(?::\w+)?\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/;
  return /^\ufeff?\s*<\?xml\b/.test(text) && inNamespace.test(root);
}

/** Characters in which a page names its namespace; comments of generators may come before. */
const headLength = 8192;

/** Elements without content, which HTML ends by itself (HTML, 13.1.2). */
const empty = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/** What XML has and HTML has not, or reads otherwise; comments are taken whole so as not to look into them. */
const tokens =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<!DOCTYPE\b(?:[^[\]<>"']|"[^"]*"|'[^']*')*(?:\[((?:[^\]"']|"[^"]*"|'[^']*')*)\]\s*)?>|<(\/?)([A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)((?:[^<>"'/]|"[^"]*"|'[^']*'|\/(?!>))*)(\/?)>/gi;

const entity = /<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;

/**
 * XHTML as HTML that means the same: what ends itself is written out ("<title/>"), CDATA is text,
 * entities of its own stand for their text, and names are without prefix. Text that is not
 * well-formed stays as it is, for HTML's forgiving parser.
 */
export function xhtmlToHtml(text: string): string {
  const own = new Map<string, string>();
  const html = text.replace(
    tokens,
    (
      _whole,
      data: string | undefined,
      subset: string | undefined,
      slash: string | undefined,
      prefix: string | undefined,
      name: string | undefined,
      attributes: string,
      ends: string,
    ) => {
      if (data !== undefined) return escaped(data);
      if (name === undefined) {
        for (const [, called = "", one, other] of (subset ?? "").matchAll(entity)) {
          if (!own.has(called) && !predefined.test(called)) own.set(called, one ?? other ?? "");
        }
        return "";
      }
      const plain =
        prefix !== undefined && !isForeign.test(prefix) ? name : `${prefix ?? ""}${name}`;
      if (empty.test(plain)) return slash ? "" : `<${plain}${attributes}>`;
      if (slash) return `</${plain}>`;
      return `<${plain}${attributes}>${ends ? `</${plain}>` : ""}`;
    },
  );
  if (own.size === 0) return html;
  let room = mostFromEntities;
  return html.replace(/&([\w.-]+);/g, (reference, name: string) => {
    const value = own.get(name) ?? reference;
    room -= value.length;
    return room < 0 ? reference : value;
  });
}

/** Entities that XML knows without a declaration. */
const predefined = /^(?:lt|gt|amp|quot|apos)$/;
/** Characters that entities may add to a page; more is an attack. */
const mostFromEntities = 4_000_000;

/** Prefixes of what is no XHTML. */
const isForeign = /^(?:svg|m|mml|math|epub|opf|dc|xlink|ibooks|ops|o|v|w|st1):$/i;

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
