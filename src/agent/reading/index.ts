export { type GrepTextOptions, grepText } from "./grep-text.js";
export { type ListOptions, listDocuments, type OutlineOptions, outline } from "./lists.js";
export { tableHeads } from "./passage-blocks.js";
export { type NeighbourOptions, neighbours, passagesById } from "./passages-by-id.js";
export { type PreviewOptions, preview, type ReadOptions, read } from "./read.js";
export type {
  CollectionReader,
  CountTokens,
  PassagePiece,
  PassageReading,
  ReadingContext as Reading,
  TokenBudget,
} from "./reading.js";
export { estimateTokens } from "./reading.js";
export { queryNotes, type SearchTextOptions, searchText } from "./search-text.js";
