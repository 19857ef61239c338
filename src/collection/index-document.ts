import type { Heading } from "../core/document.js";
import type { Page } from "../core/page.js";
import type { Passage } from "../core/passage.js";
import { slicer } from "../core/yield-to-messages.js";
import type { Bookmark } from "../parse/format.js";
import { cutPassages } from "../parse/passages.js";
import { settle } from "../parse/settle.js";
import { type DocumentPostings, DocumentPostingsBuilder } from "../search/document-postings.js";
import { detectLanguage } from "../search/language.js";
import { defaultRanking, type RankingOptions } from "../search/ranking-options.js";

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
  ranking: RankingOptions = defaultRanking,
): Promise<IndexedDocument> {
  const pause = slicer(signal);
  const { margins, headings } = settle(pages, document.bookmarks);
  const passages: Passage[] = [];
  const postings = new DocumentPostingsBuilder(detectLanguage(sampleOf(pages)), ranking);
  for (const [index, page] of pages.entries()) {
    const cut = cutPassages(page, margins[index] ?? [], headings);
    passages.push(...cut);
    const marginLines = (margins[index] ?? []).map((line) => page.lines[line]);
    postings.addPage(
      cut.map(({ start, end, heading }) => ({
        text: page.text.slice(start, end),
        heading: headings[heading]?.text ?? "",
      })),
      marginLines.map((line) => page.text.slice(line?.start, line?.end)).join("\n"),
    );
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

/** Pages of a document, and characters of each, by which its language is told. */
const sampledPages = 8;
const sampledCharacters = 1_000;

/** Text from all over a document. */
function sampleOf(pages: readonly Page[]): string {
  const withText = pages.filter(({ text }) => text !== "");
  const step = Math.max(1, withText.length / sampledPages);
  const sampled: string[] = [];
  for (let index = 0; index < withText.length; index += step) {
    sampled.push(withText[Math.floor(index)]?.text.slice(0, sampledCharacters) ?? "");
  }
  return sampled.join("\n");
}
