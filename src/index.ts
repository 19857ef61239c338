export type { PassageText } from "./collection/api.js";
export type { CallOptions } from "./core/call-options.js";
export type {
  DocumentId,
  DocumentMetadata,
  DocumentSummary,
  FormatId,
  Heading,
  PageCounts,
} from "./core/document.js";
export type { ErrorCode, ErrorData } from "./core/errors.js";
export { PagehoundError } from "./core/errors.js";
export type { IngestEvent, InputFile } from "./core/ingest.js";
export type { Line, LineKind, Page, PageState } from "./core/page.js";
export type { Box, ItemRange, PageGeometry } from "./core/page-geometry.js";
export { itemRanges, spanBoxes } from "./core/page-geometry.js";
export type { EvidenceId } from "./core/passage.js";
export type { Span } from "./core/span.js";
export type { PagehoundOptions } from "./pagehound.js";
export { Pagehound } from "./pagehound.js";
export type { Coverage, Excerpt, SearchHit, SearchOptions, SearchResponse } from "./search/api.js";
