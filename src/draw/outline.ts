import type { OutlineEntry } from "./api.js";
import type { PDFDocumentProxy } from "./pdfjs.js";

type Bookmark = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>[number];

/** Nobody goes through more entries than these. */
const mostEntries = 5_000;
/** Characters of an entry that are shown at most. */
const longestText = 300;
/** Bookmarks whose pages are looked up at once. */
const batch = 32;

/** The file's bookmarks in their order, at most 5,000. */
export async function readOutline(document: PDFDocumentProxy): Promise<OutlineEntry[]> {
  const flat: { bookmark: Bookmark; depth: number }[] = [];
  // Not by calling itself: a file may nest its bookmarks as deep as it likes.
  const bookmarks = (await document.getOutline()) ?? [];
  const left = bookmarks.map((bookmark) => ({ bookmark, depth: 0 })).reverse();
  for (let next = left.pop(); next && flat.length < mostEntries; next = left.pop()) {
    flat.push(next);
    const depth = next.depth + 1;
    for (const bookmark of next.bookmark.items.toReversed()) left.push({ bookmark, depth });
  }
  const entries: OutlineEntry[] = [];
  for (let first = 0; first < flat.length; first += batch) {
    const looking = flat.slice(first, first + batch).map(async ({ bookmark, depth }) => {
      const place = await placeOf(document, bookmark.dest).catch(() => null);
      const text = bookmark.title.slice(0, longestText).replace(/\s+/g, " ").trim();
      return { text, depth, page: place?.page ?? null, top: place?.top ?? null };
    });
    entries.push(...(await Promise.all(looking)));
  }
  return entries;
}

async function placeOf(
  document: PDFDocumentProxy,
  dest: Bookmark["dest"],
): Promise<{ readonly page: number; readonly top: number | null } | null> {
  const explicit: unknown = typeof dest === "string" ? await document.getDestination(dest) : dest;
  if (!Array.isArray(explicit)) return null;
  const [target, kind, ...values]: unknown[] = explicit;
  const index = typeof target === "number" ? target : await pageIndex(document, target);
  if (index === null || index < 0 || index >= document.numPages) return null;
  const positions: Record<string, number> = { XYZ: 1, FitH: 0, FitBH: 0, FitR: 3 };
  const name = typeof kind === "object" && kind && "name" in kind ? String(kind.name) : "";
  const top = values[positions[name] ?? -1];
  return { page: index + 1, top: typeof top === "number" ? top : null };
}

async function pageIndex(document: PDFDocumentProxy, target: unknown): Promise<number | null> {
  if (typeof target !== "object" || target === null) return null;
  const { num, gen } = target as { num?: unknown; gen?: unknown };
  if (typeof num !== "number" || typeof gen !== "number") return null;
  return document.getPageIndex({ num, gen });
}
