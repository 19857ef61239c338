import type { DocumentId, Heading } from "../core/document.js";
import { headingId, type OutlineEntry, sectionEnds } from "../core/outline.js";
import { packedLength, unpackPassage } from "../store/pack-passages.js";

/**
 * A document's outline with the size of each section, told from the places of its passages, so
 * that no text is read.
 *
 * @param entries the document's passages, packed
 * @param words words in all of them
 */
export function describeOutline(
  document: DocumentId,
  headings: readonly Heading[],
  entries: Uint32Array,
  words: number,
): OutlineEntry[] {
  const { before, lastPages, total } = measure(headings, entries);
  const ends = sectionEnds(headings);
  return headings.map((heading, index) => {
    const end = ends[index] ?? headings.length;
    const characters = (before[end] ?? total) - (before[index] ?? 0);
    return {
      ...heading,
      id: headingId(document, index),
      lastPage: Math.max(heading.page, lastPages[end] ?? heading.page),
      words: total === 0 ? 0 : Math.round((words * characters) / total),
    };
  });
}

/**
 * For each heading, and last for the document's end, the characters of passages before it and the
 * page of the last passage that begins before it.
 */
function measure(headings: readonly Heading[], entries: Uint32Array) {
  const before: number[] = [];
  const lastPages: number[] = [];
  let total = 0;
  let lastPage = 0;
  let next = 0;
  const count = packedLength(entries);
  for (let index = 0; index < count; index++) {
    const { page, start, end } = unpackPassage(entries, index);
    for (; next < headings.length; next++) {
      const heading = headings[next];
      const at = heading?.span?.start ?? 0;
      if (!heading || heading.page > page || (heading.page === page && at >= end)) break;
      const inside = heading.page === page && at > start;
      before.push(total + (inside ? at - start : 0));
      lastPages.push(inside ? page : lastPage);
    }
    total += end - start;
    lastPage = page;
  }
  while (before.length <= headings.length) {
    before.push(total);
    lastPages.push(lastPage);
  }
  return { before, lastPages, total };
}
