import type { DocumentSummary } from "../../index.js";

/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folders of a path, or an empty text. */
export function folderName(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Whether some of a document's pages have text that cannot be searched. */
export function isPartial({ pages }: DocumentSummary): boolean {
  return pages.scanned + pages.unreadable > 0;
}
