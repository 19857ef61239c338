/** Identifies a page of a document. Pages are numbered from 1. */
export function pageKey(document: string, page: number): string {
  return `${document}#${page}`;
}
