import type { DocumentId } from "./document.js";
import type { Span } from "./page.js";
import {
  count,
  integer,
  listWithin,
  nullable,
  number,
  object,
  type Shape,
  shape,
  textWithin,
} from "./shape.js";

/**
 * Text with what surrounds it, by which it is found again where positions have changed; as the
 * `TextQuoteSelector` of the W3C's Web Annotation Data Model.
 */
export interface TextQuote {
  readonly exact: string;
  /** The text before it on its page, 32 characters at most. */
  readonly prefix: string;
  /** The text after it. */
  readonly suffix: string;
}

/** A place that a note is about, as it was last found. */
export interface NotePlace {
  /** SHA-256 of the document's file, in hexadecimal. */
  readonly hash: string;
  readonly path: string;
  /** Counts from 1. */
  readonly page: number;
  /** The passage, in the page's text; null for the page as a whole. */
  readonly span: Span | null;
  /** The passage's text, or the beginning of the page's; null for a page without text. */
  readonly quote: TextQuote | null;
}

/**
 * A place of a note in the collection as it is now.
 *
 * - `found`: page and span are those of `document` now.
 * - `lost`: `document` is the same file or the one that replaced it, and its text has no such place.
 * - `absent`: there is no such document; the note is kept in case it comes back.
 */
export interface FoundPlace extends NotePlace {
  readonly state: "found" | "lost" | "absent";
  /** Null if `absent`. */
  readonly document: DocumentId | null;
}

/** A person's note: a highlight, a remark on a passage or a page, or an answer that was saved. */
export interface Note<Place extends NotePlace = FoundPlace> {
  readonly id: string;
  /** What the person wrote, or the text of the answer; empty for a mere highlight. */
  readonly text: string;
  /** The question of a saved answer; null for other notes. */
  readonly question: string | null;
  /** What it is about: one place, or the places that an answer cites, in the order of their numbers. */
  readonly places: readonly Place[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A note to be added. */
export interface NoteInput {
  /** @defaultValue empty: a highlight */
  readonly text?: string | undefined;
  /** The question of an answer. */
  readonly question?: string | undefined;
  /** Without a span the page as a whole. */
  readonly places: readonly {
    readonly document: DocumentId;
    /** Counts from 1. */
    readonly page: number;
    /** In the page's text. */
    readonly span?: Span | null | undefined;
  }[];
}

/** The most notes of an exported file. */
export const maxNotes: number = 20_000;
/** The most places of a note. */
export const maxNotePlaces: number = 200;
/** The most characters of a note. */
export const longestNote: number = 100_000;
/** The most characters of a passage that a note is about. */
export const longestQuote: number = 20_000;
const longestContext = 100;

const hash = shape<string>(
  "a checksum",
  (each) => typeof each === "string" && /^[0-9a-f]{64}$/.test(each),
);

const place = object({
  hash,
  path: textWithin(longestQuote),
  page: integer(1),
  span: nullable(object({ start: count, end: count })),
  quote: nullable(
    object({
      exact: textWithin(longestQuote),
      prefix: textWithin(longestContext),
      suffix: textWithin(longestContext),
    }),
  ),
});

/** The shape of a note in a file. */
export const noteShape: Shape<Note<NotePlace>> = object({
  id: textWithin(longestContext),
  text: textWithin(longestNote),
  question: nullable(textWithin(longestNote)),
  places: listWithin(maxNotePlaces, place),
  createdAt: number,
  updatedAt: number,
});
