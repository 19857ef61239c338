import type { Heading } from "../core/document.js";
import { knownLanguages, type Language } from "../core/language.js";
import { count, json, list, Malformed, oneOf, record, shortened, text } from "./checked.js";

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

/**
 * The inverse of `writeIndex`. Throws `Malformed` when it does not fit the pages.
 *
 * @param lengths how many characters each page has
 */
export function readIndex(
  { json: said, numbers }: SectionRecord,
  lengths: readonly number[],
): ArchivedIndex {
  const index = record(json(said));
  const reader = new NumberReader(numbers);
  const onPage = (value: unknown) => {
    const page = count(value, lengths.length);
    if (page === 0) throw new Malformed("it names a page that is not there");
    return page;
  };
  const headings = list(
    index.headings,
    (value): Heading => {
      const heading = record(value);
      const page = onPage(heading.page);
      return {
        text: shortened(heading.text, longestHeading),
        level: levelOf(heading.level),
        page,
        span: heading.span === null ? null : spanOf(heading.span, lengths[page - 1] ?? 0),
      };
    },
    maxHeadings,
  );
  const bookmarks = list(
    index.bookmarks,
    (value) => {
      const { text: title, level, page } = record(value);
      return { text: shortened(title, longestHeading), level: levelOf(level), page: onPage(page) };
    },
    maxBookmarks,
  );
  const passageCount = count(index.passages);
  const passages = reader.uint32(passageCount, passageColumns);
  checkPassages(passages, lengths, headings.length);
  const pageOfPassage = reader.uint32(passageCount, 1);
  const shares = reader.uint8(passageCount);
  const described = list(index.terms, record, parts.length);
  const terms = parts.map((_, part): ArchivedTerms => {
    const about = record(described[part]);
    const offsets = reader.uint32(count(about.offsets), 1);
    const entries = reader.uint32(count(about.entries), 1);
    return { texts: count(about.texts), terms: text(about.terms), offsets, entries };
  }) as [ArchivedTerms, ArchivedTerms, ArchivedTerms, ArchivedTerms];
  reader.end();
  const postings = {
    language: oneOf(index.language, knownLanguages),
    abbreviations: list(index.abbreviations, (value) => {
      const { short, long } = record(value);
      return { short: text(short, longestForm), long: text(long, longestForm) };
    }),
    margins: list(index.margins, (value) => text(value)),
    ...(index.leftOut === undefined ? {} : { leftOut: count(index.leftOut) }),
    ...{ pageOfPassage, numbers: shares },
    ...{ passages: terms[0], pages: terms[1], name: terms[2], opening: terms[3] },
  };
  return { headings, bookmarks, passages, postings };
}

function levelOf(value: unknown): number {
  return Math.min(count(value), deepestLevel);
}

function spanOf(value: unknown, length: number): { start: number; end: number } {
  const span = record(value);
  const end = count(span.end, length);
  return { start: count(span.start, end), end };
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
