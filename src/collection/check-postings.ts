import type { DocumentPostings } from "../search/document-postings.js";
import { type Postings, slotBits } from "../search/postings.js";

/**
 * Whether postings that came from elsewhere are of a shape that the index can take: it trusts what it
 * is given. Whether they are true of the text, only the text could tell.
 */
export function arePostingsSound(
  postings: DocumentPostings,
  { passages, pages }: { readonly passages: number; readonly pages: number },
): boolean {
  const { pageOfPassage, numbers } = postings;
  return (
    isSound(postings.passages, passages) &&
    isSound(postings.pages, pages) &&
    isSound(postings.name, 1) &&
    isSound(postings.opening, 1) &&
    numbers.length === passages &&
    pageOfPassage.length === passages &&
    pageOfPassage.every((page, index) => page < pages && page >= (pageOfPassage[index - 1] ?? 0))
  );
}

function isSound({ texts, terms, offsets, entries }: Postings, expected: number): boolean {
  const all = terms === "" ? [] : terms.split("\n");
  const count = all.length;
  if (new Set(all).size < count) return false;
  if (texts !== expected || offsets[0] !== 0 || offsets.length !== count + 1) return false;
  if (offsets[count] !== entries.length) return false;
  for (let term = 0; term < count; term++) {
    const [start = 0, end = 0] = [offsets[term], offsets[term + 1]];
    if (end <= start) return false;
    let last = -1;
    // Each text once, in order.
    for (let at = start; at < end; at++) {
      const text = (entries[at] ?? 0) >>> slotBits;
      if (text <= last || text >= texts) return false;
      last = text;
    }
  }
  return true;
}
