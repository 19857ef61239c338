import type { Heading } from "../core/document.js";
import { knownLanguages, type Language } from "../core/language.js";
import { pageName } from "../core/one-line.js";
import { maxRules, type PackedPage, type PageCells, type PageGeometry } from "../core/page.js";
import {
  boolean,
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
import { json, Malformed, points, read, shortened } from "./checked.js";
import { NumberReader, NumberWriter, type SectionRecord, writeRecord } from "./records.js";

const lineColumns = 9;
const runColumns = 4;
const boxColumns = 4;
const ruleColumns = 4;
/** Characters of a page. */
const maxText = 32 * 1024 * 1024;
/** Characters of what is shown of a page: the number printed on it, and why it could not be read. */
const longestLabel = 100;
const longestProblem = 1_000;
/** What a heading's level is at most, of a format that marks headings. */
const deepestLine = 100;

/** A page as a record. */
export function writePage(page: PackedPage): Uint8Array<ArrayBuffer> {
  const { number, label, state, width, height, text, lines, geometry } = page;
  const { cells, recognised, problem } = page;
  const numbers = new NumberWriter();
  numbers.add(lines, lineColumns);
  if (geometry) {
    numbers.add(geometry.runs, runColumns);
    numbers.add(geometry.boxes, boxColumns);
    numbers.add(geometry.lengths, 1);
    if (geometry.rules) numbers.add(geometry.rules, ruleColumns);
  }
  if (cells) {
    numbers.add(cells.columns, 1);
    numbers.add(cells.rows, 1);
  }
  const said = {
    ...{ number, label, state, width, height, text },
    lines: lines.length / lineColumns,
    runs: geometry ? geometry.runs.length / runColumns : null,
    items: geometry ? geometry.lengths.length : 0,
    ...(geometry?.rules ? { rules: geometry.rules.length / ruleColumns } : {}),
    ...(cells ? { columns: cells.columns.length } : {}),
    ...(recognised === undefined ? {} : { recognised }),
    ...(problem === undefined ? {} : { problem }),
  };
  return writeRecord(said, numbers.pieces);
}

const saidOfPage = object({
  number: count,
  label: nullable(shortened(longestLabel)),
  state: oneOf("text", "empty", "scanned", "unreadable"),
  width: points,
  height: points,
  text: textWithin(maxText),
  lines: count,
  runs: nullable(count),
  items: count,
  rules: optional(count),
  columns: optional(count),
  recognised: optional(boolean),
  problem: optional(shortened(longestProblem)),
});

/** The inverse of `writePage`. Throws `Malformed` for what is no page of this number. */
export function readPage({ json: said, numbers }: SectionRecord, expected: number): PackedPage {
  const { lines: lineCount, runs, items, rules, columns, ...page } = read(saidOfPage, json(said));
  const { number, label, state, text } = page;
  const reader = new NumberReader(numbers);
  const lines = reader.float64(lineCount, lineColumns);
  checkLines(lines, text.length);
  const geometry = runs === null ? null : readGeometry(reader, { runs, items, rules }, text.length);
  const cells = columns === undefined ? null : readCells(reader, columns, lineCount);
  reader.end();
  if (number !== expected) throw new Malformed("its pages are not in order");
  // A scan may have a stamp or a note on it.
  if ((state === "empty" || state === "unreadable") && text !== "") {
    throw new Malformed("a page in it has text where it says that it has none");
  }
  return {
    ...page,
    label: pageName(label, page.height > 0),
    lines,
    geometry,
    ...(cells ? { cells } : {}),
  };
}

/** The columns ascend, and there is a row for each line. */
function readCells(reader: NumberReader, columnCount: number, lines: number): PageCells {
  const [columns, rows] = [reader.uint32(columnCount, 1), reader.uint32(lines, 1)];
  if (columns.some((column, index) => column <= (columns[index - 1] ?? 0))) {
    throw new Malformed("the columns of a sheet in it are not in order");
  }
  return { columns, rows };
}

interface GeometryCounts {
  readonly runs: number;
  readonly items: number;
  /** Absent where rules were not looked at, and in files of older versions. */
  readonly rules?: number | undefined;
}

function readGeometry(
  reader: NumberReader,
  { runs: runCount, items, rules: ruleCount }: GeometryCounts,
  length: number,
): PageGeometry {
  const runs = reader.uint32(runCount, runColumns);
  const boxes = reader.float32(items, boxColumns);
  const lengths = reader.uint32(items, 1);
  let last = 0;
  for (let run = 0; run < runs.length; run += runColumns) {
    const [start = 0, size = 0, item = 0, offset = 0] = runs.subarray(run, run + runColumns);
    const inItem = item < items && offset + size <= (lengths[item] ?? 0);
    if (start < last || start + size > length || !inItem) {
      throw new Malformed("the places of its characters do not fit its text");
    }
    // No character stands at two places.
    last = start + size;
  }
  if (!boxes.every(Number.isFinite)) throw new Malformed("a number in it is out of range");
  if (ruleCount === undefined) return { runs, boxes, lengths };
  return { runs, boxes, lengths, rules: readRules(reader, ruleCount) };
}

/** Rules run across or down, and forwards. */
function readRules(reader: NumberReader, ruleCount: number): Float32Array {
  if (ruleCount > maxRules) throw new Malformed("a page in it has too many rules");
  const rules = reader.float32(ruleCount, ruleColumns);
  for (let rule = 0; rule < rules.length; rule += ruleColumns) {
    const [left = 0, top = 0, right = 0, bottom = 0] = rules.subarray(rule, rule + ruleColumns);
    const straight = (left === right && top <= bottom) || (top === bottom && left <= right);
    if (!straight || ![left, top, right, bottom].every(Number.isFinite)) {
      throw new Malformed("the rules of a page in it are no lines across or down");
    }
  }
  return rules;
}

/** Lines follow each other and stand within the text. */
function checkLines(lines: Float64Array, length: number): void {
  let last = 0;
  for (let line = 0; line < lines.length; line += lineColumns) {
    const numbers = lines.subarray(line, line + lineColumns);
    const [start = 0, end = 0, block = 0, kind = 0, level = 0] = numbers;
    const whole = [start, end, block, kind, level].every((each) => Number.isSafeInteger(each));
    const inOrder = start >= last && start <= end && end <= length;
    const inRange = block >= 0 && level >= 0 && level <= deepestLine;
    if (!whole || !inOrder || !inRange || !numbers.every(Number.isFinite)) {
      throw new Malformed("its lines do not fit its text");
    }
    last = end;
  }
}

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
