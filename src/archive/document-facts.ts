import type { DocumentMetadata, PageCounts, PageGap } from "../core/document.js";
import { count, flag, list, oneOf, points, record, shortenedOrNull } from "./checked.js";
import { Malformed } from "./file-errors.js";

// What a file says of a document. Each of these throws `Malformed`.

/** Pages that a document has at most. */
const mostPages = 1_000_000;
/** Characters of what a document says about itself. */
const longest = 10_000;

export function countsOf(value: unknown): PageCounts {
  const counts = record(value);
  const pages = {
    total: count(counts.total, mostPages),
    text: count(counts.text),
    recognised: count(counts.recognised),
    empty: count(counts.empty),
    scanned: count(counts.scanned),
    unreadable: count(counts.unreadable),
  };
  const { total, text, recognised, empty, scanned, unreadable } = pages;
  if (text + empty + scanned + unreadable !== total || total === 0 || recognised > text) {
    throw new Malformed("its pages do not add up");
  }
  return pages;
}

/** Pages without text, of a document with so many pages. */
export function gapOf(value: unknown, total: number): PageGap {
  const gap = record(value);
  let last = 0;
  const rangeOf = (each: unknown) => {
    const range = record(each);
    const [from, to] = [count(range.from, total), count(range.to, total)];
    if (from <= last || to < from) throw new Malformed("its pages do not add up");
    last = to;
    return { from, to };
  };
  const reason = oneOf(gap.reason, ["empty", "scanned", "unreadable"]);
  return { reason, pages: list(gap.pages, rangeOf, total) };
}

export function metadataOf(value: unknown): DocumentMetadata {
  const metadata = record(value);
  const { pageSize, tagged } = metadata;
  const said = (each: unknown) => shortenedOrNull(each, longest);
  return {
    title: said(metadata.title),
    author: said(metadata.author),
    subject: said(metadata.subject),
    keywords: said(metadata.keywords),
    creator: said(metadata.creator),
    producer: said(metadata.producer),
    created: said(metadata.created),
    modified: said(metadata.modified),
    tagged: tagged === null ? null : flag(tagged),
    encrypted: flag(metadata.encrypted),
    pageSize: pageSize === null ? null : sizeOf(pageSize),
    fileSize: count(metadata.fileSize),
    formatVersion: said(metadata.formatVersion),
  };
}

function sizeOf(value: unknown): { width: number; height: number } {
  const size = record(value);
  return { width: points(size.width), height: points(size.height) };
}
