import type { Heading } from "../core/document.js";
import type { Page } from "../core/page.js";
import type { Passage } from "../core/passage.js";
import type { Bookmark } from "../parse/format.js";
import { cutPassages } from "../parse/passages.js";
import { settle } from "../parse/settle.js";
import { type DocumentPostings, DocumentPostingsBuilder } from "../search/search-index.js";
import { slicer } from "./yield-to-messages.js";

/** What is made of a document's pages once all of them are there. */
export interface IndexedDocument {
  readonly headings: readonly Heading[];
  readonly passages: readonly Passage[];
  readonly postings: DocumentPostings;
}

/** A document's first pages, by whose words it is found as a whole. */
const openingPages = 2;

/** Recognises margins and headings, cuts passages and indexes them. Depends on its arguments alone. */
export async function indexDocument(
  document: { path: string; bookmarks: readonly Bookmark[] },
  pages: readonly Page[],
  signal: AbortSignal,
): Promise<IndexedDocument> {
  const pause = slicer(signal);
  const { margins, headings } = settle(pages, document.bookmarks);
  const passages: Passage[] = [];
  const postings = new DocumentPostingsBuilder();
  for (const [index, page] of pages.entries()) {
    const cut = cutPassages(page, margins[index] ?? [], headings);
    passages.push(...cut);
    postings.addPage(cut.map(({ start, end }) => page.text.slice(start, end)));
    await pause();
  }
  const opening = pages.slice(0, openingPages).map(({ text }) => text);
  const name = document.path.replace(/\.[^./]*$/, "");
  return {
    headings,
    passages,
    postings: postings.finish(name, opening.join("\n")),
  };
}
