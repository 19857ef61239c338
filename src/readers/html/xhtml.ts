import { escapedHtml } from "../../core/index.js";
/** True if a page is written as XHTML: it begins as XML and declares the XHTML namespace. */
export function isXhtml(text: string): boolean {
  const start = text.slice(0, headLength);
  const [root = ""] = /<html\b[^<>]*>/i.exec(start) ?? [];
  const inNamespace = /\bxmlns(?::\w+)?\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/;
  return /^\ufeff?\s*<\?xml\b/.test(text) && inNamespace.test(root);
}

/** Characters searched for the namespace; comments of generators may come first. */
const headLength = 8192;

/** Elements without content, which HTML ends by itself (HTML, 13.1.2). */
const empty = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/** A document type declaration, with its internal subset in brackets. */
const doctype =
  /<!DOCTYPE\b(?:[^[\]<>"']|"[^"]*"|'[^']*')*(?:\[((?:[^\]"']|"[^"]*"|'[^']*')*)\]\s*)?>/iy;

/** A tag: its slash, prefix, name, attributes, and the slash at its end. */
const tag =
  /<(\/?)([A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)(?![\w.-])((?:[^<>"'/]|"[^"]*"|'[^']*'|\/(?!>))*)(\/?)>/y;

const entity = /<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;

/**
 * Converts XHTML to equivalent HTML: self-closing elements are written out ("<title/>"), CDATA
 * becomes text, entities that the page declares are replaced, and prefixes are removed. Text that
 * is not well-formed stays as it is, for HTML's forgiving parser.
 */
export function xhtmlToHtml(text: string): string {
  const declared = new Map<string, string>();
  const pieces: string[] = [];
  let hasType = false;
  let done = 0;
  const put = (start: number, end: number, piece: string): void => {
    pieces.push(text.slice(done, start), piece);
    done = end;
  };
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", Math.max(done, at + 1))) {
    if (text.startsWith("<!--", at)) {
      // Removed as a whole, because tags in a comment do not count.
      put(at, endOf(text, "-->", at + 4), "");
    } else if (text.startsWith("<![CDATA[", at)) {
      const end = endOf(text, "]]>", at + 9);
      const data = text.slice(at + 9, end);
      put(at, end, escapedHtml(data.endsWith("]]>") ? data.slice(0, -3) : data));
    } else if (text.startsWith("<?", at)) {
      put(at, endOf(text, "?>", at + 2), "");
    } else if (text.startsWith("<!", at)) {
      doctype.lastIndex = at;
      const match = hasType ? null : doctype.exec(text);
      // A document has one document type, before its elements.
      hasType ||= /^<!DOCTYPE\b/i.test(text.slice(at, at + 10));
      if (match === null) continue;
      for (const [, called = "", one, other] of (match[1] ?? "").matchAll(entity)) {
        if (!declared.has(called) && !predefined.test(called))
          declared.set(called, one ?? other ?? "");
      }
      put(at, doctype.lastIndex, "");
    } else {
      tag.lastIndex = at;
      const match = tag.exec(text);
      if (match !== null) put(at, tag.lastIndex, htmlTag(match));
    }
  }
  const html = pieces.join("") + text.slice(done);
  if (declared.size === 0) return html;
  let room = mostFromEntities;
  return html.replace(/&([\w.-]+);/g, (reference, name: string) => {
    const value = declared.get(name) ?? reference;
    room -= value.length;
    return room < 0 ? reference : value;
  });
}

/** The end of a construct: after its end mark, or the end of the text. */
function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

/** A tag as HTML: without its prefix; a self-closing one gets an end tag. */
function htmlTag([
  ,
  slash,
  prefix = "",
  name = "",
  attributes = "",
  ends,
]: RegExpExecArray): string {
  const plain = prefix !== "" && !isForeign.test(prefix) ? name : prefix + name;
  if (empty.test(plain)) return slash ? "" : `<${plain}${attributes}>`;
  if (slash) return `</${plain}>`;
  return `<${plain}${attributes}>${ends ? `</${plain}>` : ""}`;
}

/** Entities predefined in XML. */
const predefined = /^(?:lt|gt|amp|quot|apos)$/;
/** Maximum number of characters that entities may add to a page; more is an attack. */
const mostFromEntities = 4_000_000;

/** Prefixes of elements that are not XHTML. */
const isForeign = /^(?:svg|m|mml|math|epub|opf|dc|xlink|ibooks|ops|o|v|w|st1):$/i;
