import type { Selection } from "./page/ingest.js";

/** A file of the data set, with its index on the harness page. */
export interface BenchDocument {
  readonly file: number;
  readonly path: string;
  readonly pages: number;
}

/**
 * The first documents that together have at least this many pages; all of them if there are fewer.
 */
export function upTo(documents: readonly BenchDocument[], pages: number): BenchDocument[] {
  let total = 0;
  return documents.filter((document) => {
    const wanted = total < pages;
    if (wanted) total += document.pages;
    return wanted;
  });
}

/**
 * Documents with at least this many pages in total: the originals, then copies under other paths.
 */
export function repeated(documents: readonly BenchDocument[], pages: number): BenchDocument[] {
  const result: BenchDocument[] = [];
  let total = 0;
  for (let copy = 1; total < pages && documents.some((document) => document.pages > 0); copy++) {
    for (const document of upTo(documents, pages - total)) {
      const path = copy === 1 ? document.path : `copy-${copy}/${document.path}`;
      result.push({ ...document, path });
      total += document.pages;
    }
  }
  return result;
}

/** The documents in the form the harness page takes. */
export function selection(documents: readonly BenchDocument[]): Selection {
  return documents.map(({ file, path }) => ({ file, path }));
}

export function pageCount(documents: readonly BenchDocument[]): number {
  return documents.reduce((sum, { pages }) => sum + pages, 0);
}
