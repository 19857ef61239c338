/** Names a page of a document. Pages count from 1. */
export function pageKey(document: string, page: number): string {
  return `${document}#${page}`;
}
