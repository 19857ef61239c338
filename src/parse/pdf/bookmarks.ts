import { oneLine } from "../../core/one-line.js";
import type { Bookmark } from "../format.js";
import type { PDFDocumentProxy } from "./pdfjs.js";

type Outline = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>;

/** More bookmarks than these say nothing about structure. */
const limit = 5000;
/** Characters of one; titles are shorter. */
const longest = 500;

/** A PDF's bookmarks in document order; those that point nowhere are left out. */
export async function readBookmarks(document: PDFDocumentProxy): Promise<Bookmark[]> {
  const bookmarks: Bookmark[] = [];
  async function visit(items: Outline, level: number): Promise<void> {
    for (const { title, dest, items: children } of items ?? []) {
      if (bookmarks.length >= limit) return;
      const page = await pageOf(document, dest);
      const text = oneLine(title, longest);
      if (page !== null && text !== "") bookmarks.push({ text, level, page });
      await visit(children as Outline, level + 1);
    }
  }
  await visit(await document.getOutline(), 1);
  return bookmarks.sort((a, b) => a.page - b.page);
}

async function pageOf(document: PDFDocumentProxy, dest: unknown): Promise<number | null> {
  try {
    const explicit = typeof dest === "string" ? await document.getDestination(dest) : dest;
    const target: unknown = Array.isArray(explicit) ? explicit[0] : null;
    if (typeof target === "number") {
      const exists = Number.isInteger(target) && target >= 0 && target < document.numPages;
      return exists ? target + 1 : null;
    }
    if (typeof target !== "object" || target === null) return null;
    return (
      (await document.getPageIndex(target as Parameters<PDFDocumentProxy["getPageIndex"]>[0])) + 1
    );
  } catch {
    // A bookmark of a damaged file may point to an object that is not there.
    return null;
  }
}
