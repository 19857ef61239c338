import {
  count,
  type DocumentId,
  type DocumentMetadata,
  type DocumentSource,
  type DocumentSummary,
  documentOrdinal,
  type EvidenceId,
  headingId,
  integer,
  isWebAddress,
  knownFormats,
  knownLanguages,
  listWithin,
  longestPath,
  Mismatch,
  mapped,
  metadataMembers,
  nullable,
  number,
  type OutlineEntry,
  object,
  oneLine,
  oneOf,
  optional,
  PagehoundError,
  pageCounts,
  pageGaps,
  pageUnits,
  parseEvidenceId,
  parseJson,
  type Shape,
  text,
  textWithin,
  withoutUnseen,
} from "../../core/index.js";
import type { StoredPassage } from "./engine-records.js";

// Anyone who can write to an index can put anything into its records. Only what `pagehound index`
// writes, under the requested id, is read.

type Fields = Readonly<Record<string, unknown>>;

const longestPassage = 1_000_000;
const longestHeading = 2_000;
const longestFact = 2_000;
const mostHeadings = 1_000_000;

/** Text that is shown on one line. */
function line(most: number): Shape<string> {
  return mapped(text, (value) => oneLine(value, most));
}

const path = mapped(textWithin(longestPath), (value) => {
  if (value === "") throw new Mismatch("a name", value);
  return withoutUnseen(value);
});

const span = mapped(object({ start: count, end: count }), (value) => {
  if (value.end < value.start) throw new Mismatch("a place", value);
  return value;
});

const metadata: Shape<DocumentMetadata> = object({
  ...metadataMembers(line(longestFact)),
  fileModified: optional(line(longestFact)),
});

const pageUnit = oneOf(...pageUnits);

const source: Shape<DocumentSource> = object({
  url: textWithin(longestPath),
  title: line(longestFact),
  kind: optional(oneOf("engine")),
});

/** A web address; anything else counts as missing. */
const webAddress: Shape<string | undefined> = (value) =>
  typeof value === "string" && isWebAddress(value) ? value : undefined;

const summaryShape = object({
  path,
  hash: textWithin(200),
  format: oneOf(...knownFormats),
  pageUnit,
  metadata,
  pages: pageCounts,
  gaps: pageGaps,
  passages: count,
  words: count,
  termsLeftOut: optional(count),
  addedAt: number,
  source: nullable(source),
  originalUrl: webAddress,
  recognition: optional(listWithin(100, textWithin(100))),
});

const outlineShape = listWithin(
  mostHeadings,
  object({
    text: line(longestHeading),
    level: integer(0, 1_000),
    page: integer(1),
    span: nullable(span),
    lastPage: integer(1),
    words: number,
  }),
);

const passageShape = object({
  id: text,
  page: integer(1),
  pageLabel: nullable(line(100)),
  recognised: optional(oneOf(true)),
  span,
  text: textWithin(longestPassage),
  heading: integer(-1),
  path,
  pageUnit,
  headingText: nullable(line(longestHeading)),
  language: oneOf(...knownLanguages),
});

/**
 * The document of a record. The author of the index has its file; it was not read here, whatever
 * the record says. Throws `endpoint-failed`.
 */
export function readSummary(fields: Fields, id: DocumentId): DocumentSummary {
  const summary = read(summaryShape, fields.summary);
  if (documentOrdinal(id) === null) throw foreign();
  return { ...summary, id, linked: false, original: "absent", readHere: false };
}

/** The outline of the document in a record. Throws `endpoint-failed`. */
export function readOutline(fields: Fields, document: DocumentId): OutlineEntry[] {
  const entries = read(outlineShape, fields.outline);
  return entries.map((entry, index) => ({ ...entry, id: headingId(document, index) }));
}

/** The passage of a record, which must have this id. Throws `endpoint-failed`. */
export function readPassage(fields: Fields, id: EvidenceId): StoredPassage {
  const passage = read(passageShape, fields.passage);
  const { page, span, text } = passage;
  const isWhole = span.end - span.start === text.length;
  if (passage.id !== id || parseEvidenceId(id)?.page !== page || !isWhole) throw foreign();
  return { ...passage, id };
}

/** The value that was written as JSON into a field. */
function read<Value>(expected: Shape<Value>, field: unknown): Value {
  const value = typeof field === "string" ? parseJson(field) : undefined;
  try {
    return expected(value);
  } catch (thrown) {
    if (thrown instanceof Mismatch) throw foreign();
    throw thrown;
  }
}

function foreign(): PagehoundError {
  return new PagehoundError(
    "endpoint-failed",
    "A record of the index was not written by `pagehound index`. Write the documents to a new index.",
  );
}
