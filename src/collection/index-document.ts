import type { Heading } from "../core/document.js";
import type { PageSequence } from "../core/page-sequence.js";
import type { Passage } from "../core/passage.js";
import { slicer } from "../core/yield-to-messages.js";
import type { Bookmark } from "../parse/format.js";
import { cutPassages } from "../parse/passages.js";
import { Settler } from "../parse/settle.js";
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
  pages: PageSequence,
  signal: AbortSignal,
  ranking: RankingOptions = defaultRanking,
): Promise<IndexedDocument> {
  const pause = slicer(signal);
  const settler = new Settler(document.bookmarks);
  const withText: number[] = [];
  for await (const page of pages) {
    settler.look(page);
    if (page.text !== "") withText.push(page.number);
    await pause();
  }
  const sampled = sampledNumbers(withText);
  const sample: string[] = [];
  const opening: string[] = [];
  for await (const page of pages) {
    settler.add(page);
    if (sampled.has(page.number)) sample.push(page.text.slice(0, sampledCharacters));
    if (opening.length < openingPages) opening.push(page.text);
    await pause();
  }
  const { margins, headings } = settler.finish();
  const passages: Passage[] = [];
  const postings = new DocumentPostingsBuilder(detectLanguage(sample.join("\n")), ranking);
  for await (const page of pages) {
    const margin = margins[page.number - 1] ?? [];
    const cut = cutPassages(page, margin, headings);
    for (const passage of cut) {
      const { start, end, heading } = passage;
      passages.push(passage);
      postings.addPassage({
        text: page.text.slice(start, end),
        heading: headings[heading]?.text ?? "",
      });
      // A page may be as long as a book.
      await pause();
    }
    const marginLines = margin.map((line) => page.lines[line]);
    postings.endPage(marginLines.map((line) => page.text.slice(line?.start, line?.end)).join("\n"));
    await pause();
  }
  const name = document.path.replace(/\.[^./]*$/, "");
  return { headings, passages, postings: postings.finish(name, opening.join("\n")) };
}

/** Pages of a document, and characters of each, by which its language is told. */
const sampledPages = 8;
const sampledCharacters = 1_000;

/** Pages from all over a document, of those with text. */
function sampledNumbers(withText: readonly number[]): ReadonlySet<number> {
  const step = Math.max(1, withText.length / sampledPages);
  const sampled = new Set<number>();
  for (let index = 0; index < withText.length; index += step) {
    sampled.add(withText[Math.floor(index)] ?? 0);
  }
  return sampled;
}
