import type { DocumentMetadata } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import type { Line, Page } from "../core/page.js";
import { type Block, cutParts, type Part } from "./cut-parts.js";
import type { OpenDocument } from "./format.js";

/** The page a part is read as. */
function pageOf(part: Part | undefined, number: number): Page {
  let text = "";
  const lines: Line[] = [];
  for (const [block, { kind, level, lines: blockLines }] of (part?.blocks ?? []).entries()) {
    if (block > 0) text += "\n";
    for (const line of blockLines) {
      if (line.trim() !== "") {
        const end = text.length + line.length;
        const place = { start: text.length, end, block, kind, level };
        lines.push({ ...place, size: 0, bold: false, top: 0, bottom: 0 });
      }
      text += `${line}\n`;
    }
  }
  const base = { number, label: null, width: 0, height: 0, geometry: null };
  return lines.length === 0
    ? { ...base, state: "empty", text: "", lines: [] }
    : { ...base, state: "text", text, lines };
}

/**
 * A document of a format without pages: its blocks cut into parts of about 3,000 characters. Parts
 * end between blocks; headings stay with what follows them. Blocks with nothing but space are left
 * out, and a document without any text has one empty part.
 */
export function openParts(blocks: Iterable<Block>, metadata: DocumentMetadata): OpenDocument {
  let parts: Part[] | null = cutParts(blocks);
  const pageCount = Math.max(1, parts.length);
  return {
    metadata,
    pageCount,
    bookmarks: [],
    async readPage(number: number): Promise<Page> {
      if (!parts) throw new PagehoundError("closed", "The document was closed.");
      if (!Number.isInteger(number) || number < 1 || number > pageCount) {
        throw new PagehoundError("not-found", `There is no part ${number}.`, { data: { number } });
      }
      return pageOf(parts[number - 1], number);
    },
    async close(): Promise<void> {
      parts = null;
    },
  };
}

/** What a text format knows about a document; everything it does not name is null. */
export function textMetadata(
  fileSize: number,
  known: Partial<
    Pick<
      DocumentMetadata,
      "title" | "author" | "subject" | "keywords" | "creator" | "created" | "modified"
    >
  > = {},
): DocumentMetadata {
  return {
    title: null,
    author: null,
    subject: null,
    keywords: null,
    creator: null,
    producer: null,
    created: null,
    modified: null,
    ...known,
    tagged: null,
    encrypted: false,
    pageSize: null,
    fileSize,
    formatVersion: null,
  };
}
