export type { CollectionReader } from "./collection-reader.js";
export { estimateTokens } from "./estimate-tokens.js";
export { type GrepTextOptions, grepText } from "./grep-text.js";
export { type ListOptions, listDocuments } from "./list-documents.js";
export { type NeighbourOptions, neighbours } from "./neighbours.js";
export { type OutlineOptions, outline } from "./outline.js";
export { passagesById } from "./passages-by-id.js";
export { queryNotes } from "./query-notes.js";
export { type PreviewOptions, preview, type ReadOptions, read } from "./read.js";
export type {
  CountTokens,
  PassagePiece,
  PassageReading,
  Reading,
  TokenBudget,
} from "./reading.js";
export { type SearchTextOptions, searchText } from "./search-text.js";
export { tableHeads } from "./table-heads.js";
