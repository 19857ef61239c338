import type { PDFDocumentProxy } from "pdfjs-dist";
import type { OpenedDocument } from "./opened-document.js";

/** An entry of the outline. */
export interface OutlineItem {
  readonly text: string;
  /** 0 is the highest level; never more than one deeper than the entry before. */
  readonly depth: number;
  /** The page it leads to; null when it leads nowhere. */
  readonly page: number | null;
  /** How far below the page's top it leads, in pixels as the page is shown now. */
  readonly below: (signal: AbortSignal) => Promise<number | null>;
}

type Bookmark = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>[number];

/** Bookmarks whose pages are looked up at once. */
const BATCH = 32;

/** The file's bookmarks, else the headings that the library knows. */
export async function outlineOf(
  opened: OpenedDocument,
  signal: AbortSignal,
): Promise<readonly OutlineItem[]> {
  const bookmarks = opened.file ? await opened.file.document.getOutline() : null;
  signal.throwIfAborted();
  if (opened.file && bookmarks && bookmarks.length > 0) {
    return fromBookmarks(opened, opened.file.document, bookmarks, signal);
  }
  const { source, document } = opened.target;
  const headings = (await source.outline?.(document.id, { signal })) ?? [];
  const levels: number[] = [];
  return headings.map(({ text, level, page, span }) => {
    while (levels.length > 0 && (levels.at(-1) ?? 0) >= level) levels.pop();
    levels.push(level);
    const below: OutlineItem["below"] = async (abort) =>
      (span && (await opened.slots[page - 1]?.locate(span, abort))) ?? null;
    return { text, depth: levels.length - 1, page, below };
  });
}

async function fromBookmarks(
  opened: OpenedDocument,
  document: PDFDocumentProxy,
  bookmarks: readonly Bookmark[],
  signal: AbortSignal,
): Promise<OutlineItem[]> {
  const flat: { bookmark: Bookmark; depth: number }[] = [];
  // Not by calling itself: a file may nest its bookmarks as deep as it likes.
  const left = bookmarks.map((bookmark) => ({ bookmark, depth: 0 })).reverse();
  for (let next = left.pop(); next; next = left.pop()) {
    flat.push(next);
    const depth = next.depth + 1;
    for (const bookmark of next.bookmark.items.toReversed()) left.push({ bookmark, depth });
  }
  const items: OutlineItem[] = [];
  for (let first = 0; first < flat.length; first += BATCH) {
    const batch = flat.slice(first, first + BATCH).map(async ({ bookmark, depth }) => {
      const place = await placeOf(document, bookmark.dest).catch(() => null);
      return {
        text: bookmark.title.replace(/\s+/g, " ").trim(),
        depth,
        page: place?.page ?? null,
        below: async () => (place ? shareDown(opened, document, place).catch(() => null) : null),
      };
    });
    items.push(...(await Promise.all(batch)));
    signal.throwIfAborted();
  }
  return items;
}

interface Place {
  readonly page: number;
  /** In the page's own coordinates, which count from below. */
  readonly top: number | null;
}

async function placeOf(document: PDFDocumentProxy, dest: Bookmark["dest"]): Promise<Place | null> {
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

async function shareDown(
  { slots }: OpenedDocument,
  document: PDFDocumentProxy,
  { page, top }: Place,
): Promise<number | null> {
  if (top === null) return null;
  const viewport = (await document.getPage(page)).getViewport({ scale: 1 });
  const [, down] = viewport.convertToViewportPoint(0, top) as [number, number];
  const height = slots[page - 1]?.element.offsetHeight ?? 0;
  return Math.max(0, (down / viewport.height) * height);
}
