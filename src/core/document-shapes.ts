import type { DocumentMetadata, PageCounts, PageGap } from "./document.js";
import {
  boolean,
  count,
  integer,
  list,
  listWithin,
  nullable,
  object,
  oneOf,
  optional,
  type Shape,
  shape,
} from "./shape.js";

// Document descriptions from elsewhere: the manifest of an exported collection, and the records of
// an engine's index. Both are read as this library writes them, and not trusted beyond that.

/** Maximum number of characters in a path. */
export const longestPath = 4_096;

/** The metadata members that all formats have in common. */
type CommonMetadata = Omit<DocumentMetadata, "fileModified" | "encoding">;

/** More points than any page has. */
const maxPoints = 10_000_000;

export const points: Shape<number> = shape(
  "a length in points",
  (each) => typeof each === "number" && each >= 0 && each <= maxPoints,
);

/** The members of a document's metadata. `fact` reads text that a document states about itself. */
export function metadataMembers(fact: Shape<string>): {
  readonly [Name in keyof CommonMetadata]-?: Shape<CommonMetadata[Name]>;
} {
  const text = nullable(fact);
  return {
    ...{ title: text, author: text, subject: text, keywords: text },
    ...{ creator: text, producer: text, created: text, modified: text },
    tagged: nullable(boolean),
    encrypted: boolean,
    pageSize: nullable(object({ width: points, height: points })),
    fileSize: count,
    formatVersion: text,
    units: optional(count),
  };
}

/** The number of pages of a document, by state. The sum is not checked. */
export const pageCounts: Shape<PageCounts> = object({
  ...{ total: count, text: count, recognised: count },
  ...{ empty: count, scanned: count, unreadable: count },
});

/** The pages without text, by reason. Their order is not checked. */
export const pageGaps: Shape<PageGap[]> = listWithin(
  3,
  object({
    reason: oneOf("empty", "scanned", "unreadable"),
    pages: list(object({ from: integer(1), to: integer(1) })),
  }),
);
