import { parse } from "parse5";
import { asciiHead, decodeText } from "../decode-text.js";
import type { OpenDocument, ParseSource } from "../format.js";
import { type Block, openParts, textMetadata } from "../parts.js";
import { htmlBlocks } from "./blocks.js";
import {
  asElement,
  attribute,
  collapse,
  type Element,
  type ParentNode,
  textOfLines,
} from "./dom.js";

/** Browsers look for the encoding in the first 1,024 bytes; some generators put it later. */
const encodingHead = 4096;

function declaredEncoding(bytes: Uint8Array): string | null {
  const head = asciiHead(bytes.subarray(0, encodingHead));
  const match =
    /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head) ??
    /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(head);
  return match?.[1] ?? null;
}

function childNamed(parent: ParentNode | undefined, name: string): Element | undefined {
  return parent?.childNodes.map(asElement).find((child) => child?.tagName === name) ?? undefined;
}

/** An ISO 8601 date, or null when the text is no date. */
function isoDate(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d(-\d\d)?([T ]|$)/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** What the page says about itself in its head; without a title there, its first top heading. */
function readMetadata(
  document: ParentNode,
  blocks: readonly Block[],
): Parameters<typeof textMetadata>[1] {
  const head = childNamed(childNamed(document, "html"), "head");
  const named = new Map<string, string>();
  for (const child of head?.childNodes ?? []) {
    const element = asElement(child);
    if (element?.tagName !== "meta") continue;
    const name = (attribute(element, "name") ?? attribute(element, "property"))?.toLowerCase();
    const content = collapse(attribute(element, "content") ?? "");
    if (name && content && !named.has(name)) named.set(name, content);
  }
  const title = childNamed(head, "title");
  const first = (...names: string[]): string | null => {
    for (const name of names) {
      const content = named.get(name);
      if (content !== undefined) return content;
    }
    return null;
  };
  return {
    title:
      (title ? titleText(title) : null) ??
      first("og:title") ??
      blocks.find(({ kind, level }) => kind === "heading" && level === 1)?.lines[0] ??
      null,
    author: first("author", "article:author", "dc.creator"),
    subject: first("description", "og:description"),
    keywords: first("keywords"),
    creator: first("generator"),
    created: isoDate(first("article:published_time", "dcterms.created", "date")),
    modified: isoDate(first("article:modified_time", "dcterms.modified", "last-modified")),
  };
}

function titleText(title: Element): string | null {
  return textOfLines(title) || null;
}

/** Opens an HTML file. */
export async function openHtml({ bytes }: ParseSource): Promise<OpenDocument> {
  const document = parse(decodeText(bytes, declaredEncoding(bytes)));
  const blocks = htmlBlocks(document);
  return openParts(blocks, textMetadata(bytes.length, readMetadata(document, blocks)));
}
