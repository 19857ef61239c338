import type { DocumentId, Heading } from "./document.js";

/** Names a heading, and the section it opens: document and number in its outline, counting from 1. For instance `d3.h12`. */
export type HeadingId = `d${number}.h${number}`;

/** A heading with what is known of its section, which ends at the next heading of its level or a higher one. */
export interface OutlineEntry extends Heading {
  /** Holds until the document's headings are recognised anew. */
  readonly id: HeadingId;
  /** The last page on which the section has text. */
  readonly lastPage: number;
  /**
   * Words in the section, those of the sections below it included. An estimate: the document's
   * words, shared out over its characters.
   */
  readonly words: number;
}

/** The id of the heading at `index` of a document's outline. */
export function headingId(document: DocumentId, index: number): HeadingId {
  return `${document}.h${index + 1}` as HeadingId;
}

/** The parts of a heading id, or null when the text is none. `index` counts from 0. */
export function parseHeadingId(text: string): { document: DocumentId; index: number } | null {
  const match = /^(d[1-9]\d{0,14})\.h([1-9]\d{0,8})$/.exec(text);
  if (!match) return null;
  return { document: match[1] as DocumentId, index: Number(match[2]) - 1 };
}

/**
 * For each heading the index of the one at which its section ends: the next of its level or a
 * higher one, or the number of headings where there is none.
 */
export function sectionEnds(headings: readonly Heading[]): number[] {
  const ends = headings.map(() => headings.length);
  const open: number[] = [];
  headings.forEach(({ level }, index) => {
    while (open.length > 0 && (headings[open.at(-1) ?? 0]?.level ?? 0) >= level) {
      ends[open.pop() ?? 0] = index;
    }
    open.push(index);
  });
  return ends;
}
