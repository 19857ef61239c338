export type { GrepResponse } from "./collection/api.js";
export type { CallOptions } from "./core/call-options.js";
export type {
  DocumentId,
  DocumentMetadata,
  DocumentSummary,
  FormatId,
  Heading,
  PageCounts,
  PageGap,
} from "./core/document.js";
export type { ErrorCode, ErrorData } from "./core/errors.js";
export { PagehoundError } from "./core/errors.js";
export type { IngestEvent, InputFile } from "./core/ingest.js";
export type { HeadingId, OutlineEntry } from "./core/outline.js";
export type { Line, LineKind, Page, PageState } from "./core/page.js";
export type { Box, ItemRange, PageGeometry } from "./core/page-geometry.js";
export { itemRanges, spanBoxes } from "./core/page-geometry.js";
export type { PageRange } from "./core/page-range.js";
export type { EvidenceId, PassageText } from "./core/passage.js";
export type { Span } from "./core/span.js";
export type {
  DocumentMatchCount,
  GrepFindings,
  GrepHit,
  GrepLine,
  GrepOptions,
  GrepProgress,
  GrepStop,
  MatchCount,
  NumberedLine,
  PageMatchCount,
  PatternOptions,
} from "./grep/api.js";
export type { GrepForm, GrepFormatOptions } from "./grep/format-grep.js";
export { formatGrep } from "./grep/format-grep.js";
export type { PagehoundOptions } from "./pagehound.js";
export { Pagehound } from "./pagehound.js";
export type {
  Correction,
  Coverage,
  CoverageGap,
  Excerpt,
  SearchHit,
  SearchOptions,
  SearchResponse,
} from "./search/api.js";
export type { IgnoredPart } from "./search/query-syntax.js";
