import type { Heading } from "../core/document.js";
import { knownLanguages, type Language } from "../core/language.js";
import {
  count,
  integer,
  list,
  listWithin,
  mapped,
  nullable,
  object,
  oneOf,
  optional,
  text,
  textWithin,
} from "../core/shape.js";
import { json, Malformed, read, shortened } from "./checked.js";
import { NumberReader, NumberWriter, type SectionRecord, writeRecord } from "./records.js";

/** Which texts hold which terms. `search` knows what the numbers mean. */
export interface ArchivedTerms {
  readonly texts: number;
  readonly terms: string;
  readonly offsets: Uint32Array;
  readonly entries: Uint32Array;
}

/** A document's part of the index. `search` knows what it means, and makes it. */
export interface ArchivedPostings {
  readonly language: Language;
  readonly abbreviations: readonly { readonly short: string; readonly long: string }[];
  readonly passages: ArchivedTerms;
  readonly pages: ArchivedTerms;
  readonly margins: readonly string[];
  readonly pageOfPassage: Uint32Array;
  readonly numbers: Uint8Array;
  readonly name: ArchivedTerms;
  readonly opening: ArchivedTerms;
  /** About how many terms are left out; missing when none are. */
  readonly leftOut?: number;
}

/** What a document has besides its pages. */
export interface ArchivedIndex {
  readonly headings: readonly Heading[];
  readonly bookmarks: readonly {
    readonly text: string;
    readonly level: number;
    readonly page: number;
  }[];
  /** Five numbers a passage: page, ordinal, start, end, heading + 1. */
  readonly passages: Uint32Array;
  readonly postings: ArchivedPostings;
}

const passageColumns = 5;
/** Headings of a document, bookmarks, of which a reader takes no more, and characters of one. */
const maxHeadings = 1_000_000;
const maxBookmarks = 10_000;
const longestHeading = 10_000;
/** Headings are indented by their level. */
const deepestLevel = 1_000;
/** Characters of an abbreviation, and of what it stands for; they become part of questions. */
const longestForm = 1_000;
const parts = ["passages", "pages", "name", "opening"] as const;

/** What a document has besides its pages, as a record. */
export function writeIndex(index: ArchivedIndex): Uint8Array<ArrayBuffer> {
  const { headings, bookmarks, passages, postings } = index;
  const { language, abbreviations, margins, pageOfPassage, leftOut } = postings;
  const numbers = new NumberWriter();
  numbers.add(passages, passageColumns);
  numbers.add(pageOfPassage, 1);
  numbers.add(postings.numbers, 1);
  const terms = parts.map((part) => {
    const { texts, terms, offsets, entries } = postings[part];
    numbers.add(offsets, 1);
    numbers.add(entries, 1);
    return { texts, terms, offsets: offsets.length, entries: entries.length };
  });
  const said = {
    ...{ headings, bookmarks, language, abbreviations, margins, terms },
    passages: passages.length / passageColumns,
    ...(leftOut ? { leftOut } : {}),
  };
  return writeRecord(said, numbers.pieces);
}

const title = {
  text: shortened(longestHeading),
  level: mapped(count, (level) => Math.min(level, deepestLevel)),
  page: integer(1),
};
const form = textWithin(longestForm);
const saidOfIndex = object({
  headings: listWithin(
    maxHeadings,
    object({ ...title, span: nullable(object({ start: count, end: count })) }),
  ),
  bookmarks: listWithin(maxBookmarks, object(title)),
  passages: count,
  terms: listWithin(
    parts.length,
    object({ texts: count, terms: text, offsets: count, entries: count }),
  ),
  language: oneOf(...knownLanguages),
  abbreviations: list(object({ short: form, long: form })),
  margins: list(text),
  leftOut: optional(count),
});

/**
 * The inverse of `writeIndex`. Throws `Malformed` when it does not fit the pages.
 *
 * @param lengths how many characters each page has
 */
export function readIndex(
  { json: said, numbers }: SectionRecord,
  lengths: readonly number[],
): ArchivedIndex {
  const {
    headings,
    bookmarks,
    terms: described,
    passages: count,
    ...rest
  } = read(saidOfIndex, json(said));
  checkPlaces([...headings, ...bookmarks], lengths);
  const reader = new NumberReader(numbers);
  const passages = reader.uint32(count, passageColumns);
  checkPassages(passages, lengths, headings.length);
  const pageOfPassage = reader.uint32(count, 1);
  const shares = reader.uint8(count);
  const [ofPassages, ofPages, ofName, ofOpening] = described.map(
    ({ texts, terms, offsets, entries }): ArchivedTerms => {
      return {
        ...{ texts, terms },
        offsets: reader.uint32(offsets, 1),
        entries: reader.uint32(entries, 1),
      };
    },
  );
  reader.end();
  if (!ofPassages || !ofPages || !ofName || !ofOpening) {
    throw new Malformed("a part of its index is missing");
  }
  const postings = {
    ...{ ...rest, pageOfPassage, numbers: shares },
    ...{ passages: ofPassages, pages: ofPages, name: ofName, opening: ofOpening },
  };
  return { headings, bookmarks, passages, postings };
}

/** Headings and bookmarks name pages that are there, and characters on them. */
function checkPlaces(
  titles: readonly { readonly page: number; readonly span?: Heading["span"] }[],
  lengths: readonly number[],
): void {
  for (const { page, span } of titles) {
    const length = lengths[page - 1];
    if (length === undefined) throw new Malformed("it names a page that is not there");
    if (span && !(span.start <= span.end && span.end <= length)) {
      throw new Malformed("its headings do not fit its pages");
    }
  }
}

/** Passages are in order, each within the text of its page. */
function checkPassages(passages: Uint32Array, lengths: readonly number[], headings: number): void {
  let before = { page: 0, ordinal: 0 };
  for (let at = 0; at < passages.length; at += passageColumns) {
    const [page = 0, ordinal = 0, start = 0, end = 0, heading = 0] = passages.subarray(
      at,
      at + passageColumns,
    );
    const inOrder = page > before.page || (page === before.page && ordinal > before.ordinal);
    const length = lengths[page - 1] ?? -1;
    if (!inOrder || start > end || end > length || heading > headings) {
      throw new Malformed("its passages do not fit its pages");
    }
    before = { page, ordinal };
  }
}
